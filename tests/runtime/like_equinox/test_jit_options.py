"""Donation and errors of compiled functions: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import inspect
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()
MODES = ("none", "all", "all-except-first", "warn", "warn-except-first")


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any, *, scale: Any = 1) -> Any:
        return self.act(self.w * x) * scale

    def method(self, x: Any) -> Any:
        return self.w + x

    def parts(self, x: Any) -> Any:
        return self.w + 1, x + 1


@programs
def what_a_wrapper_shows(api: Any) -> Any:
    def fun(x: int, *, y: str = "a") -> float:
        """Says what it does."""
        return x

    f = api.filter_jit(fun)
    again = jax.tree.unflatten(*reversed(jax.tree.flatten(f)))
    shown = []
    for g in (f, again):
        shown += [g.__name__, g.__qualname__, g.__module__, g.__doc__, g.__annotations__ == fun.__annotations__]
        shown += [g.__wrapped__ is fun, str(inspect.signature(g)), callable(g)]
    return shown


@programs
def what_a_wrapper_of_a_module_shows(api: Any) -> Any:
    f = api.filter_jit(Layer(jnp.ones(2)))
    return str(inspect.signature(f)), type(f.__wrapped__).__name__, f.__module__, f.__doc__ == Layer.__doc__


@programs
def wrappers_are_equal_where_the_functions_are(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return x

    def other(x: Any) -> Any:
        return x

    def equal(a: Any, b: Any) -> Any:
        return jax.tree.leaves(a) == jax.tree.leaves(b) and jax.tree.structure(a) == jax.tree.structure(b)

    f = api.filter_jit
    return equal(f(fun), f(fun)), equal(f(fun), f(other)), equal(f(fun), f(fun, donate="all"))


@programs
def donated_buffers(api: Any) -> Any:
    found = []
    for mode in MODES:
        x, y, z = jnp.ones(2), jnp.ones(2), jnp.ones(2)
        out = api.filter_jit(lambda a, b, *, c: (a + 1, b + 1, c + 1), donate=mode)(x, y, c=z)
        found.append((mode, [v.is_deleted() for v in (x, y, z)], out))
    return found


@programs
def donated_buffers_by_keyword(api: Any) -> Any:
    found = []
    for mode in MODES:
        x, y = jnp.ones(2), jnp.ones(2)
        api.filter_jit(lambda a, b: (a + 1, b + 1), donate=mode)(b=y, a=x)
        found.append((x.is_deleted(), y.is_deleted()))
    return found


@programs
def donated_buffers_of_the_function(api: Any) -> Any:
    found = []
    for mode in MODES:
        layer, x = Layer(jnp.ones(2), mode), jnp.ones(2)
        api.filter_jit(layer.parts, donate=mode)(x)
        found.append((mode, layer.w.is_deleted(), x.is_deleted()))
    return found


@programs
def donated_buffers_of_a_method(api: Any) -> Any:
    found = []
    for mode in MODES:

        class Model(eqx.Module):
            w: Any

            @api.filter_jit(donate=mode)
            def run(self, x: Any) -> Any:
                return self.w + 1, x + 1

        m, x = Model(jnp.ones(2)), jnp.ones(2)
        m.run(x)
        found.append((mode, m.w.is_deleted(), x.is_deleted()))
    return found


@programs
def buffers_that_cannot_be_donated(api: Any) -> Any:
    return [api.filter_jit(lambda a, b: (a + b).sum(), donate=mode)(jnp.ones(2), jnp.ones(2)) for mode in MODES]


@programs
def donated_static_leaves(api: Any) -> Any:
    return [api.filter_jit(lambda a, b: (a, b), donate=mode)("a", {"x": jnp.ones(2), "f": jnp.sin}) for mode in MODES]


@programs
def donated_without_arguments(api: Any) -> Any:
    return [api.filter_jit(lambda: jnp.ones(2), donate=mode)() for mode in MODES]


@programs
def donating_twice_the_same_argument(api: Any) -> Any:
    f, x = api.filter_jit(lambda a: a + 1, donate="all"), jnp.ones(2)
    return f(x), f(x)


@programs
def an_unknown_mode_of_donation(api: Any) -> Any:
    return api.filter_jit(lambda x: x, donate="everything")


@programs
def a_mode_of_donation_by_position(api: Any) -> Any:
    return api.filter_jit(lambda x: x, "all")(1)


@programs
def an_unknown_option(api: Any) -> Any:
    return api.filter_jit(lambda x: x, not_an_option=1)(jnp.ones(2))


@programs
def options_of_jax(api: Any) -> Any:
    f = api.filter_jit(lambda x: x + 1, inline=True, keep_unused=True)
    return f(jnp.ones(2)), api.filter_jit(inline=True)(lambda x: x + 1)(jnp.ones(2))


@programs
def not_a_function(api: Any) -> Any:
    return api.filter_jit(3)


@programs
def none_as_the_function(api: Any) -> Any:
    return callable(api.filter_jit())


@programs
def too_few_arguments(api: Any) -> Any:
    return api.filter_jit(lambda x, y: x)(1)


@programs
def too_many_arguments(api: Any) -> Any:
    return api.filter_jit(lambda x: x)(1, 2)


@programs
def an_unknown_keyword(api: Any) -> Any:
    return api.filter_jit(lambda x: x)(1, y=2)


@programs
def an_unhashable_static_leaf(api: Any) -> Any:
    return api.filter_jit(lambda x: 0)({1, 2})


@programs
def an_unhashable_output(api: Any) -> Any:
    return api.filter_jit(lambda x: (x, {1, 2}))(jnp.ones(2))


@programs
def an_error_inside(api: Any) -> Any:
    def fun(x: Any) -> Any:
        raise KeyError("inside")

    return api.filter_jit(fun)(1)


@programs
def a_traced_value_decides(api: Any) -> Any:
    return api.filter_jit(lambda x: 1 if x > 0 else 2)(jnp.ones(()))


@programs
def a_static_value_decides(api: Any) -> Any:
    return api.filter_jit(lambda x, n: x if n > 0 else -x)(jnp.ones(()), 1)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

"""Gradients: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any, *, scale: Any = 1) -> Any:
        return (self.act(self.w * x) * scale).sum()

    def method(self, x: Any) -> Any:
        return (self.w * x).sum()


def total(tree: Any) -> Any:
    """A scalar that depends on all arrays and numbers."""
    return sum((jnp.sin(x).sum() for x in jax.tree.leaves(tree) if eqx.is_inexact_array(x)), jnp.float32(0))


MIXED = {
    "a": jnp.arange(3.0),
    "b": np.ones(2, "float32"),
    "c": np.float32(2),
    "d": 1.5,
    "e": 2,
    "f": jnp.sin,
    "g": [],
    "h": jnp.arange(2),
    "i": True,
    "j": Layer(jnp.ones(2)),
    "k": "text",
    "l": jnp.ones(2, "bfloat16"),
}


@programs
def gradient_of_a_mixed_tree(api: Any) -> Any:
    return api.filter_grad(total)(MIXED), api.filter_value_and_grad(total)(MIXED)


@programs
def gradient_of_nothing(api: Any) -> Any:
    return api.filter_grad(lambda x: jnp.float32(3))({"a": 1, "b": "x"}), api.filter_grad(lambda x: 3.0)(jnp.ones(2))


@programs
def gradient_of_numbers(api: Any) -> Any:
    f = api.filter_grad(lambda x: jnp.float32(2) * x)
    return f(3.0), f(3), f(True), f(np.float32(3)), f(jnp.array(3.0)), f(np.array(3.0))


@programs
def gradient_of_half_precision(api: Any) -> Any:
    return [api.filter_grad(lambda x: (x * 2).sum())(jnp.ones(2, d)) for d in ("float16", "bfloat16", "float32")]


@programs
def gradient_of_a_complex_input(api: Any) -> Any:
    return api.filter_grad(lambda x: jnp.abs(x).sum())(jnp.array([1 + 1j]))


@programs
def gradient_of_integers_asked_for(api: Any) -> Any:
    return api.filter_grad(lambda x: jnp.sum(x["w"]) * 1.0, allow_int=True)({"w": jnp.ones(2), "n": jnp.arange(2)})


@programs
def holomorphic_gradient(api: Any) -> Any:
    return api.filter_grad(lambda z: (z**2).sum(), holomorphic=True)(jnp.array([1 + 1j]))


@programs
def a_complex_output(api: Any) -> Any:
    return api.filter_grad(lambda z: (z**2).sum())(jnp.array([1 + 1j]))


@programs
def an_output_that_is_no_scalar(api: Any) -> Any:
    return api.filter_grad(lambda x: x)(jnp.ones(2))


@programs
def an_output_that_is_an_integer(api: Any) -> Any:
    return api.filter_grad(lambda x: 3)(jnp.ones(2))


@programs
def an_output_that_is_no_number(api: Any) -> Any:
    return api.filter_grad(lambda x: "three")(jnp.ones(2))


@programs
def an_output_that_is_none(api: Any) -> Any:
    return api.filter_value_and_grad(lambda x: None)(jnp.ones(2))


@programs
def further_arguments(api: Any) -> Any:
    def fun(x: Any, y: Any, *args: Any, z: Any = 2, **kwargs: Any) -> Any:
        return (x * y).sum() * z + len(args) + len(kwargs)

    f = api.filter_value_and_grad(fun)
    return f(jnp.ones(2), 3), f(jnp.ones(2), y=3), f(jnp.ones(2), 3, 4, z=jnp.ones(()), name="a")


@programs
def no_arguments(api: Any) -> Any:
    return api.filter_grad(lambda: 1.0)()


@programs
def only_keyword_only_arguments(api: Any) -> Any:
    def fun(*, x: Any) -> Any:
        return x

    return api.filter_grad(fun)(x=1.0)


@programs
def aux_values(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return x.sum(), {"x": x * 2, "n": 3, "y": jnp.arange(2)}

    return api.filter_grad(fun, has_aux=True)(jnp.ones(2)), api.filter_value_and_grad(fun, has_aux=True)(jnp.ones(2))


@programs
def aux_as_a_list(api: Any) -> Any:
    return api.filter_value_and_grad(lambda x: [x, 1], has_aux=True)(jnp.ones(()))


@programs
def aux_without_a_pair(api: Any) -> Any:
    return api.filter_grad(lambda x: x, has_aux=True)(jnp.ones(()))


@programs
def aux_of_three(api: Any) -> Any:
    return api.filter_grad(lambda x: (x, 1, 2), has_aux=True)(jnp.ones(()))


@programs
def a_pair_without_aux(api: Any) -> Any:
    return api.filter_grad(lambda x: (x, 1))(jnp.ones(()))


@programs
def gradients_as_decorators(api: Any) -> Any:
    @api.filter_grad
    def plain(x: Any) -> Any:
        return (x**2).sum()

    @api.filter_grad()
    def empty(x: Any) -> Any:
        return (x**2).sum()

    @api.filter_value_and_grad(has_aux=True)
    def both(x: Any) -> Any:
        return (x**2).sum(), 3

    @functools.partial(api.filter_grad, has_aux=False)
    def partial(x: Any) -> Any:
        return (x**2).sum()

    return [f(jnp.arange(2.0)) for f in (plain, empty, both, partial)]


@programs
def gradients_of_methods(api: Any) -> Any:
    class Model(eqx.Module):
        w: Any

        @api.filter_grad
        def __call__(self, x: Any) -> Any:
            return (self.w * x).sum()

        @api.filter_value_and_grad
        def both(self, x: Any) -> Any:
            return (self.w * x).sum()

        @api.filter_jit
        @api.filter_grad
        def jitted(self, x: Any) -> Any:
            return (self.w * x).sum()

    m = Model(jnp.arange(2.0))
    return m(3.0), m(x=3.0), m.both(3.0), Model.both(m, 3.0), m.jitted(3.0), api.filter_jit(m.both)(3.0)


@programs
def gradients_of_callables(api: Any) -> Any:
    layer, x = Layer(jnp.arange(2.0)), jnp.ones(2)
    return (
        api.filter_grad(layer)(x),
        api.filter_grad(layer)(x, scale=2),
        api.filter_grad(layer.method)(x),
        api.filter_grad(functools.partial(lambda a, b: (a * b).sum(), x))(x),
        api.filter_grad(functools.partial(lambda a, b: (a * b).sum(), b=x))(x),
        api.filter_grad(jax.tree_util.Partial(lambda a, b: (a * b).sum(), x))(x),
        api.filter_grad(jnp.sum)(x),
        api.filter_grad(jax.jit(jnp.sum))(x),
        api.filter_grad(api.filter_jit(jnp.sum))(x),
        api.filter_grad(lambda m: m(x))(layer),
    )


@programs
def gradients_of_gradients(api: Any) -> Any:
    f = api.filter_grad(api.filter_grad(lambda x: x**3))
    return f(jnp.array(2.0)), api.filter_grad(lambda t: api.filter_grad(total)(t)["a"].sum())(
        {"a": jnp.ones(2), "b": 1}
    )


@programs
def gradients_under_other_transforms(api: Any) -> Any:
    f = api.filter_grad(lambda x, n: (x**n).sum())
    return (
        jax.jit(lambda x: f(x, 3))(jnp.arange(2.0)),
        jax.vmap(lambda x: f(x, 2))(jnp.ones((2, 3))),
        api.filter_jit(f)(jnp.arange(2.0), 3),
        api.filter_vmap(f)(jnp.ones((2, 3)), 2),
        jax.jvp(lambda x: f(x, 3), (jnp.ones(2),), (jnp.ones(2),)),
    )


@programs
def gradient_positions(api: Any) -> Any:
    return api.filter_grad(lambda x, y: x * y, argnums=None)(jnp.array(2.0), 3.0)


@programs
def what_a_gradient_function_shows(api: Any) -> Any:
    def fun(x: int, *, y: str = "a") -> float:
        """Says what it does."""
        return x

    shown = []
    for f in (api.filter_grad(fun), api.filter_value_and_grad(fun), api.filter_checkpoint(fun), api.filter_vmap(fun)):
        for g in (f, jax.tree.unflatten(*reversed(jax.tree.flatten(f)))):
            shown += [g.__name__, g.__qualname__, g.__module__, g.__doc__, g.__annotations__ == fun.__annotations__]
            shown += [g.__wrapped__ is fun, str(inspect.signature(g))]
    return shown


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

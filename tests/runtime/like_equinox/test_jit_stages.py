"""Compiled functions and what is around them: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import functools
import gc
import weakref
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()
ONES = jnp.ones(2)


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
def arguments_called_like_our_own(api: Any) -> Any:
    def fun(self: Any, fun: Any, args: Any, kwargs: Any, options: Any = 1, call: Any = 2) -> Any:
        return self, fun, args, kwargs, options, call

    return api.filter_jit(fun)(self=1, fun=jnp.ones(1), args=(2,), kwargs={"a": 3}, call=4)


@programs
def variadic_arguments(api: Any) -> Any:
    def fun(*args: Any, **kwargs: Any) -> Any:
        return args, kwargs

    f = api.filter_jit(fun)
    return f(), f(1, jnp.ones(1)), f(1, b=2, a=jnp.ones(1)), f(x=1)


@programs
def positional_only_arguments(api: Any) -> Any:
    def fun(x: Any, /, y: Any, **kwargs: Any) -> Any:
        return x, y, kwargs

    f = api.filter_jit(fun)
    return f(1, 2), f(1, y=2), f(1, 2, x=3)


@programs
def positional_only_by_keyword(api: Any) -> Any:
    def fun(x: Any, /) -> Any:
        return x

    return api.filter_jit(fun)(x=1)


@programs
def defaults_that_are_arrays(api: Any) -> Any:
    def fun(x: Any, y: Any = ONES) -> Any:
        return isinstance(y, jax.core.Tracer), y + x

    return api.filter_jit(fun)(1)


@programs
def under_other_transforms(api: Any) -> Any:
    f = api.filter_jit(lambda x, s: (x["a"] ** 2).sum() * len(s))
    tree = {"a": jnp.arange(3.0)}
    return (
        jax.grad(lambda t: f(t, "ab"))(tree),
        jax.vmap(lambda a: f({"a": a}, "ab"))(jnp.ones((2, 3))),
        jax.jit(lambda t: f(t, "ab"))(tree),
        jax.jvp(lambda a: f({"a": a}, "a"), (jnp.ones(2),), (jnp.ones(2),)),
        jax.eval_shape(lambda t: f(t, "ab"), tree),
        str(jax.make_jaxpr(lambda t: f(t, "ab"))(tree).out_avals),
    )


@programs
def without_compilation(api: Any) -> Any:
    with jax.disable_jit():
        return api.filter_jit(lambda x, y: (x + 1, y, isinstance(x, jax.core.Tracer)))(jnp.ones(2), "a")


@programs
def double_precision(api: Any) -> Any:
    f = api.filter_jit(lambda x: (x, jnp.ones(2), np.float64(1) * x))
    first = f(np.ones(2))
    with jax.enable_x64(True):
        return first, f(np.ones(2)), f(jnp.ones(2, "float32"))


@programs
def lowered_and_compiled(api: Any) -> Any:
    f = api.filter_jit(lambda x, y, *, z=3: (x + z, y))
    lowered = f.lower(jnp.ones(2), "a")
    compiled = lowered.compile()
    with_keyword = f.lower(jnp.ones(2), y="a", z=jnp.ones(2)).compile()
    return (
        isinstance(lowered.as_text(), str),
        compiled(jnp.zeros(2), "a"),
        with_keyword(jnp.zeros(2), y="a", z=jnp.ones(2)),
        with_keyword(jnp.zeros(2), "a", z=jnp.ones(2)),
        f.lower(jnp.ones(2), "a").compile(compiler_options={})(jnp.zeros(2), "a"),
    )


@programs
def lowered_with_defaults(api: Any) -> Any:
    def fun(x: Any, y: Any = 2, *args: Any) -> Any:
        return x, y, args

    f = api.filter_jit(fun)
    return f.lower(jnp.ones(2)).compile()(jnp.zeros(2)), f.lower(jnp.ones(1), 3, 4).compile()(jnp.zeros(1), 3, 4)


@programs
def lowered_methods(api: Any) -> Any:
    class Model(eqx.Module):
        w: Any

        @api.filter_jit
        def run(self, x: Any) -> Any:
            return self.w + x

    m = Model(jnp.ones(2))
    f = api.filter_jit(m.run)
    return Model.run.lower(m, jnp.ones(2)).compile()(m, jnp.ones(2)), f.lower(jnp.ones(2)).compile()(jnp.ones(2))


@programs
def compiled_for_another_shape(api: Any) -> Any:
    return api.filter_jit(lambda x: x).lower(jnp.ones(2)).compile()(jnp.ones(3))


@programs
def lowered_for_donation(api: Any) -> Any:
    f = api.filter_jit(lambda x: x + 1, donate="all")
    x = jnp.ones(2)
    return f.lower(x).compile()(x), x.is_deleted()


@programs
def names_in_the_lowering(api: Any) -> Any:
    def a_name_of_its_own(x: Any) -> Any:
        return x + 1

    text = api.filter_jit(a_name_of_its_own).lower(jnp.ones(2)).as_text()
    return "a_name_of_its_own" in text


@programs
def names_of_partials_and_modules(api: Any) -> Any:
    def a_name_of_its_own(x: Any, y: Any) -> Any:
        return x + y

    f = functools.partial(a_name_of_its_own, 1)
    twice = api.filter_jit(api.filter_jit(a_name_of_its_own))
    return (
        "a_name_of_its_own" in api.filter_jit(f).lower(jnp.ones(2)).as_text(),
        "Layer" in api.filter_jit(Layer(jnp.ones(2))).lower(jnp.ones(2)).as_text(),
        "a_name_of_its_own" in twice.lower(jnp.ones(2), 1).as_text(),
    )


@programs
def objects_that_can_be_made_arrays(api: Any) -> Any:
    class Box:
        def __jax_array__(self) -> Any:
            return jnp.ones(2)

    box = Box()
    return api.filter_jit(lambda b, x: (b is box, jnp.asarray(x) + jnp.ones(2)))(box, 1)


@programs
def functions_of_the_library(api: Any) -> Any:
    return [
        api.filter_jit(f)(jnp.arange(3.0)) for f in (jnp.sin, jnp.sum, jax.nn.relu, jnp.linalg.norm, jax.jit(jnp.cos))
    ]


@programs
def builtin_functions(api: Any) -> Any:
    return api.filter_jit(sum)([jnp.ones(2), jnp.ones(2)]), api.filter_jit(len)([1, 2])


@programs
def a_class_as_the_function(api: Any) -> Any:
    return api.filter_jit(Layer)(jnp.ones(2)), api.filter_jit(eqx.nn.Linear)(
        2, 3, key=jax.random.PRNGKey(0)
    ).weight.shape


@programs
def an_object_with_call(api: Any) -> Any:
    class Called:
        def __call__(self, x: Any) -> Any:
            return x + 1

    return api.filter_jit(Called())(jnp.ones(2))


@programs
def a_compiled_function_is_freed(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return x

    f = api.filter_jit(fun)
    f(1)
    alive = weakref.ref(f)
    del f
    gc.collect()
    return alive() is None


@programs
def recursion(api: Any) -> Any:
    @api.filter_jit
    def factorial(n: Any, x: Any) -> Any:
        return x if n == 0 else factorial(n - 1, x * n)

    return factorial(4, jnp.ones(()))


@programs
def a_wrapper_can_be_hashed_and_compared(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return x

    f = api.filter_jit(fun)
    return len({f, f}), f == f, f != 3


@programs
def a_wrapper_that_is_a_static_leaf_does_not_trace_anew(api: Any) -> Any:
    traces: list[None] = []

    def fun(x: Any) -> Any:
        return x

    @api.filter_jit
    def outer(f: Any, x: Any) -> Any:
        traces.append(None)
        return f(x)

    for _ in range(3):
        outer(api.filter_jit(fun), jnp.ones(2))
    return len(traces)


@programs
def many_leaves(api: Any) -> Any:
    tree = {str(i): (jnp.full(1, i), i, str(i)) for i in range(50)}
    return api.filter_jit(lambda t: jax.tree.map(lambda x: x, t))(tree)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

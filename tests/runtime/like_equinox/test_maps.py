"""Maps of every kind of function: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import functools
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any) -> Any:
        return self.w * x

    def method(self, x: Any) -> Any:
        return self.w + x


def both(api: Any) -> tuple[Any, Any]:
    return api.filter_vmap, api.filter_pmap


@programs
def only_the_size(api: Any) -> Any:
    found = []
    for f in both(api):
        found.append(f(lambda: jnp.ones(3), axis_size=2)())
        found.append(f(lambda x: x * 2, in_axes=None, axis_size=2)(jnp.ones(3)))
        found.append(f(lambda n: n, axis_size=2)("a"))
        found.append(f(lambda x: jax.lax.psum(1, "i"), axis_name="i", axis_size=2)(5))
    return found


@programs
def nothing_mapped(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes=None)(jnp.ones(3))


@programs
def nothing_mapped_in_or_out(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes=None, out_axes=None)(jnp.ones(3)), api.filter_vmap(lambda x: x)("a")


@programs
def sizes_that_differ(api: Any) -> Any:
    return api.filter_vmap(lambda x, y: x)(jnp.ones(2), jnp.ones(3))


@programs
def a_size_that_does_not_fit(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, axis_size=4)(jnp.ones(2))


@programs
def sizes_that_differ_beside_static_leaves(api: Any) -> Any:
    return api.filter_vmap(lambda x, y, s: x, in_axes=(0, 0, None))(jnp.ones(2), jnp.ones(3), object())


@programs
def an_axis_that_does_not_exist(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes=1)(jnp.ones(2))


@programs
def a_scalar_to_be_mapped(api: Any) -> Any:
    return api.filter_vmap(lambda x: x)(jnp.ones(()))


@programs
def an_axis_of_something_else(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes="a")(jnp.ones(2))


@programs
def an_axis_of_a_string(api: Any) -> Any:
    return api.filter_vmap(lambda x, s: x, in_axes=(0, 0))(jnp.ones(2), "s")


@programs
def a_name_that_is_no_parameter(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes={"y": 0})(jnp.ones(2))


@programs
def a_name_of_a_parameter_left_to_its_default(api: Any) -> Any:
    def fun(x: Any, y: Any = 1) -> Any:
        return x

    return api.filter_vmap(fun, in_axes={"y": None})(jnp.ones(2))


@programs
def named_axes_of_wrapped_functions(api: Any) -> Any:
    def fun(x: Any, y: Any) -> Any:
        return (x * y).sum()

    x = jnp.ones((2, 3))
    layer = Layer(jnp.ones(3))
    return (
        api.filter_vmap(functools.partial(fun, y=2), in_axes={"x": 1})(x),
        api.filter_vmap(api.filter_grad(fun), in_axes={"y": None})(x, 2.0),
        api.filter_vmap(layer.method, in_axes={"x": 0})(x),
        api.filter_vmap(layer, in_axes={"x": 0})(x),
        api.filter_vmap(api.filter_jit(fun), in_axes={"x": 1})(x, 2),
    )


@programs
def too_many_axes(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, in_axes=(0, 0))(jnp.ones(2))


@programs
def maps_as_decorators(api: Any) -> Any:
    found = []
    for f in both(api):

        @f
        def plain(x: Any) -> Any:
            return x + 1

        @f(in_axes=1)
        def options(x: Any) -> Any:
            return x + 1

        @functools.partial(f, out_axes=1)
        def partial(x: Any) -> Any:
            return x + 1

        found += [g(jnp.ones((2, 2))) for g in (plain, options, partial, f()(plain.__wrapped__))]
    return found


@programs
def mapped_methods(api: Any) -> Any:
    class Model(eqx.Module):
        w: Any

        @api.filter_vmap(in_axes=(None, 0))
        def __call__(self, x: Any) -> Any:
            return self.w * x

        @api.filter_vmap
        def both(self, x: Any) -> Any:
            return self.w * x

        @api.filter_pmap(in_axes={"self": None})
        def spread(self, x: Any) -> Any:
            return self.w * x

        @api.filter_jit
        @api.filter_vmap(in_axes=(None, 0))
        def jitted(self, x: Any) -> Any:
            return self.w * x

    m, x = Model(jnp.arange(2.0)), jnp.ones((2, 2))
    return m(x), m.both(x), m.spread(x), m.jitted(x), Model.both(m, x), Model.both(m, 3)


@programs
def mapped_callables(api: Any) -> Any:
    layer, x = Layer(jnp.arange(2.0)), jnp.arange(4.0).reshape(2, 2)
    found = []
    for f in both(api):
        found += [
            f(layer)(x),
            f(layer.method)(x),
            f(functools.partial(lambda a, b: a + b, jnp.ones(2)))(x),
            f(jax.tree_util.Partial(lambda a, b: a + b, jnp.ones(2)))(x),
            f(jnp.sin)(x),
            f(jax.jit(jnp.sin))(x),
        ]
    return found


@programs
def ensembles(api: Any) -> Any:
    keys = jax.random.split(jax.random.PRNGKey(0), 2)
    make = api.filter_vmap(lambda key: eqx.nn.MLP(2, 2, 2, 1, key=key))
    models = make(keys)
    evaluate = api.filter_vmap(lambda m, x: m(x), in_axes=(api.if_array(0), None))
    each = api.filter_vmap(lambda m, x: m(x))
    return models, evaluate(models, jnp.ones(2)), each(models, jnp.ones((2, 2)))


@programs
def keys_are_mapped(api: Any) -> Any:
    keys = jax.random.split(jax.random.key(0), 2)
    return [(f(lambda k: jax.random.split(k))(keys), f(lambda k: jax.random.normal(k))(keys)) for f in both(api)]


@programs
def collectives(api: Any) -> Any:
    x = jnp.arange(4.0).reshape(2, 2)

    def fun(x: Any) -> Any:
        return jax.lax.psum(x, "i"), jax.lax.pmean(x, "i"), jax.lax.axis_index("i"), jax.lax.psum(1, "i")

    return [f(fun, axis_name="i")(x) for f in both(api)] + [
        f(fun, axis_name="i", out_axes=(None, None, 0, None))(x) for f in both(api)
    ]


@programs
def maps_of_maps(api: Any) -> Any:
    x, y = jnp.arange(2.0), jnp.arange(3.0)
    outer = api.filter_vmap(api.filter_vmap(lambda a, b: a * b, in_axes=(None, 0)), in_axes=(0, None))
    return outer(x, y), api.filter_vmap(api.filter_vmap(lambda t: t["x"] + t["n"]))({"x": jnp.ones((2, 3)), "n": 1})


@programs
def maps_under_other_transforms(api: Any) -> Any:
    f = api.filter_vmap(lambda x, n: (x**2).sum() * n)
    x = jnp.arange(4.0).reshape(2, 2)
    return (
        jax.jit(lambda x: f(x, 2))(x),
        api.filter_jit(f)(x, 2),
        jax.grad(lambda x: f(x, 2).sum())(x),
        api.filter_grad(lambda x: f(x, 2).sum())(x),
        jax.vmap(lambda x: f(x, 2))(x[None]),
        api.filter_vmap(api.filter_jit(lambda x: x + 1))(x),
        api.filter_vmap(api.filter_grad(lambda x: (x**2).sum()))(x),
        jax.jvp(lambda x: f(x, 2), (x,), (x,)),
        api.filter_eval_shape(f, x, 2),
    )


@programs
def parallel_maps_under_other_transforms(api: Any) -> Any:
    f = api.filter_pmap(lambda x, n: (x**2).sum() * n)
    x = jnp.arange(4.0).reshape(2, 2)
    return (
        api.filter_grad(lambda x: f(x, 2).sum())(x),
        jax.grad(lambda x: f(x, 2).sum())(x),
        api.filter_eval_shape(f, x, 2),
    )


@programs
def arguments_with_a_default(api: Any) -> Any:
    def fun(x: Any, y: Any = 2, *rest: Any) -> Any:
        return x * y, rest

    return [(f(fun)(jnp.ones(2)), f(fun)(jnp.ones(2), 3), f(fun)(jnp.ones(2), 3, jnp.ones(2))) for f in both(api)]


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

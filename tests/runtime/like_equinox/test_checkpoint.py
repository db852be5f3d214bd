"""Checkpoints and closure conversion: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

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


@programs
def checkpoint_of_mixed_trees(api: Any) -> Any:
    def fun(tree: Any, x: Any, *, n: Any = 2) -> Any:
        return {"y": tree["f"](tree["w"] * x) * n, "f": tree["f"], "n": n}

    tree = {"w": jnp.arange(2.0), "f": jnp.sin}
    again = api.filter_checkpoint(fun)
    loss = api.filter_grad(lambda t, x: again(t, x, n=3)["y"].sum())
    return again(tree, 2.0), again(tree, jnp.ones(2), n=jnp.ones(())), loss(tree, 2.0)


@programs
def checkpoint_as_a_decorator(api: Any) -> Any:
    policy = jax.checkpoint_policies.dots_with_no_batch_dims_saveable

    @api.filter_checkpoint
    def plain(x: Any) -> Any:
        return jnp.sin(x).sum()

    @api.filter_checkpoint()
    def empty(x: Any) -> Any:
        return jnp.sin(x).sum()

    @api.filter_checkpoint(policy=policy, prevent_cse=False)
    def options(x: Any) -> Any:
        return jnp.sin(x).sum()

    return [(f(jnp.ones(2)), jax.grad(f)(jnp.ones(2))) for f in (plain, empty, options)]


@programs
def checkpoint_recomputes(api: Any) -> Any:
    def sines(policy: Any) -> int:
        f = api.filter_checkpoint(lambda x: jnp.sin(jnp.sin(x)), policy=policy)
        return str(jax.make_jaxpr(jax.grad(f))(1.0)).count(" sin ") + str(jax.make_jaxpr(f)(1.0)).count("remat")

    return sines(None), sines(jax.checkpoint_policies.everything_saveable)


@programs
def checkpoint_of_callables(api: Any) -> Any:
    layer, x = Layer(jnp.arange(2.0)), jnp.ones(2)

    class Model(eqx.Module):
        w: Any

        @api.filter_checkpoint
        def __call__(self, x: Any) -> Any:
            return (self.w * x).sum()

    return (
        api.filter_checkpoint(layer)(x, scale=2),
        api.filter_checkpoint(layer.method)(x),
        api.filter_grad(lambda m: api.filter_checkpoint(m)(x))(layer),
        api.filter_grad(lambda m: m(x))(Model(jnp.ones(2))),
        api.filter_jit(api.filter_checkpoint(layer))(x),
    )


@programs
def closure_conversion(api: Any) -> Any:
    z = jnp.arange(2.0)
    f = api.filter_closure_convert(lambda x, n: (x + z, n), jnp.ones(2), "a")
    return f(jnp.zeros(2), "a"), f.in_struct, f.out_struct, len(jax.tree.leaves(f.consts))


@programs
def closure_conversion_of_tracers(api: Any) -> Any:
    def fun(x: Any, y: Any) -> Any:
        z = x + y
        g = api.filter_closure_convert(lambda a: z + a, 1)
        return g(1), [c is z for c in g.consts]

    return jax.grad(lambda x, y: fun(x, y)[0])(1.0, 2.0), fun(jnp.ones(2), 1)[1]


@programs
def closure_conversion_without_closure(api: Any) -> Any:
    f = api.filter_closure_convert(jnp.sin, jnp.ones(2))

    def plain(x: Any, *, n: Any) -> Any:
        return x * n

    g = api.filter_closure_convert(plain, jnp.ones(2), n=3)
    return f(jnp.ones(2)), g(jnp.ones(2), n=3), g.in_struct, g.out_struct


@programs
def closure_conversion_with_another_shape(api: Any) -> Any:
    z = jnp.ones(())
    return api.filter_closure_convert(lambda x: x + z, jnp.ones(2))(jnp.ones(3))


@programs
def closure_conversion_with_another_dtype(api: Any) -> Any:
    z = jnp.ones(())
    return api.filter_closure_convert(lambda x: x + z, jnp.ones(2))(jnp.arange(2))


@programs
def closure_conversion_with_another_static_value(api: Any) -> Any:
    z = jnp.ones(())
    return api.filter_closure_convert(lambda x, n: x + z, jnp.ones(2), 1)(jnp.ones(2), 2)


@programs
def closure_conversion_with_another_structure(api: Any) -> Any:
    return api.filter_closure_convert(lambda x: x, [jnp.ones(2)])((jnp.ones(2),))


@programs
def closure_conversion_with_weak_types(api: Any) -> Any:
    z = jnp.ones(())
    weak, strong = jnp.asarray(1.0), jnp.float32(1)
    f, g = (api.filter_closure_convert(lambda x: x + z, x) for x in (weak, strong))
    return f(strong), f(weak), g(weak), g(strong)


@programs
def closure_conversion_with_shapes(api: Any) -> Any:
    z = jnp.ones(2)
    f = api.filter_closure_convert(lambda x: x + z, jax.ShapeDtypeStruct((2,), "float32"))
    return f(jnp.ones(2)), f(np.ones(2, "float32")), f.out_struct


@programs
def closure_conversion_of_modules(api: Any) -> Any:
    f = api.filter_closure_convert(Layer(jnp.ones(2)), jnp.ones(2), scale=2)
    return f(jnp.zeros(2), scale=2), len(jax.tree.leaves(f.consts))


@programs
def a_converted_closure_crosses_transforms(api: Any) -> Any:
    def fun(x: Any) -> Any:
        g = api.filter_closure_convert(lambda a: a * x, 2.0)
        return api.filter_jit(lambda g: g(2.0))(g) + jax.jit(lambda c: c[0])(g.consts)

    return jax.grad(fun)(3.0)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

"""Products with Jacobians, and Jacobians: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

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

    def __call__(self, x: Any, *, scale: Any = 1) -> Any:
        return (self.act(self.w * x) * scale).sum()

    def method(self, x: Any) -> Any:
        return (self.w * x).sum()


@programs
def jvp_of_a_mixed_tree(api: Any) -> Any:
    def fun(tree: Any, x: Any, n: Any) -> Any:
        return {"y": tree["w"] * x * n, "f": tree["f"], "n": n, "c": jnp.ones(2), "i": jnp.arange(2)}

    tree, tangent = {"w": jnp.arange(2.0), "f": jnp.sin}, {"w": jnp.ones(2), "f": None}
    return (
        api.filter_jvp(fun, (tree, jnp.ones(2), 3), (tangent, None, None)),
        api.filter_jvp(fun, (tree, jnp.ones(2), 3), (tangent, jnp.ones(2), None)),
        api.filter_jvp(fun, [tree, 2.0, 3], [tangent, 1.0, None]),
    )


@programs
def jvp_with_keywords(api: Any) -> Any:
    return api.filter_jvp(lambda x, *, n: x**n, (jnp.array(2.0),), (jnp.array(1.0),), n=3)


@programs
def jvp_tangents_of_another_structure(api: Any) -> Any:
    return api.filter_jvp(lambda x: x, ([jnp.ones(2), 1],), ([jnp.ones(2)],))


@programs
def jvp_tangents_of_another_shape(api: Any) -> Any:
    return api.filter_jvp(lambda x: x, (jnp.ones(2),), (jnp.ones(3),))


@programs
def jvp_tangents_of_integers(api: Any) -> Any:
    return api.filter_jvp(lambda x: x, (jnp.arange(2),), (jnp.arange(2),))


@programs
def jvp_of_a_function_that_ignores(api: Any) -> Any:
    return api.filter_jvp(lambda x: (jnp.ones(2), x, 3), (jnp.ones(2),), (jnp.ones(2),))


@programs
def vjp_of_a_mixed_tree(api: Any) -> Any:
    def fun(tree: Any, x: Any, n: Any) -> Any:
        return {"y": tree["w"] * x * n, "f": tree["f"], "n": n, "i": jnp.arange(2), "s": jnp.sin(x)}

    out, pullback = api.filter_vjp(fun, {"w": jnp.arange(2.0), "f": jnp.sin, "i": jnp.arange(1)}, jnp.ones(2), 3)
    cotangent = {"y": jnp.ones(2), "f": None, "n": None, "i": None, "s": jnp.ones(2)}
    return out, pullback(cotangent)


@programs
def vjp_with_aux(api: Any) -> Any:
    out, pullback, aux = api.filter_vjp(lambda x, n: (x * n, {"x": x, "name": "a"}), jnp.ones(2), 2, has_aux=True)
    return out, pullback(jnp.ones(2)), aux


@programs
def vjp_without_primals(api: Any) -> Any:
    out, pullback = api.filter_vjp(lambda: jnp.ones(2))
    return out, pullback(jnp.ones(2))


@programs
def vjp_cotangent_of_another_structure(api: Any) -> Any:
    return api.filter_vjp(lambda x: {"a": x}, jnp.ones(2))[1]({"b": jnp.ones(2)})


@programs
def vjp_cotangent_of_another_shape(api: Any) -> Any:
    return api.filter_vjp(lambda x: x, jnp.ones(2))[1](jnp.ones(3))


@programs
def vjp_under_jit(api: Any) -> Any:
    def fun(x: Any) -> Any:
        out, pullback = api.filter_vjp(lambda x, f: f(x), x, jnp.sin)
        return out, pullback(out)

    return api.filter_jit(fun)(jnp.ones(2)), jax.jit(fun)(jnp.ones(2)), jax.vmap(fun)(jnp.ones((2, 2)))


@programs
def jacobians_of_arrays(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return jnp.sin(x) * x[0]

    x = jnp.arange(3.0)
    return [f(fun)(x) for f in (api.filter_jacfwd, api.filter_jacrev, api.filter_hessian)]


@programs
def jacobians_of_mixed_trees(api: Any) -> Any:
    def fun(tree: Any, y: Any, *, k: Any = 1) -> Any:
        return {"out": tree["w"] ** 2 * y * k, "other": jnp.sum(tree["w"])}

    tree = {"w": jnp.arange(3.0), "f": jnp.sin, "n": 2, "i": jnp.arange(2)}
    transforms = (api.filter_jacfwd, api.filter_jacrev, api.filter_hessian)
    return [f(fun)(tree, 2.0, k=3) for f in transforms]


@programs
def jacobians_with_aux(api: Any) -> Any:
    def fun(x: Any) -> Any:
        return x**2, {"aux": x}

    transforms = (api.filter_jacfwd, api.filter_jacrev)
    return [f(fun, has_aux=True)(jnp.arange(2.0)) for f in transforms], [
        f(fun, True)(jnp.arange(2.0)) for f in transforms
    ]


@programs
def hessian_of_a_scalar(api: Any) -> Any:
    return api.filter_hessian(lambda x, n: (x**n).sum())(jnp.arange(3.0), 3)


@programs
def hessian_of_a_module(api: Any) -> Any:
    return api.filter_hessian(lambda m: m(jnp.ones(2)))(Layer(jnp.arange(2.0)))


@programs
def hessian_with_aux(api: Any) -> Any:
    return api.filter_hessian(lambda x: ((x**2).sum(), x), has_aux=True)(jnp.arange(2.0))


@programs
def jacobians_of_scalars_and_numbers(api: Any) -> Any:
    return [f(lambda x: x**2)(jnp.array(3.0)) for f in (api.filter_jacfwd, api.filter_jacrev, api.filter_hessian)]


@programs
def jacobians_under_other_transforms(api: Any) -> Any:
    f = api.filter_jacfwd(lambda x, n: x**n)
    return (
        api.filter_jit(f)(jnp.ones(2), 2),
        api.filter_jit(api.filter_jacrev(lambda x: x**2))(jnp.ones(2)),
        jax.vmap(lambda x: f(x, 2))(jnp.ones((2, 2))),
    )


@programs
def jacobian_without_arguments(api: Any) -> Any:
    return api.filter_jacfwd(lambda: jnp.ones(2))()


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

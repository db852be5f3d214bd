"""filter_jvp, filter_vjp and the Jacobians against the raw transforms, and on trees that those do not take."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given

from pytreelint.runtime import filter_hessian, filter_jacfwd, filter_jacrev, filter_jvp, filter_vjp
from tests.runtime.trees import assert_close, inexact_trees, tried

few = tried(9)


def f(tree: Any) -> Any:
    return {"out": jax.tree.map(lambda x: x * x, tree), "all": sum(x.sum() for x in jax.tree.leaves(tree))}


@few
@given(inexact_trees)
def test_jvp_and_vjp_of_trees_of_arrays_are_the_raw_ones(tree: Any) -> None:
    tree = jax.tree.map(jnp.asarray, tree)
    tangent = jax.tree.map(lambda x: 2 * jnp.ones_like(x), tree)
    raw = jax.jvp(f, (tree,), (tangent,))
    assert_close(filter_jvp(f, (tree,), (tangent,)), raw)
    out, pullback = jax.vjp(f, tree)
    ours, our_pullback = filter_vjp(f, tree)
    assert_close(ours, out)
    assert_close(our_pullback(out), pullback(out))


@pytest.mark.long
@few
@given(inexact_trees)
def test_jacobians_of_trees_of_arrays_are_the_raw_ones(tree: Any) -> None:
    tree = jax.tree.map(lambda x: jnp.asarray(x, jnp.float32), tree)
    assert_close(filter_jacfwd(f)(tree), jax.jacfwd(f)(tree))
    assert_close(filter_jacrev(f)(tree), jax.jacrev(f)(tree))
    assert_close(filter_hessian(f)(tree), jax.hessian(f)(tree))


def test_jvp_tells_what_does_not_depend() -> None:
    def g(x: Any, y: Any, name: str) -> Any:
        return {name: x * y, "y": y + 1, "i": jnp.arange(2), "stopped": jax.lax.stop_gradient(x), "const": jnp.ones(2)}

    out, tangent = filter_jvp(g, (jnp.array(2.0), jnp.array(3.0), "xy"), (jnp.array(1.0), None, None))
    assert out["xy"] == 6.0 and tangent["xy"] == 3.0
    assert tangent == {"xy": 3.0, "y": None, "i": None, "stopped": None, "const": None}


def test_jvp_inside_other_transforms_knows_its_own_level() -> None:
    def inner(z: Any) -> Any:
        out, tangent = filter_jvp(lambda x: (x * z, z * 3), (jnp.array(2.0),), (jnp.array(1.0),))
        assert tangent[1] is None
        return tangent[0] * out[1]

    assert jax.grad(inner)(jnp.array(5.0)) == 30.0
    assert jax.jit(jax.grad(inner))(jnp.array(5.0)) == 30.0
    assert jax.vmap(inner)(jnp.arange(3.0)).tolist() == [0.0, 3.0, 12.0]
    assert jax.jvp(inner, (jnp.array(5.0),), (jnp.array(1.0),)) == (75.0, 30.0)


def test_jvp_without_any_tangent_and_with_a_subtree_of_none() -> None:
    x = {"a": jnp.ones(2), "b": jnp.ones(2), "act": jnp.sin}
    out, tangent = filter_jvp(lambda x: x["a"] * 2, (x,), (None,))
    assert out.tolist() == [2.0, 2.0] and tangent is None
    out, tangent = filter_jvp(lambda x: x, (x,), ({"a": jnp.ones(2), "b": None, "act": None},))
    assert out["act"] is jnp.sin and tangent["a"].tolist() == [1.0, 1.0] and tangent["b"] is tangent["act"] is None


def test_jvp_aux_and_keywords() -> None:
    def g(x: Any, *, scale: Any) -> Any:
        return x * scale, {"scale": scale, "x": x, "text": "t"}

    out, tangent, aux = filter_jvp(g, (3.0,), (1.0,), has_aux=True, scale=2.0)
    assert (out, tangent, aux) == (6.0, 2.0, {"scale": 2.0, "x": 3.0, "text": "t"})


def test_jvp_errors_name_the_leaf() -> None:
    with pytest.raises(ValueError, match="tangents must have the tree structure"):
        filter_jvp(lambda x: x, (jnp.ones(2),), (jnp.ones(2), jnp.ones(2)))
    with pytest.raises(TypeError, match=r"primals\[0\]\['n'\] of type `int` has no derivative"):
        filter_jvp(lambda x: x, ({"n": 3},), ({"n": 1.0},))
    with pytest.raises(ValueError, match=r"primals\[0\] has shape \(2,\), but its tangent has \(3,\)"):
        filter_jvp(lambda x: x, (jnp.ones(2),), (jnp.ones(3),))


def test_vjp_of_a_mixed_tree() -> None:
    mlp = eqx.nn.MLP(2, 1, 3, 1, key=jax.random.key(0))
    x = jnp.ones(2)

    def g(model: Any, x: Any) -> Any:
        return {"y": model(x), "model": model, "n": jnp.arange(2)}

    out, pullback, aux = filter_vjp(lambda m, x: (g(m, x), "aux"), mlp, x, has_aux=True)
    assert aux == "aux" and out["model"].activation is mlp.activation and out["n"].tolist() == [0, 1]
    gradient, dx = pullback({"y": jnp.ones(1), "model": None, "n": None})
    expected = eqx.filter_grad(lambda m, x: m(x).sum())(mlp, x)
    assert_close(gradient, expected)
    np.testing.assert_allclose(dx, jax.grad(lambda x: mlp(x).sum())(x), rtol=1e-5)


def test_a_pullback_is_a_tree() -> None:
    @jax.jit
    def forward(x: Any) -> Any:
        return filter_vjp(lambda x: {"y": x**2, "name": "y"}, x)[1]

    pullback = forward(jnp.array(3.0))
    assert jax.jit(lambda p: p({"y": 1.0, "name": None}))(pullback) == (6.0,)


def test_vjp_errors_name_the_leaf() -> None:
    _, pullback = filter_vjp(lambda x: {"y": x, "i": jnp.arange(2)}, jnp.ones(2))
    with pytest.raises(ValueError, match="the cotangent must have the tree structure"):
        pullback(jnp.ones(2))
    with pytest.raises(TypeError, match=r"output\['i'\] has no derivative"):
        pullback({"y": jnp.ones(2), "i": jnp.ones(2)})
    with pytest.raises(ValueError, match=r"output\['y'\] has shape \(2,\)"):
        pullback({"y": jnp.ones(3), "i": None})
    assert pullback({"y": None, "i": None})[0].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("jacobian", [filter_jacfwd, filter_jacrev])
def test_jacobians_of_a_mixed_tree(jacobian: Any) -> None:
    @jacobian(has_aux=True)
    def g(tree: Any, scale: float, *, power: int) -> Any:
        return {"y": tree["act"](tree["x"]) * scale, "n": power, "i": jnp.arange(2)}, "aux"

    out, aux = g({"x": jnp.zeros(2), "act": jnp.sin, "i": jnp.arange(2)}, 3.0, power=2)
    assert aux == "aux" and out["n"] is None and out["i"] is None
    assert out["y"]["x"].tolist() == [[3.0, 0.0], [0.0, 3.0]] and out["y"]["act"] is out["y"]["i"] is None


def test_hessian_with_aux_and_argnums() -> None:
    def g(x: Any, y: Any) -> Any:
        return (x * y).sum(), "aux"

    ours, aux = filter_hessian(g, argnums=(0, 1), has_aux=True)(jnp.ones(2), jnp.ones(2))
    theirs, _ = jax.hessian(lambda x, y: (g(x, y)[0], 0), argnums=(0, 1), has_aux=True)(jnp.ones(2), jnp.ones(2))
    assert aux == "aux"
    assert_close(ours, theirs)


def test_has_aux_where_equinox_has_it() -> None:
    for ours, theirs in ((filter_jacfwd, eqx.filter_jacfwd), (filter_jacrev, eqx.filter_jacrev)):
        out, aux = ours(lambda x: (x * 2, "aux"), True)(jnp.ones(2))
        assert_close(out, theirs(lambda x: (x * 2, x), True)(jnp.ones(2))[0])
        assert aux == "aux"


def test_a_method() -> None:
    class Model(eqx.Module):
        w: jax.Array

        @filter_jacrev
        def __call__(self, x: Any) -> Any:
            return self.w * x

    assert Model(jnp.ones(2))(jnp.array([2.0, 3.0])).w.tolist() == [[2.0, 0.0], [0.0, 3.0]]


@pytest.mark.parametrize("transform", [filter_jacfwd, filter_jacrev, filter_hessian])
def test_nothing_to_differentiate(transform: Any) -> None:
    """As a gradient, a derivative in no array has None everywhere."""
    tree = {"n": jnp.arange(3), "name": "n"}
    found = transform(lambda tree: {"y": tree["n"] * 2.0})(tree)
    assert jax.tree.leaves(found) == [] and set(found) == {"y"}

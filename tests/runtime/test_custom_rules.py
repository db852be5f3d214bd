"""filter_custom_jvp and filter_custom_vjp: rules on mixed trees, symbolic zeros, and what must be an error."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint import runtime
from pytreelint.runtime import (
    filter_checkpoint,
    filter_custom_jvp,
    filter_custom_vjp,
    filter_grad,
    filter_jvp,
    is_inexact_array,
)


def make_jvp() -> tuple[Any, list[Any]]:
    """A product with a rule that is ten times too large, and what its rule was told."""
    seen: list[Any] = []

    @filter_custom_jvp
    def product(x: Any, y: Any, *, act: Any = None) -> Any:
        return {"out": x * y, "act": act, "i": jnp.arange(2)}

    @product.def_jvp
    def rule(primals: Any, tangents: Any, *, act: Any = None) -> Any:
        (x, y), (tx, ty) = primals, tangents
        seen.append((tx is None, ty is None, act))
        parts = [t * other for t, other in ((tx, y), (ty, x)) if t is not None]
        return product(x, y, act=act), {"out": 10 * sum(parts), "act": None, "i": None}

    return product, seen


def test_jvp_rule_with_symbolic_zeros_and_keywords() -> None:
    product, seen = make_jvp()
    x, y = jnp.array(2.0), jnp.array(3.0)
    assert product(x, y, act=jnp.sin)["act"] is jnp.sin
    for transform in (lambda f: f, jax.jit, lambda f: lambda *a: jax.vmap(f)(*(b[None] for b in a))[0]):
        assert transform(jax.grad(lambda x, y: product(x, y, act=jnp.sin)["out"]))(x, y) == 30.0
    assert jax.grad(lambda x, y: product(x, y)["out"], 1)(x, y) == 20.0
    assert seen == [(False, True, jnp.sin)] * 3 + [(True, False, None)]
    assert jax.jvp(lambda x, y: product(x, y)["out"], (x, y), (x, y)) == (6.0, 120.0)
    _, tangent = filter_jvp(lambda x: product(x, y), (x,), (jnp.array(1.0),))
    assert tangent == {"out": 30.0, "act": None, "i": None}


def test_jvp_second_derivatives() -> None:
    @filter_custom_jvp
    def cube(x: Any) -> Any:
        return x**3

    cube.def_jvp(lambda primals, tangents: (cube(*primals), 3 * primals[0] ** 2 * tangents[0]))
    assert jax.grad(jax.grad(cube))(2.0) == 12.0
    assert jax.hessian(cube)(2.0) == 12.0


def test_jvp_in_what_may_not_be_differentiated() -> None:
    @filter_custom_jvp
    def scaled(x: Any, *, by: Any) -> Any:
        return x * by["scale"]

    scaled.def_jvp(lambda p, t, *, by: (scaled(*p, by=by), t[0] * by["scale"]))
    assert scaled(2.0, by={"scale": jnp.array(3.0)}) == 6.0
    with pytest.raises(ValueError, match=r"`scaled` was differentiated in its argument \['by'\]\['scale'\]"):
        jax.grad(lambda s: scaled(2.0, by={"scale": s}))(3.0)


def test_the_keywords_that_jax_has() -> None:
    decorate: Any = filter_custom_jvp(nondiff_argnums=(0,))

    @decorate
    def call(fun: Any, x: Any) -> Any:
        return fun(x)

    call.def_jvp(lambda fun, primals, tangents: (fun(*primals), 5 * tangents[0]))
    assert jax.grad(lambda x: call(jnp.sin, x))(1.0) == 5.0
    named: Any = filter_custom_jvp(call.__wrapped__, nondiff_argnames="fun")
    named.def_jvp(lambda fun, primals, tangents: (fun(*primals), 6 * tangents[0]))
    assert jax.grad(lambda x: named(jnp.sin, x))(1.0) == 6.0
    scale: Any = filter_custom_jvp(lambda a, x: a * x, nondiff_argnums=0)
    scale.def_jvp(lambda a, primals, tangents: (a * primals[0], a * tangents[0]))
    with pytest.raises(ValueError, match=r"was differentiated in its argument \[0\]"):
        jax.grad(lambda a: scale(a, 1.0))(1.0)


def test_defjvp_and_defjvps_as_in_jax() -> None:
    def product(x: Any, y: Any) -> Any:
        return x * y

    ours, raw = filter_custom_jvp(product), jax.custom_jvp(product)
    with pytest.warns(UserWarning, match="def_jvp"):
        ours.defjvp(lambda p, t: (product(*p), t[0] * p[1] + p[0] * t[1]))
    raw.defjvp(lambda p, t: (product(*p), t[0] * p[1] + p[0] * t[1]))
    assert jax.grad(ours, (0, 1))(2.0, 3.0) == jax.grad(raw, (0, 1))(2.0, 3.0)
    assert jax.grad(ours)(2.0, jnp.array(3.0)) == 3.0
    for each in (ours, raw):
        each.defjvps(lambda t, out, x, y: t * out, None)
    assert jax.grad(ours, (0, 1))(2.0, 3.0) == jax.grad(raw, (0, 1))(2.0, 3.0) == (6.0, 0.0)


def test_no_rule() -> None:
    with pytest.raises(AttributeError, match="has no derivative rule"):
        filter_custom_jvp(lambda x: x)(1.0)


def test_methods_and_names() -> None:
    class Model:
        @filter_custom_jvp
        def act(self, x: Any) -> Any:
            """Doc."""
            return x * 2

        @filter_custom_vjp
        def back(self: Any, x: Any) -> Any:
            return x

    Model.act.def_jvp(lambda p, t: (p[1] * 2, 7 * t[1]))
    assert jax.grad(Model().act)(1.0) == 7.0
    assert (Model.act.__name__, Model.act.__doc__, Model.act.__module__) == ("act", "Doc.", __name__)
    assert Model.back.__name__ == "back"


def make_vjp() -> tuple[Any, list[Any]]:
    """A function of a mixed tree with a backward rule that is a hundred times too large, and what it was told."""
    seen: list[Any] = []

    @filter_custom_vjp
    def f(tree: Any, scale: Any, *, name: str) -> Any:
        return {"y": tree["x"] * scale, "z": tree["z"], "name": name, "i": jnp.arange(2)}

    @f.def_fwd
    def fwd(perturbed: Any, tree: Any, scale: Any, *, name: str) -> Any:
        return f(tree, scale, name=name), {"scale": scale, "text": "residual", "fun": jnp.sin}

    @f.def_bwd
    def bwd(residuals: Any, grad_out: Any, perturbed: Any, tree: Any, scale: Any, *, name: str) -> Any:
        seen.append((perturbed, jax.tree.map(lambda x: x is None, grad_out, is_leaf=lambda x: x is None)))
        assert (residuals["text"], residuals["fun"], name) == ("residual", jnp.sin, "n")
        dy = None if grad_out["y"] is None else 100 * grad_out["y"] * residuals["scale"]
        return {"x": dy, "z": grad_out["z"], "act": None, "n": None}

    return f, seen


def tree(x: Any, z: Any = 1.0) -> Any:
    return {"x": x, "z": z, "act": jnp.sin, "n": jnp.arange(3)}


def test_vjp_rules_on_a_mixed_tree() -> None:
    f, seen = make_vjp()
    x = jnp.array(2.0)
    out = f(tree(x, x), 3.0, name="n")
    assert (out["y"], out["z"], out["name"]) == (6.0, 2.0, "n")

    def loss(x: Any, key: str = "y") -> Any:
        return f(tree(x, jnp.array(1.0)), jnp.array(3.0), name="n")[key]

    assert jax.grad(loss)(x) == 300.0
    assert jax.jit(jax.grad(loss))(x) == 300.0
    assert jax.vmap(jax.grad(loss))(jnp.ones(2)).tolist() == [300.0, 300.0]
    only_y = {"y": False, "z": True, "name": True, "i": True}
    assert seen == [({"x": True, "z": False, "act": False, "n": False}, only_y)] * 3
    gradient = filter_grad(lambda t: f(t, 3.0, name="n")["z"])(tree(x, x))
    assert gradient["z"] == 1.0 and gradient["x"] == 0.0 and gradient["act"] is gradient["n"] is None
    assert seen[-1] == ({"x": True, "z": True, "act": False, "n": False}, {**only_y, "y": True, "z": False})


def test_a_nondifferentiable_argument_of_custom_vjp_that_is_differentiated() -> None:
    f, _ = make_vjp()
    for call in (
        lambda s: f(tree(jnp.array(1.0)), s, name="n")["y"],
        lambda s: f(tree(jnp.array(1.0)), {"s": s}["s"], name="n")["y"],
    ):
        with pytest.raises(RuntimeError, match="an argument of `f` other than the first was differentiated"):
            jax.grad(call)(jnp.array(1.0))
    g: Any = filter_custom_vjp(lambda x, *, k: x * k)
    g.def_fwd(lambda perturbed, x, *, k: (x * k, None))
    g.def_bwd(lambda residuals, grad, perturbed, x, *, k: grad)
    with pytest.raises(RuntimeError, match="cannot be"):
        jax.grad(lambda k: g(1.0, k=k))(jnp.array(1.0))


def test_vjp_errors() -> None:
    f: Any = filter_custom_vjp(lambda t: t["x"])
    with pytest.raises(RuntimeError, match="not yet called for `<lambda>`"):
        f({"x": 1.0})
    f.def_fwd(lambda perturbed, t: (t["x"], None))
    f.def_bwd(lambda *_: jnp.ones(3))
    with pytest.raises(RuntimeError, match="must have the same structure as the first argument"):
        filter_grad(f)({"x": jnp.array(1.0)})
    f.def_bwd(lambda *_: {"x": None, "s": 1.0})
    with pytest.raises(RuntimeError, match=r"a gradient for the first argument\['s'\], which has none"):
        filter_grad(f)({"x": jnp.array(1.0), "s": "text"})
    with pytest.raises(TypeError, match="needs its first argument"):
        f()


@pytest.mark.parametrize("number", [2, 2.0, True, 2j])
@pytest.mark.parametrize("told", [None, 0, 1.5, jnp.array(3.0)])
def test_a_gradient_of_a_number_goes_nowhere(number: Any, told: Any) -> None:
    """As in Equinox: a rule that maps over the tree gives each leaf one."""
    answers = []
    for library in (eqx, runtime):
        f = library.filter_custom_vjp(lambda t: t["x"] * 2)
        f.def_fwd(lambda perturbed, t: (t["x"] * 2, None))
        f.def_bwd(lambda residuals, g, *_: {"x": g * 5, "n": told})
        answers.append(library.filter_grad(f)({"x": jnp.array(1.0), "n": number}))
    assert answers[0] == answers[1] == {"x": 5, "n": None}


def test_defvjp_gets_arrays_of_zeros() -> None:
    f: Any = filter_custom_vjp(lambda xy, n: (xy[0] * n, xy[1]))
    told: list[Any] = []

    def bwd(residuals: Any, grad_out: Any, xy: Any, n: int) -> Any:
        told.append([is_inexact_array(g) for g in grad_out])
        assert residuals == "kept"
        return (grad_out[0] * n, grad_out[1])

    with pytest.warns(UserWarning, match="def_fwd"):
        f.defvjp(lambda xy, n: ((xy[0] * n, xy[1]), "kept"), bwd)
    gradient = jax.grad(lambda xy: f(xy, 3)[0])((jnp.array(1.0), jnp.array(2.0)))
    assert gradient == (3.0, 0.0) and told == [[True, True]]


def test_rules_meet_checkpoint_and_jit_inside_each_other() -> None:
    product, _ = make_jvp()
    inner = jax.jit(lambda x: product(x, 2.0)["out"])
    assert jax.grad(filter_checkpoint(inner))(3.0) == 20.0
    f, _ = make_vjp()
    assert jax.grad(filter_checkpoint(jax.jit(lambda x: f(tree(x), 3.0, name="n")["y"])))(1.0) == 300.0
    with jax.disable_jit():
        assert jax.grad(inner)(3.0) == 20.0


def test_typed_keys_are_no_trouble() -> None:
    """Keys have no tangent; their abstract value is of another dtype than numbers."""

    @filter_custom_jvp
    def noise(x: Any, key: Any) -> Any:
        return x + jax.random.normal(key), key

    noise.def_jvp(lambda p, t: (noise(*p), (3 * t[0], None)))
    key = jax.random.key(0)
    out, tangent = filter_jvp(noise, (jnp.array(1.0), key), (jnp.array(1.0), None))
    assert tangent == (3.0, None)
    np.testing.assert_array_equal(jax.random.key_data(out[1]), jax.random.key_data(key))
    assert jax.jit(jax.grad(lambda x: noise(x, key)[0]))(1.0) == 3.0
    f: Any = filter_custom_vjp(lambda x, key: (x, key))
    f.def_fwd(lambda perturbed, x, key: ((x, key), key))
    f.def_bwd(lambda key, grad, perturbed, x, k: grad[0] * 4)
    for x in (1.0, jnp.array(1.0)):
        assert jax.grad(lambda x: f(x, key)[0])(x) == 4.0

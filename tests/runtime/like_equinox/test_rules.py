"""Derivative rules: the same programs with Equinox's functions and with ours."""

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


def ruled_jvp(api: Any, seen: list[Any]) -> Any:
    """A function with a rule that says what it was given."""

    @api.filter_custom_jvp
    def call(x: Any, y: Any, *, fun: Any = jnp.multiply, k: Any = 1) -> Any:
        return fun(x, y) * k

    @call.def_jvp
    def _(primals: Any, tangents: Any, *, fun: Any = jnp.multiply, k: Any = 1) -> Any:
        (x, y), (tx, ty) = primals, tangents
        seen.append((tx is None, ty is None, type(primals).__name__, type(tangents).__name__))
        return fun(x, y) * k, sum((t * 10 for t in (tx, ty) if t is not None), jnp.zeros_like(x))

    return call


@programs
def jvp_rule_by_what_is_differentiated(api: Any) -> Any:
    seen: list[Any] = []
    f = ruled_jvp(api, seen)
    x, y = jnp.array(2.0), jnp.array(3.0)
    out = (
        f(x, y),
        api.filter_grad(f)(x, y),
        jax.grad(f, argnums=1)(x, y),
        jax.grad(f, argnums=(0, 1))(x, y),
        api.filter_jvp(f, (x, y), (jnp.ones(()), None)),
        jax.jvp(f, (x, y), (jnp.ones(()), jnp.ones(()))),
        api.filter_grad(lambda x: f(x, 3.0))(x),
    )
    return out, seen


@programs
def jvp_rule_with_keywords(api: Any) -> Any:
    seen: list[Any] = []
    f = ruled_jvp(api, seen)
    x, y = jnp.array(2.0), jnp.array(3.0)
    return api.filter_grad(f)(x, y, fun=jnp.add, k=jnp.array(4.0)), f(x, y, fun=lambda a, b: a - b), seen


@programs
def jvp_rule_differentiated_in_a_keyword(api: Any) -> Any:
    f = ruled_jvp(api, [])
    return jax.grad(lambda k: f(jnp.ones(()), jnp.ones(()), k=k))(jnp.array(1.0))


@programs
def jvp_rule_on_trees(api: Any) -> Any:
    seen: list[Any] = []

    @api.filter_custom_jvp
    def f(tree: Any, n: Any) -> Any:
        return {"a": tree["w"] * n, "b": tree["act"](tree["v"])}

    @f.def_jvp
    def _(primals: Any, tangents: Any) -> Any:
        tree, n = primals
        t_tree, t_n = tangents
        seen.append((jax.tree.map(lambda x: x is None, t_tree, is_leaf=lambda x: x is None), t_n is None))
        return f(tree, n), {"a": t_tree["w"] * 7, "b": None}

    tree = {"w": jnp.arange(2.0), "v": jnp.ones(2), "act": jnp.sin, "i": jnp.arange(2)}

    def loss(w: Any) -> Any:
        return f({**tree, "w": w}, 3)["a"].sum()

    return f(tree, 3), jax.grad(loss)(tree["w"]), api.filter_grad(lambda t: f(t, 3)["a"].sum())(tree), seen


@programs
def jvp_rule_under_transforms(api: Any) -> Any:
    f = ruled_jvp(api, [])
    x, y = jnp.arange(1.0, 3.0), jnp.arange(2.0, 4.0)
    return (
        jax.vmap(jax.grad(f))(x, y),
        jax.jit(jax.vmap(jax.grad(f, argnums=(0, 1))))(x, y),
        api.filter_jit(f)(x, y, k=2),
        api.filter_vmap(f)(x, y),
        api.filter_vmap(api.filter_grad(f))(x, y),
        jax.linearize(f, x, y)[1](x, y),
        jax.grad(lambda x: api.filter_checkpoint(f)(x, 2.0))(x[0]),
        jax.lax.scan(lambda c, x: (f(c, x), c), x[0], y),
    )


@programs
def jvp_rule_of_the_old_kind(api: Any) -> Any:
    seen: list[Any] = []

    @api.filter_custom_jvp
    def f(x: Any, y: Any, n: Any) -> Any:
        return x * y

    def rule(primals: Any, tangents: Any) -> Any:
        (x, y, _), (tx, ty, tn) = primals, tangents
        seen.append((tn is None, ty))
        return x * y, tx * 5 + ty

    f.defjvp(rule)
    return api.filter_grad(f)(jnp.ones(2)[0], jnp.ones(()), 3), seen


@programs
def jvp_without_a_rule(api: Any) -> Any:
    return jax.grad(api.filter_custom_jvp(lambda x: x))(1.0)


@programs
def jvp_rule_that_returns_nothing(api: Any) -> Any:
    f = api.filter_custom_jvp(lambda x: x * 2)
    f.def_jvp(lambda primals, tangents: (primals[0], None))
    return api.filter_grad(f)(jnp.array(1.0)), api.filter_jvp(f, (jnp.array(1.0),), (jnp.array(1.0),))


@programs
def jvp_rule_on_integers(api: Any) -> Any:
    seen: list[Any] = []
    f = api.filter_custom_jvp(lambda x, i: x[i])

    def rule(primals: Any, tangents: Any) -> Any:
        seen.append(tangents[1] is None)
        return primals[0][primals[1]], tangents[0][primals[1]] * 3

    f.def_jvp(rule)
    x = jnp.arange(3.0)
    return (
        jax.grad(f)(x, jnp.array(1)),
        jax.vmap(jax.grad(f), (None, 0))(x, jnp.arange(2)),
        jax.jit(jax.grad(f))(x, 2),
        seen,
    )


@programs
def jvp_rule_with_integer_outputs(api: Any) -> Any:
    f = api.filter_custom_jvp(lambda x: (x * 2, jnp.arange(2)))
    f.def_jvp(lambda primals, tangents: (f(*primals), (tangents[0] * 3, None)))
    return jax.grad(lambda x: f(x)[0])(1.0), f(jnp.ones(2)), jax.jit(jax.grad(lambda x: f(x)[0]))(1.0)


@programs
def second_derivatives_of_a_rule(api: Any) -> Any:
    f = api.filter_custom_jvp(lambda x: x**3)
    f.def_jvp(lambda primals, tangents: (primals[0] ** 3, 3 * primals[0] ** 2 * tangents[0]))
    return jax.grad(jax.grad(f))(2.0), jax.hessian(f)(jnp.array(2.0)), jax.jacfwd(jax.grad(f))(2.0)


def ruled_vjp(api: Any, seen: list[Any]) -> Any:
    @api.filter_custom_vjp
    def f(tree: Any, y: Any = 1, *, k: Any = 1) -> Any:
        return {"out": tree["w"] * tree["v"] * y * k, "name": tree["name"], "n": jnp.arange(2)}

    @f.def_fwd
    def fwd(perturbed: Any, tree: Any, y: Any = 1, *, k: Any = 1) -> Any:
        seen.append(("fwd", perturbed))
        return f(tree, y, k=k), {"saved": tree["w"], "name": "res"}

    @f.def_bwd
    def bwd(residuals: Any, grad: Any, perturbed: Any, tree: Any, y: Any = 1, *, k: Any = 1) -> Any:
        shown = jax.tree.map(lambda x: x is None, grad, is_leaf=lambda x: x is None)
        seen.append(("bwd", perturbed, shown, residuals["name"], str(type(tree["w"]).__name__)))
        gradient = grad["out"] * 100 + residuals["saved"]
        return {"w": gradient, "v": gradient if perturbed["v"] else None, "name": None, "i": None}

    return f, fwd, bwd


TREE = {"w": jnp.arange(2.0), "v": jnp.ones(2), "name": "tree", "i": jnp.arange(3)}


@programs
def vjp_rules_on_a_tree(api: Any) -> Any:
    seen: list[Any] = []
    f, *_ = ruled_vjp(api, seen)

    def loss(tree: Any) -> Any:
        return f(tree, 2, k=3)["out"].sum()

    def loss_of_one(w: Any) -> Any:
        return f({**TREE, "w": w}, 2)["out"].sum()

    return f(TREE), f(TREE, 2, k=jnp.ones(2)), api.filter_grad(loss)(TREE), jax.grad(loss_of_one)(TREE["w"]), seen


@programs
def what_the_decorators_of_vjp_rules_leave(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])
    return callable(f)


@programs
def vjp_rules_under_transforms(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])

    def loss(w: Any) -> Any:
        return f({**TREE, "w": w}, 2)["out"].sum()

    w = TREE["w"]
    return (
        jax.jit(jax.grad(loss))(w),
        jax.vmap(jax.grad(loss))(jnp.stack([w, w])),
        api.filter_jit(f)(TREE),
        api.filter_jit(api.filter_grad(lambda t: f(t)["out"].sum()))(TREE),
        api.filter_vmap(lambda w: f({**TREE, "w": w}))(jnp.stack([w, w])),
        jax.grad(api.filter_checkpoint(loss))(w),
        jax.grad(lambda w: jax.lax.scan(lambda c, _: (f({**TREE, "w": c})["out"], None), w, None, length=2)[0].sum())(
            w
        ),
    )


@programs
def vjp_rules_in_forward_mode(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])
    return jax.jvp(lambda w: f({**TREE, "w": w})["out"], (TREE["w"],), (TREE["w"],))


@programs
def vjp_rules_differentiated_elsewhere(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])
    return jax.grad(lambda y: f(TREE, y)["out"].sum())(2.0)


@programs
def vjp_rules_differentiated_elsewhere_by_arrays(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])
    return jax.grad(lambda y: f(TREE, y)["out"].sum())(jnp.ones(2))


@programs
def vjp_rules_differentiated_in_a_keyword(api: Any) -> Any:
    f, *_ = ruled_vjp(api, [])
    return jax.grad(lambda k: f(TREE, k=k)["out"].sum())(jnp.array(2.0))


@programs
def vjp_rules_differentiated_in_what_is_closed_over(api: Any) -> Any:
    def fun(z: Any) -> Any:
        f = api.filter_custom_vjp(lambda x: x * z)
        f.def_fwd(lambda perturbed, x: (f(x), None))
        f.def_bwd(lambda residuals, grad, perturbed, x: grad)
        return f(jnp.ones(()))

    return jax.grad(fun)(2.0)


@programs
def vjp_without_rules(api: Any) -> Any:
    return api.filter_custom_vjp(lambda x: x)(1.0)


@programs
def vjp_with_one_rule(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda x: x)
    f.def_fwd(lambda perturbed, x: (x, None))
    return f(1.0)


@programs
def vjp_gradient_of_another_structure(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda t: t["a"])
    f.def_fwd(lambda perturbed, t: (t["a"], None))
    f.def_bwd(lambda residuals, grad, perturbed, t: (grad,))
    return api.filter_grad(f)({"a": jnp.array(1.0)})


@programs
def vjp_gradient_none_everywhere(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda t: t["a"] * t["b"])
    f.def_fwd(lambda perturbed, t: (f(t), None))
    f.def_bwd(lambda residuals, grad, perturbed, t: {"a": None, "b": None})
    return api.filter_grad(f)({"a": jnp.array(1.0), "b": jnp.array(2.0)})


@programs
def vjp_of_a_module(api: Any) -> Any:
    seen = []

    @api.filter_custom_vjp
    def f(layer: Any, x: Any) -> Any:
        return layer.act(layer.w * x).sum()

    @f.def_fwd
    def fwd(perturbed: Any, layer: Any, x: Any) -> Any:
        seen.append((perturbed.w, perturbed.act))
        return f(layer, x), None

    @f.def_bwd
    def bwd(residuals: Any, grad: Any, perturbed: Any, layer: Any, x: Any) -> Any:
        out = api.filter(layer, api.is_inexact_array)
        return jax.tree.map(lambda w: w * 0 + grad * 5, out)

    return api.filter_grad(f)(Layer(jnp.arange(2.0)), 3.0), seen


@programs
def vjp_of_the_old_kind(api: Any) -> Any:
    seen = []
    f = api.filter_custom_vjp(lambda t, y: (t["a"] * t["b"] * y, t["a"]))

    def fwd(t: Any, y: Any) -> Any:
        return f(t, y), t["b"]

    def bwd(residuals: Any, grad: Any, t: Any, y: Any) -> Any:
        seen.append(grad)
        return {"a": residuals * grad[0] * 9, "b": None}

    f.defvjp(fwd, bwd)
    return api.filter_grad(lambda t: f(t, 2)[0])({"a": jnp.array(1.0), "b": jnp.array(2.0)}), seen


@programs
def vjp_with_a_number_first(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda x, y: x * y)
    f.def_fwd(lambda perturbed, x, y: (x * y, None))
    f.def_bwd(lambda residuals, grad, perturbed, x, y: None)
    return f(2, 3), f(2.0, jnp.ones(2)), f(x := np.ones(2), 1) is x


@programs
def vjp_first_argument_by_keyword(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda x: x)
    f.def_fwd(lambda perturbed, x: (x, None))
    f.def_bwd(lambda residuals, grad, perturbed, x: grad)
    return f(x=jnp.ones(()))


@programs
def vjp_residuals_of_every_kind(api: Any) -> Any:
    seen = []
    f = api.filter_custom_vjp(lambda x: x * 2)
    kinds = {"a": jnp.ones(2), "s": "text", "n": 3, "f": jnp.sin, "none": None, "np": np.ones(1), "i": jnp.arange(2)}
    f.def_fwd(lambda perturbed, x: (x * 2, kinds))

    def bwd(residuals: Any, grad: Any, perturbed: Any, x: Any) -> Any:
        seen.append({k: type(v).__name__ for k, v in residuals.items() if k in ("s", "n", "f", "none")})
        return grad + residuals["n"]

    f.def_bwd(bwd)
    return jax.grad(f)(jnp.array(1.0)), jax.jit(jax.grad(f))(jnp.array(1.0)), seen


@programs
def vjp_without_a_need_for_gradients(api: Any) -> Any:
    seen: list[Any] = []
    f, *_ = ruled_vjp(api, seen)
    out = jax.grad(lambda x: f(TREE)["out"].sum() * x)(1.0)
    return out, seen


@programs
def second_derivatives_of_vjp_rules(api: Any) -> Any:
    f = api.filter_custom_vjp(lambda x: x**3)
    f.def_fwd(lambda perturbed, x: (x**3, None))
    f.def_bwd(lambda residuals, grad, perturbed, x: 3 * x**2 * grad)
    return jax.grad(jax.grad(f))(2.0), jax.grad(f)(jnp.array(2.0))


@programs
def rules_of_classes(api: Any) -> Any:
    return isinstance(api.filter_custom_jvp, type), isinstance(api.filter_custom_vjp, type)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""

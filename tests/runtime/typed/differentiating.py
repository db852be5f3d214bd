"""Gradients have the type of what is differentiated; parameters and auxiliary outputs stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_type

import jax
import jax.numpy as jnp
from jaxs import ones

from pytreelint.runtime import (
    Frozen,
    filter_custom_vjp,
    filter_grad,
    filter_hessian,
    filter_jacfwd,
    filter_jacrev,
    filter_jit,
    filter_jvp,
    filter_value_and_grad,
    filter_vjp,
    filter_vmap,
    freeze,
    unwrap,
)


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: jax.Array

    @filter_grad
    def slope(self, x: jax.Array) -> jax.Array:
        return (self.w * x).sum()

    @filter_value_and_grad(filter_spec=freeze())
    def both(self, x: jax.Array) -> jax.Array:
        return (self.w * x).sum()


def loss(model: Model, x: jax.Array, *, power: int = 2) -> jax.Array:
    return ((model.w * x) ** power).sum()


def loss_and_name(model: Model, x: jax.Array) -> tuple[jax.Array, str]:
    return loss(model, x), "loss"


@filter_jit
@filter_value_and_grad(has_aux=True)
def train(model: Model, x: jax.Array) -> tuple[jax.Array, dict[str, int]]:
    return loss(model, x), {"steps": 1}


@filter_grad(filter_spec=freeze())
def gradient(model: Model, x: jax.Array) -> jax.Array:
    return loss(model, x)


@filter_grad(has_aux=True)
def with_aux(model: Model, x: jax.Array) -> tuple[jax.Array, str]:
    return loss_and_name(model, x)


model, x = Model(ones(3)), ones(3)
assert_type(filter_grad(loss)(model, x, power=3), Model)
assert_type(filter_value_and_grad(loss)(model, x), tuple[jax.Array, Model])
assert_type(filter_grad(loss_and_name, has_aux=True)(model, x), tuple[Model, str])
assert_type(filter_value_and_grad(loss_and_name, has_aux=True)(model, x), tuple[tuple[jax.Array, str], Model])
assert_type(train(model, x), tuple[tuple[jax.Array, dict[str, int]], Model])
assert_type(gradient(model, x), Model)
assert_type(with_aux(model, x), tuple[Model, str])
assert_type(filter_jit(filter_grad(loss))(model, x, power=1), Model)
assert_type(filter_jit(filter_value_and_grad(loss))(model, x), tuple[jax.Array, Model])
assert_type(filter_vmap(filter_grad(loss), in_axes=(None, 0))(model, ones(2, 3)), Model)
assert_type(model.slope(x), Model)
assert_type(model.both(x), tuple[jax.Array, Model])
by_name: Any = filter_grad(loss)(model=model, x=x)
second: Any = filter_grad(loss, argnums=1)(model, x)
pair: tuple[Model, jax.Array] = filter_grad(loss, argnums=(0, 1))(model, x)
assert_type(filter_value_and_grad(loss, argnums=(0, 1))(model, x)[0], jax.Array)
jacobians: list[Any] = [jac(loss)(model, x, power=2) for jac in (filter_jacfwd, filter_jacrev, filter_hessian)]

value, pullback = filter_vjp(loss, model, x)
assert_type(value, jax.Array)
assert_type(pullback(ones()), tuple[Model, jax.Array])
out = filter_vjp(loss_and_name, model, x, has_aux=True)
assert_type(out[2], str)
derivative: Any = filter_jvp(loss, (model, x), (model, None))[1]
assert_type(unwrap(Frozen(model)), Model)
assert_type(unwrap(model), Model)
assert_type(Frozen(x).value, jax.Array)


@filter_custom_vjp
def clipped(x: jax.Array, limit: float) -> jax.Array:
    return x


@clipped.def_fwd
def clipped_fwd(perturbed: Any, x: jax.Array, limit: float) -> Any:
    return x, None


@clipped.def_bwd
def clipped_bwd(residuals: Any, grad: Any, perturbed: Any, x: jax.Array, limit: float) -> Any:
    return jnp.clip(grad, -limit, limit)


assert_type(clipped(x, 1.0), jax.Array)


def wrong() -> None:
    filter_grad(loss)(model)  # wrong: x is missing
    filter_grad(loss)(x, model)  # wrong: the arguments are exchanged
    filter_grad(loss)(model=model, x="x")  # wrong: x is no array
    filter_grad(loss)(model, x, power="2")  # wrong: power is no integer
    filter_value_and_grad(loss)(model, "x")  # wrong: x is no array
    filter_grad(loss_and_name, has_aux=True)(model)  # wrong: x is missing
    filter_grad(loss, argnums=1)(model, "x")  # wrong: x is no array
    filter_grad(loss, has_aux="yes")  # wrong: has_aux is a boolean
    filter_grad(loss, spec=freeze())  # wrong: there is no such option
    train(model)  # wrong: x is missing
    model.slope(model, x)  # wrong: self is bound already
    model.both("x")  # wrong: x is no array
    filter_jacfwd(loss)(model, "x")  # wrong: x is no array
    clipped(x, "1")  # wrong: limit is no number
    filter_vjp(loss, model)  # wrong: x is missing
    name: str = filter_grad(loss)(model, x)  # wrong: a gradient is no string
    print(name)

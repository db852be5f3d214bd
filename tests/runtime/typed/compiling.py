"""Compiled functions and methods: parameters and results stay, stages take shapes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, assert_type

import jax
import jax.numpy as jnp
from jaxs import device, ones, struct

from pytreelint.runtime import (
    filter_checkpoint,
    filter_custom_jvp,
    filter_eval_shape,
    filter_jit,
    filter_shard,
    move,
    share_through,
)


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: jax.Array

    @filter_jit
    def scaled(self, x: jax.Array, *, by: float = 1.0) -> Model:
        return Model(self.w * x * by)

    @filter_jit(donate="all-except-first")
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w * x

    @staticmethod
    @filter_jit
    def build(size: int) -> Model:
        return Model(ones(size))


@jax.tree_util.register_dataclass
@dataclass
class Plain:
    w: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w * x


@filter_jit
def apply(model: Model, x: jax.Array, *, scale: int = 1) -> jax.Array:
    return model.w @ x * scale


@filter_jit(donate_argnames="model", explain_retrace=True)
def step(model: Model, rate: float) -> tuple[Model, str]:
    return Model(model.w * rate), "stepped"


@partial(filter_jit, donate="none")
def double(x: jax.Array) -> jax.Array:
    return x * 2


model = Model(ones(3))
x = ones(3)
assert_type(apply(model, x, scale=2), jax.Array)
assert_type(step(Model(ones(3)), 0.5), tuple[Model, str])
doubled: jax.Array = double(x)
assert_type(model.scaled(x, by=2.0), Model)
assert_type(model(ones(3)), jax.Array)
assert_type(Model.scaled(model, x), Model)
assert_type(Model.build(3), Model)
assert_type(filter_jit(Model)(x), Model)
assert_type(filter_jit(Plain(x))(ones(3)), jax.Array)
assert_type(filter_jit(model.scaled)(x, by=1.0), Model)
assert_type(filter_checkpoint(apply)(model, x, scale=3), jax.Array)
assert_type(share_through(apply)(model, x), jax.Array)
assert_type(filter_jit(apply, share=True)(model, x), jax.Array)
assert_type(filter_shard(model, device), Model)
assert_type(move(Model(ones(3))), Model)
assert_type(apply.trace_count, int)
assert_type(apply.retraces, tuple[str, ...])

shape = struct(3)
text: str = apply.lower(filter_eval_shape(Model, x), shape).as_text()
traced: Any = apply.trace(model, x=shape).jaxpr
out: Any = double.compile(shape)(x)
shapes: jax.ShapeDtypeStruct = double.eval_shape(shape)
info: jax.ShapeDtypeStruct = double.trace(shape).lower().compile().out_info
bound: Any = model.scaled.lower(shape, by=2.0).out_info
donating: Any = Model(x).scaled.compile(shape).cost_analysis()


@filter_custom_jvp
def clipped(x: jax.Array, *, limit: float) -> jax.Array:
    return jnp.clip(x, -limit, limit)


@clipped.def_jvp
def clipped_jvp(primals: Any, tangents: Any, *, limit: float) -> Any:
    return clipped(*primals, limit=limit), tangents[0]


assert_type(clipped(x, limit=1.0), jax.Array)


def wrong() -> None:
    apply(model)  # wrong: x is missing
    apply(model, "x")  # wrong: x is no array
    apply(model, x, scale="2")  # wrong: scale is no integer
    apply(model, x, factor=2)  # wrong: there is no such parameter
    step(model, "fast")  # wrong: rate is no number
    model.scaled("x")  # wrong: x is no array
    model.scaled(model, x)  # wrong: self is bound already
    Model.scaled(x, x)  # wrong: self is no Model
    model.scaled(x, by="2")  # wrong: by is no number
    Model.build("3")  # wrong: size is no integer
    clipped(x)  # wrong: limit is missing
    filter_checkpoint(apply)(model, 3)  # wrong: x is no array
    share_through(apply)(model, "x")  # wrong: x is no array
    filter_jit(apply, donate="everything")  # wrong: there is no such mode
    filter_jit(apply, donated=True)  # wrong: there is no such option
    filter_jit(3)  # wrong: an integer cannot be called
    name: str = apply(model, x)  # wrong: an array is no string
    print(name)

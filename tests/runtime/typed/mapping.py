"""Mapped functions keep their parameters and results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_type

import jax
from jaxs import everywhere, key, mesh, ones, pmean

from pytreelint.runtime import (
    filter_jit,
    filter_map,
    filter_pmap,
    filter_shard_map,
    filter_stack,
    filter_vmap,
    if_array,
)


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: jax.Array

    @filter_vmap(in_axes=(None, 0))
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w @ x


def apply(model: Model, x: jax.Array, *, scale: jax.Array) -> jax.Array:
    return model.w @ x * scale


@filter_vmap
def make(key: jax.Array) -> Model:
    return Model(jax.random.normal(key, (3,)))


batch = ones(1, 3)
scale = ones(1)
models = make(jax.random.split(key, 1))
assert_type(models, Model)
assert_type(filter_vmap(apply)(models, batch, scale=scale), jax.Array)
assert_type(filter_vmap(apply, in_axes=(0, if_array(0)), axis_size=1)(models, batch, scale=scale), jax.Array)
assert_type(filter_jit(filter_vmap(apply))(models, batch, scale=scale), jax.Array)
assert_type(Model(ones(3))(batch), jax.Array)
assert_type(filter_pmap(apply, "batch")(models, batch, scale=scale), jax.Array)
assert_type(
    filter_shard_map(apply, mesh=mesh, in_specs=everywhere, out_specs=everywhere)(Model(batch), ones(3), scale=scale),
    jax.Array,
)
assert_type(filter_stack([Model(ones(2)), Model(ones(2))]), Model)
assert_type(filter_map(lambda x: Model(x * 2), ones(3)), Model)


@filter_pmap(axis_name="batch", donate="all")
def mean(x: jax.Array) -> tuple[jax.Array, int]:
    return pmean(x), 1


@filter_shard_map(mesh=mesh, in_specs=everywhere, out_specs=everywhere)
def doubled(x: jax.Array) -> jax.Array:
    return x * 2


assert_type(mean(ones(1, 3)), tuple[jax.Array, int])
assert_type(doubled(ones(3)), jax.Array)
lowered: Any = mean.lower(ones(1, 3))


def wrong() -> None:
    filter_vmap(apply)(models, batch)  # wrong: scale is missing
    filter_vmap(apply)(models, "x", scale=scale)  # wrong: x is no array
    filter_vmap(apply, axis_size="1")  # wrong: a size is an integer
    filter_vmap(apply, out_axis=0)  # wrong: there is no such option
    make(3)  # wrong: key is no array
    mean("x")  # wrong: x is no array
    doubled()  # wrong: x is missing
    models("x")  # wrong: x is no array
    filter_pmap(apply)(batch, models, scale=scale)  # wrong: the arguments are exchanged
    filter_shard_map(apply, mesh=mesh)  # wrong: out_specs is missing
    text: str = filter_map(lambda x: Model(x), ones(3))  # wrong: a Model is no string
    print(text)

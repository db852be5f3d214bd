"""Loops and branches, as in `jax.lax`: the carry has one type, branches take the operands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_type

import jax
from jaxs import ones

from pytreelint.runtime import (
    filter_associative_scan,
    filter_cond,
    filter_fori_loop,
    filter_map,
    filter_scan,
    filter_switch,
    filter_while_loop,
)


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: jax.Array


def step(model: Model, x: jax.Array) -> tuple[Model, jax.Array]:
    return Model(model.w + x), model.w


def idle(model: Model, _: None) -> tuple[Model, None]:
    return model, None


def grow(model: Model, by: jax.Array) -> Model:
    return Model(model.w + by)


def keep(model: Model, by: jax.Array) -> Model:
    return model


model, xs = Model(ones()), ones(4)
assert_type(filter_scan(step, model, xs), tuple[Model, jax.Array])
assert_type(filter_scan(step, model, xs, reverse=True, unroll=2), tuple[Model, jax.Array])
assert_type(filter_scan(idle, model, None, length=3), tuple[Model, None])
assert_type(filter_scan(idle, model, length=3), tuple[Model, None])
assert_type(filter_map(lambda x: Model(x), xs), Model)
assert_type(filter_associative_scan(lambda a, b: a + b, xs), jax.Array)
assert_type(filter_while_loop(lambda m: m.w < 3, lambda m: Model(m.w + 1), model), Model)
assert_type(filter_while_loop(lambda m: m.w < 3, lambda m: Model(m.w + 1), model, kind="bounded", max_steps=4), Model)
assert_type(filter_fori_loop(0, 3, lambda i, m: Model(m.w + i), model), Model)
assert_type(filter_cond(True, grow, keep, model, ones()), Model)
assert_type(filter_cond(xs[0] > 0, lambda m: m.w, lambda m: -m.w, model), jax.Array)
assert_type(filter_switch(1, [grow, keep], model, ones()), Model)


def wrong() -> None:
    filter_scan(step, xs, xs)  # wrong: the carry is a Model
    filter_scan(lambda m, x: (m.w, x), model, xs)  # wrong: the step returns an array for the carry
    filter_cond(True, grow, keep, model)  # wrong: by is missing
    filter_cond(True, grow, keep, model, "by")  # wrong: by is no array
    filter_switch(1, [grow, keep], xs, model)  # wrong: the operands are exchanged
    filter_while_loop(lambda m: True, lambda m: m.w, model)  # wrong: the body returns no Model
    filter_while_loop(lambda m: True, lambda m: m, model, kind="fast")  # wrong: there is no such kind
    filter_fori_loop(0, 3, lambda i, m: 3, model)  # wrong: the body returns no Model
    filter_map(step, xs)  # wrong: step takes two arguments
    name: str = filter_cond(True, grow, keep, model, ones())  # wrong: a Model is no string
    print(name)

"""Trees that are split, joined and changed keep their type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, assert_type

import jax
import jax.numpy as jnp
from jaxs import ones, struct

from pytreelint.runtime import (
    Frozen,
    Shared,
    combine,
    filter,  # noqa: A004
    filter_eval_shape,
    filter_make_jaxpr,
    is_array,
    is_trainable,
    partition,
    tree_at,
    tree_equal,
    tree_summary,
    unwrap,
)


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: jax.Array
    scale: float


def build(size: int) -> Model:
    return Model(ones(size), 1.0)


model = build(3)
arrays, rest = partition(model, is_array)
assert_type(arrays, Model)
assert_type(rest, Model)
assert_type(combine(arrays, rest), Model)
assert_type(filter(model, is_trainable), Model)
assert_type(tree_at(lambda m: m.w, model, ones(3)), Model)
assert_type(tree_at(lambda m: (m.w, m.scale), model, replace_fn=lambda x: x), Model)
assert_type(tree_at(lambda m: m.w, model, replace=None, is_leaf=lambda x: x is None), Model)
assert_type(unwrap(model), Model)
assert_type(unwrap(Frozen(3)), int)
assert_type(tree_summary(model), str)
same: Any = tree_equal(model, model)
shapes: Model = filter_eval_shape(build, 3)
shape: jax.ShapeDtypeStruct = filter_eval_shape(jnp.sin, struct(3))
jaxpr: Any = filter_make_jaxpr(build)(3)[0]
shared = Shared({"a": ones(2), "b": ones(2)}, lambda m: m["a"], lambda m: m["b"])
assert_type(shared(), dict[str, jax.Array])
choose: Callable[[object], bool] = is_array


def wrong() -> None:
    tree_at(lambda m: m.v, model, 0)  # wrong: there is no such field
    tree_at(lambda m: m.w, model)  # wrong: nothing replaces it
    tree_at(lambda m: m.w, model, 1, replace_fn=abs)  # wrong: both are given
    partition(model)  # wrong: nothing says which leaves
    text: str = filter(model, is_array)  # wrong: a Model is no string
    number: str = unwrap(Frozen(3))  # wrong: an integer is no string
    other: dict[str, int] = combine(arrays, rest)  # wrong: a Model is no dict
    print(text, number, other)

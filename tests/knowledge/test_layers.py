"""What the tables say that layers of linen give: one array of floats, whatever they are given."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.results import lookup

nn = pytest.importorskip("flax.linen")

FLOATS, INTEGERS, WHOLE = jnp.ones((2, 8, 4)), jnp.arange(3), jnp.ones((2, 8, 4), jnp.int32)
LAYERS: dict[str, tuple[Any, Any]] = {
    "linear.Dense": (nn.Dense(3), FLOATS),
    "linear.DenseGeneral": (nn.DenseGeneral((3, 2)), FLOATS),
    "linear.Einsum": (nn.Einsum((4, 5), "abc,cd->abd"), FLOATS),
    "linear.Conv": (nn.Conv(3, (2,)), FLOATS),
    "linear.ConvTranspose": (nn.ConvTranspose(3, (2,)), FLOATS),
    "linear.ConvLocal": (nn.ConvLocal(3, (2,)), FLOATS),
    "linear.Embed": (nn.Embed(5, 2), INTEGERS),
    "normalization.LayerNorm": (nn.LayerNorm(), FLOATS),
    "normalization.RMSNorm": (nn.RMSNorm(), FLOATS),
    "normalization.GroupNorm": (nn.GroupNorm(2), FLOATS),
    "normalization.BatchNorm": (nn.BatchNorm(use_running_average=True), FLOATS),
    "normalization.InstanceNorm": (nn.InstanceNorm(), FLOATS),
    "attention.MultiHeadDotProductAttention": (nn.MultiHeadDotProductAttention(2), FLOATS),
    "attention.MultiHeadAttention": (nn.MultiHeadAttention(2), FLOATS),
    "attention.SelfAttention": (nn.SelfAttention(2), FLOATS),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", LAYERS)
def test_layer_gives_an_array_of_floats(name: str) -> None:
    layer, given = LAYERS[name]
    fact = lookup(f"{type(layer).__call__.__module__}.{type(layer).__name__}.__call__")
    assert fact is not None and (fact.spec.head, fact.spec.details) == ("array", ("jax", "inexact"))
    for each in (given, WHOLE) if given is FLOATS else (given,):
        made, _ = jax.eval_shape(layer.init_with_output, jax.random.key(0), each)
        assert isinstance(made, jax.ShapeDtypeStruct) and jnp.issubdtype(made.dtype, jnp.inexact)

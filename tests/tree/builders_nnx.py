"""More of the Modules of flax.nnx, one instance per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import optax
from flax import nnx

KEY = jax.random.key(0)

BUILDERS: dict[str, Callable[[], Any]] = {
    "flax.nnx.Conv": lambda: nnx.Conv(1, 2, (3,), rngs=nnx.Rngs(0)),
    "flax.nnx.BatchNorm": lambda: nnx.BatchNorm(3, rngs=nnx.Rngs(0)),
    "flax.nnx.Embed": lambda: nnx.Embed(3, 2, rngs=nnx.Rngs(0)),
    "flax.nnx.LSTMCell": lambda: nnx.LSTMCell(3, 2, rngs=nnx.Rngs(0)),
    "flax.nnx.MultiHeadAttention": lambda: nnx.MultiHeadAttention(
        num_heads=2, in_features=4, rngs=nnx.Rngs(0), decode=False
    ),
    "flax.nnx.GroupNorm": lambda: nnx.GroupNorm(4, num_groups=2, rngs=nnx.Rngs(0)),
    "flax.nnx.Sequential": lambda: nnx.Sequential(nnx.Linear(2, 3, rngs=nnx.Rngs(0)), jax.nn.relu),
    "flax.nnx.Einsum": lambda: nnx.Einsum("ab,bc->ac", (2, 3), rngs=nnx.Rngs(0)),
    "flax.nnx.RMSNorm": lambda: nnx.RMSNorm(3, rngs=nnx.Rngs(0)),
    "flax.nnx.GRUCell": lambda: nnx.GRUCell(3, 2, rngs=nnx.Rngs(0)),
    "flax.nnx.LinearGeneral": lambda: nnx.LinearGeneral(2, 3, rngs=nnx.Rngs(0)),
    "flax.nnx.metrics.Average": lambda: nnx.metrics.Average(),
    "flax.nnx.metrics.Accuracy": lambda: nnx.metrics.Accuracy(),
    "flax.nnx.Optimizer": lambda: nnx.Optimizer(nnx.Linear(2, 3, rngs=nnx.Rngs(0)), optax.adam(1e-3), wrt=nnx.Param),
}

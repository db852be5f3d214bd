"""Instances of what Equinox ships, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp

KEY = jax.random.key(0)


def sequential() -> Any:
    """Layers, functions and a nested stack in one tuple."""
    return eqx.nn.Sequential(
        [eqx.nn.Linear(2, 3, key=KEY), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Dropout(0.1), eqx.nn.Identity()]
    )


BUILDERS: dict[str, Callable[[], Any]] = {
    "equinox.nn.Linear": lambda: eqx.nn.Linear(2, 3, key=KEY),
    "equinox.nn.MLP": lambda: eqx.nn.MLP(2, 3, 4, 2, key=KEY),
    "equinox.nn.Conv2d": lambda: eqx.nn.Conv2d(1, 2, 3, key=KEY),
    "equinox.nn.ConvTranspose1d": lambda: eqx.nn.ConvTranspose1d(1, 2, 3, key=KEY),
    "equinox.nn.LayerNorm": lambda: eqx.nn.LayerNorm(4),
    "equinox.nn.GroupNorm": lambda: eqx.nn.GroupNorm(2, 4),
    "equinox.nn.RMSNorm": lambda: eqx.nn.RMSNorm(4),
    "equinox.nn.BatchNorm": lambda: eqx.nn.BatchNorm(4, "batch", mode="batch"),
    "equinox.nn.SpectralNorm": lambda: eqx.nn.SpectralNorm(eqx.nn.Linear(2, 3, key=KEY), "weight", key=KEY),
    "equinox.nn.WeightNorm": lambda: eqx.nn.WeightNorm(eqx.nn.Linear(2, 3, key=KEY)),
    "equinox.nn.Dropout": lambda: eqx.nn.Dropout(0.5),
    "equinox.nn.Embedding": lambda: eqx.nn.Embedding(5, 3, key=KEY),
    "equinox.nn.GRUCell": lambda: eqx.nn.GRUCell(2, 3, key=KEY),
    "equinox.nn.LSTMCell": lambda: eqx.nn.LSTMCell(2, 3, key=KEY),
    "equinox.nn.MultiheadAttention": lambda: eqx.nn.MultiheadAttention(2, 4, key=KEY),
    "equinox.nn.RotaryPositionalEmbedding": lambda: eqx.nn.RotaryPositionalEmbedding(4),
    "equinox.nn.Sequential": sequential,
    "equinox.nn.Lambda": lambda: eqx.nn.Lambda(jnp.tanh),
    "equinox.nn.PReLU": lambda: eqx.nn.PReLU(),
    "equinox.nn.AvgPool2d": lambda: eqx.nn.AvgPool2d(2),
    "equinox.nn.AdaptiveAvgPool1d": lambda: eqx.nn.AdaptiveAvgPool1d(2),
    "equinox.nn.StateIndex": lambda: eqx.nn.StateIndex(jnp.zeros(2)),
}

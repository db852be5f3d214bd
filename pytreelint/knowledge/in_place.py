"""Methods of libraries that change the instance, or their arguments, in place, and hand back nothing of that.

Each is executed under `jax.jit`, where what they change is a copy (flax 0.12.8): `tests/knowledge/test_in_place.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

CHANGING: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "flax.nnx.training.optimizer.Optimizer": {"update": (0,)},
    "flax.nnx.training.optimizer.ModelAndOptimizer": {"update": ()},
    "flax.nnx.training.metrics.Metric": {"update": (), "reset": ()},
    "flax.nnx.training.metrics.Average": {"update": (), "reset": ()},
    "flax.nnx.training.metrics.Welford": {"update": (), "reset": ()},
    "flax.nnx.training.metrics.MultiMetric": {"update": (), "reset": ()},
}
"""The methods of a class by name, each with the positions of the arguments that it changes besides the instance."""

ADDING: Mapping[str, frozenset[str]] = {
    "dict": frozenset(["clear", "setdefault", "update"]),
    "list": frozenset(["append", "clear", "extend", "insert", "reverse", "sort"]),
}
"""Methods of containers that are called for what they change (Python 3.11)."""

RENEWING_LAYERS: Mapping[str, str] = {
    "flax.nnx.nn.stochastic.Dropout": "deterministic",
    "flax.nnx.nn.normalization.BatchNorm": "use_running_average",
}
"""Layers that change themselves at each call, with the flag, an attribute or an option of the call, that forbids it."""

MODES = ("eval", "set_attributes", "set_mode", "nnx.view", *RENEWING_LAYERS.values())
"""Words by which such flags are set on a whole model."""

DRAWN_WITH = "rngs"
"""The option of such a call that brings the keys, and is what is changed then."""

STREAMS = frozenset(["flax.nnx.Rngs", "flax.nnx.RngStream"])
"""What counts in itself the keys that calls of it, or of a part of it, have drawn."""

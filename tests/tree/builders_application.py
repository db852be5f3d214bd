"""Instances of the application's classes, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import optax
from flax import nnx

from tests.tree.application import models, states

ONE = jnp.ones(1)

BUILDERS: dict[str, Callable[[], Any]] = {
    "models.Stats": lambda: models.Stats(ONE),
    "models.Config": lambda: models.Config(),
    "models.Base": lambda: models.Base(ONE),
    "models.Derived": lambda: models.Derived(),
    "models.Block": lambda: models.Block(),
    "models.Recurrent": lambda: models.Recurrent(),
    "models.Stack": lambda: models.Stack(),
    "states.Train": lambda: states.Train({"a": ONE}, 1, optax.sgd(0.1), models.Stats(ONE)),
    "states.Node": lambda: states.Node(ONE, jnp.tanh),
    "states.Sample": lambda: states.Sample(x=ONE),
    "states.Joint": lambda: states.Joint(ONE, 2, states.Sample(x=ONE)),
    "states.Listed": lambda: states.Listed(ONE),
    "states.Marked": lambda: states.Marked(ONE),
    "states.Plain": lambda: states.Plain(),
    "states.Keyed": lambda: states.Keyed(),
    "states.Cloud": lambda: states.Cloud(ONE, jnp.ones(2)),
    "states.Network": lambda: states.Network(nnx.Rngs(0)),
}


def build_all() -> dict[str, Any]:
    """What JAX says of each, by the class's full name."""
    from tests.tree.truth import describe

    return {f"tests.tree.application.{name}": describe(build()) for name, build in BUILDERS.items()}

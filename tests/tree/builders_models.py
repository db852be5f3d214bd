"""Instances of what optax, flax, blackjax and quax ship, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flax.nnx
import flax.training.dynamic_scale
import flax.training.early_stopping
import flax.training.train_state
import jax
import jax.numpy as jnp
import optax

KEY = jax.random.key(0)
PARAMETERS = {"weight": jnp.ones((2, 2)), "bias": jnp.zeros(2)}


def train_state() -> Any:
    """flax's state of a training run."""
    return flax.training.train_state.TrainState.create(
        apply_fn=lambda parameters, x: x, params=PARAMETERS, tx=optax.adam(1e-3)
    )


def hmc_state() -> Any:
    """blackjax's state of a Markov chain."""
    import blackjax

    return blackjax.hmc.init(jnp.ones(2), lambda x: -jnp.sum(x**2))


def lora_array() -> Any:
    """A low-rank array of quax's examples."""
    from quax.examples.lora import LoraArray

    return LoraArray(jnp.ones((2, 2)), rank=1, key=KEY)


BUILDERS: dict[str, Callable[[], Any]] = {
    "optax.GradientTransformation": lambda: optax.identity(),
    "optax.ScaleByAdamState": lambda: optax.scale_by_adam().init(PARAMETERS),
    "optax.EmaState": lambda: optax.ema(0.9).init(PARAMETERS),
    "optax.TraceState": lambda: optax.trace(0.9).init(PARAMETERS),
    "optax.MultiStepsState": lambda: optax.MultiSteps(optax.sgd(0.1), 2).init(PARAMETERS),
    "flax.training.train_state.TrainState": train_state,
    "flax.training.dynamic_scale.DynamicScale": lambda: flax.training.dynamic_scale.DynamicScale(),
    "flax.training.early_stopping.EarlyStopping": lambda: flax.training.early_stopping.EarlyStopping(),
    "flax.nnx.Linear": lambda: flax.nnx.Linear(2, 3, rngs=flax.nnx.Rngs(0)),
    "flax.nnx.Dropout": lambda: flax.nnx.Dropout(0.1, rngs=flax.nnx.Rngs(0)),
    "flax.nnx.LayerNorm": lambda: flax.nnx.LayerNorm(3, rngs=flax.nnx.Rngs(0)),
    "blackjax.mcmc.hmc.HMCState": hmc_state,
    "quax.examples.lora.LoraArray": lora_array,
}

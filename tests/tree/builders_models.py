"""Instances of what flowjax, paramax, optax, flax, blackjax and quax ship, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flax.nnx
import flax.training.dynamic_scale
import flax.training.early_stopping
import flax.training.train_state
import flowjax.bijections
import flowjax.distributions
import jax
import jax.numpy as jnp
import optax
import paramax

KEY = jax.random.key(0)
PARAMETERS = {"weight": jnp.ones((2, 2)), "bias": jnp.zeros(2)}


def train_state() -> Any:
    """flax's state of a training run."""
    return flax.training.train_state.TrainState.create(
        apply_fn=lambda parameters, x: x, params=PARAMETERS, tx=optax.adam(1e-3)
    )


def transformed() -> Any:
    """A normal pushed through a bijection."""
    return flowjax.distributions.Transformed(
        flowjax.distributions.StandardNormal((2,)), flowjax.bijections.Affine(jnp.zeros(2), jnp.ones(2))
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
    "flowjax.bijections.Affine": lambda: flowjax.bijections.Affine(jnp.zeros(2), jnp.ones(2)),
    "flowjax.bijections.Exp": lambda: flowjax.bijections.Exp((2,)),
    "flowjax.bijections.Permute": lambda: flowjax.bijections.Permute(jnp.array([1, 0])),
    "flowjax.bijections.Chain": lambda: flowjax.bijections.Chain(
        [flowjax.bijections.Exp((2,)), flowjax.bijections.Affine(jnp.zeros(2))]
    ),
    "flowjax.bijections.Invert": lambda: flowjax.bijections.Invert(flowjax.bijections.Exp((2,))),
    "flowjax.bijections.RationalQuadraticSpline": lambda: flowjax.bijections.RationalQuadraticSpline(
        knots=4, interval=1
    ),
    "flowjax.bijections.MaskedAutoregressive": lambda: flowjax.bijections.MaskedAutoregressive(
        KEY, transformer=flowjax.bijections.Affine(), dim=2, nn_width=4, nn_depth=1
    ),
    "flowjax.distributions.Normal": lambda: flowjax.distributions.Normal(jnp.zeros(2)),
    "flowjax.distributions.StandardNormal": lambda: flowjax.distributions.StandardNormal((2,)),
    "flowjax.distributions.Transformed": transformed,
    "paramax.NonTrainable": lambda: paramax.NonTrainable(jnp.ones(2)),
    "paramax.Parameterize": lambda: paramax.Parameterize(jnp.exp, jnp.zeros(2)),
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

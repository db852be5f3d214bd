"""Instances of what flowjax and paramax ship, one per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flowjax.bijections
import flowjax.distributions
import jax
import jax.numpy as jnp
import paramax

KEY = jax.random.key(0)


def transformed() -> Any:
    """A normal pushed through a bijection."""
    return flowjax.distributions.Transformed(
        flowjax.distributions.StandardNormal((2,)), flowjax.bijections.Affine(jnp.zeros(2), jnp.ones(2))
    )


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
}

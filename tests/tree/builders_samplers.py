"""States of blackjax, arrays of quax, kernels of tinygp, distributions of distreqx, one instance per class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import blackjax
import blackjax.adaptation.step_size
import blackjax.mcmc.integrators
import blackjax.smc.tempered
import distreqx.bijectors
import distreqx.distributions
import jax
import jax.numpy as jnp
import quax.examples.named
import quax.examples.prng
import quax.examples.unitful
import quax.examples.zero
import tinygp

KEY = jax.random.key(0)


def log_density(x: Any) -> Any:
    """Of a normal distribution."""
    return -jnp.sum(x**2)


BUILDERS: dict[str, Callable[[], Any]] = {
    "tinygp.kernels.ExpSquared": lambda: tinygp.kernels.ExpSquared(1.0),
    "tinygp.kernels.Matern32": lambda: tinygp.kernels.Matern32(),
    "tinygp.kernels.Sum": lambda: tinygp.kernels.ExpSquared() + tinygp.kernels.Matern32(),
    "tinygp.GaussianProcess": lambda: tinygp.GaussianProcess(
        tinygp.kernels.ExpSquared(), jnp.arange(3.0), diag=jnp.array(0.1)
    ),
    "tinygp.noise.Diagonal": lambda: tinygp.noise.Diagonal(jnp.ones(3)),
    "tinygp.kernels.quasisep.Celerite": lambda: tinygp.kernels.quasisep.Celerite(
        jnp.array(1.0), jnp.array(1.0), jnp.array(1.0), jnp.array(1.0)
    ),
    "tinygp.transforms.Linear": lambda: tinygp.transforms.Linear(jnp.ones(2), tinygp.kernels.ExpSquared()),
    "distreqx.distributions.Normal": lambda: distreqx.distributions.Normal(jnp.zeros(2), jnp.ones(2)),
    "distreqx.distributions.Independent": lambda: distreqx.distributions.Independent(
        distreqx.distributions.Normal(jnp.zeros(2), jnp.ones(2))
    ),
    "distreqx.distributions.Transformed": lambda: distreqx.distributions.Transformed(
        distreqx.distributions.Normal(jnp.zeros(2), jnp.ones(2)), distreqx.bijectors.ScalarAffine(jnp.array(1.0))
    ),
    "distreqx.distributions.Categorical": lambda: distreqx.distributions.Categorical(logits=jnp.ones(3)),
    "distreqx.distributions.Bernoulli": lambda: distreqx.distributions.Bernoulli(probs=jnp.array(0.5)),
    "distreqx.bijectors.ScalarAffine": lambda: distreqx.bijectors.ScalarAffine(jnp.array(1.0), jnp.array(2.0)),
    "distreqx.bijectors.Chain": lambda: distreqx.bijectors.Chain([distreqx.bijectors.ScalarAffine(jnp.array(1.0))]),
    "distreqx.bijectors.Tanh": lambda: distreqx.bijectors.Tanh(),
    "blackjax.mcmc.mala.MALAState": lambda: blackjax.mala.init(jnp.ones(2), log_density),
    "blackjax.mcmc.random_walk.RWState": lambda: blackjax.rmh.init(jnp.ones(2), log_density),
    "blackjax.mcmc.integrators.IntegratorState": lambda: blackjax.mcmc.integrators.IntegratorState(
        jnp.ones(2), jnp.ones(2), jnp.array(1.0), jnp.ones(2)
    ),
    "blackjax.base.SamplingAlgorithm": lambda: blackjax.nuts(log_density, 1e-3, jnp.ones(2)),
    "blackjax.smc.tempered.TemperedSMCState": lambda: blackjax.smc.tempered.init(jnp.ones((3, 2))),
    "blackjax.adaptation.step_size.DualAveragingAdaptationState": lambda: (
        blackjax.adaptation.step_size.dual_averaging_adaptation(0.8)[0](0.1)
    ),
    "blackjax.mcmc.hmc.HMCInfo": lambda: blackjax.hmc(log_density, 1e-3, jnp.ones(2), 3).step(
        KEY, blackjax.hmc.init(jnp.ones(2), log_density)
    )[1],
    "quax.examples.unitful.Unitful": lambda: quax.examples.unitful.Unitful(
        jnp.ones(2), {quax.examples.unitful.meters: 1}
    ),
    "quax.examples.named.NamedArray": lambda: quax.examples.named.NamedArray(
        jnp.ones(2), (quax.examples.named.Axis(2),)
    ),
    "quax.examples.prng.ThreeFry": lambda: quax.examples.prng.ThreeFry(0),
    "quax.examples.zero.Zero": lambda: quax.examples.zero.Zero((2,), jnp.float32),
}

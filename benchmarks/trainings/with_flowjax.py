"""A flow is fitted to two moons' worth of data by maximum likelihood."""

import jax
import jax.numpy as jnp
from flowjax.distributions import Normal
from flowjax.flows import masked_autoregressive_flow
from flowjax.train import fit_to_data

data_key, flow_key, train_key, sample_key = jax.random.split(jax.random.key(0), 4)
x = jax.random.normal(data_key, (256, 2))
x = x.at[:, 1].set(0.5 * x[:, 1] + x[:, 0] ** 2)
flow = masked_autoregressive_flow(flow_key, base_dist=Normal(jnp.zeros(2)), flow_layers=2, nn_width=8)
flow, losses = fit_to_data(
    train_key, flow, x, learning_rate=5e-3, max_epochs=4, max_patience=4, batch_size=64, show_progress=False
)
print([f"{value:.3f}" for value in losses["train"]], [f"{value:.3f}" for value in losses["val"]])
print([f"{value:.3f}" for value in flow.log_prob(x[:3])])
print([f"{value:.3f}" for value in flow.sample(sample_key, (2,)).ravel()])

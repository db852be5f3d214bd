"""Data-parallel training of a network: batches are spread over all devices, the model is on each of them."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import optax
from equinox import apply_updates, filter, filter_jit, filter_shard, filter_value_and_grad, is_array, is_inexact_array
from jax.sharding import AxisType, NamedSharding, PartitionSpec

mesh = jax.make_mesh((len(jax.devices()),), ("batch",), axis_types=(AxisType.Auto,))
data_sharding = NamedSharding(mesh, PartitionSpec("batch"))
model_sharding = NamedSharding(mesh, PartitionSpec())


def compute_loss(model, x, y):
    """The mean squared distance."""
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@filter_jit(donate="all")
def train_step(model, opt_state, x, y):
    """One update; where everything lies is said again, so that nothing moves."""
    model, opt_state = filter_shard((model, opt_state), model_sharding)
    x, y = filter_shard((x, y), data_sharding)
    loss, grads = filter_value_and_grad(compute_loss)(model, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, filter(model, is_inexact_array))
    model, opt_state = filter_shard((apply_updates(model, updates), opt_state), model_sharding)
    return model, opt_state, loss


def batches(size, seed):
    """Points and the sum of their squares."""
    random = np.random.default_rng(seed)
    while True:
        x = random.normal(size=(size, 3)).astype(np.float32)
        yield x, (x**2).sum(-1, keepdims=True)


optimizer = optax.adam(1e-2)
model = eqx.nn.MLP(3, 1, 32, 2, key=jr.key(2))
opt_state = optimizer.init(filter(model, is_inexact_array))
model, opt_state = filter_shard((model, opt_state), model_sharding)
for step, (x, y) in zip(range(40), batches(16 * len(jax.devices()), 0), strict=False):
    x, y = filter_shard((jnp.asarray(x), jnp.asarray(y)), data_sharding)
    model, opt_state, loss = train_step(model, opt_state, x, y)
    if step % 10 == 9:
        print(f"{step + 1}: {loss:.4f}")
arrays = jax.tree.leaves(filter(model, is_array))
print("replicated:", all(x.is_fully_replicated for x in arrays), len(x.sharding.device_set) == len(jax.devices()))

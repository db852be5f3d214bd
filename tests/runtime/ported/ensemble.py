"""An ensemble of networks, one or more on each device: made, sharded, trained and compared over the mesh."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import (
    apply_updates,
    combine,
    filter,
    filter_eval_shape,
    filter_jit,
    filter_pmap,
    filter_shard,
    filter_value_and_grad,
    filter_vmap,
    if_array,
    is_array,
    is_inexact_array,
    partition,
    tree_equal,
)
from jax.sharding import AxisType, NamedSharding, PartitionSpec

SIZE = 2 * len(jax.devices())
mesh = jax.make_mesh((len(jax.devices()),), ("member",), axis_types=(AxisType.Auto,))
by_member = NamedSharding(mesh, PartitionSpec("member"))
everywhere = NamedSharding(mesh, PartitionSpec())


@filter_vmap
def make(key):
    """One member."""
    return eqx.nn.MLP(2, 1, 16, 2, activation=jax.nn.swish, key=key)


@filter_value_and_grad
def compute_loss(model, x, y):
    """The mean squared distance."""
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@filter_vmap(in_axes=(if_array(0), if_array(0), None, None))
def update(model, opt_state, x, y):
    """One update of one member."""
    loss, grads = compute_loss(model, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, filter(model, is_inexact_array))
    return apply_updates(model, updates), opt_state, loss


@filter_jit(donate="all")
def make_step(models, opt_states, x, y):
    """One update of all, each where it lies."""
    models, opt_states, losses = filter_shard(update(models, opt_states, x, y), by_member)
    return models, opt_states, losses


def batch(key):
    """Points, and a function of them."""
    x = jr.normal(key, (32, 2))
    return filter_shard((x, jnp.sin(x[:, :1]) * x[:, 1:]), everywhere)


optimizer = optax.adamw(1e-2)
models = filter_shard(make(jr.split(jr.key(0), SIZE)), by_member)
opt_states = filter_shard(filter_vmap(lambda m: optimizer.init(filter(m, is_inexact_array)))(models), by_member)
shapes = filter_eval_shape(make, jr.split(jr.key(0), SIZE))
print([x.shape for x in jax.tree.leaves(filter(shapes, lambda x: isinstance(x, jax.ShapeDtypeStruct)))])
for step in range(30):
    models, opt_states, losses = make_step(models, opt_states, *batch(jr.key(step)))
    if step % 5 == 4:
        print(f"{step + 1}: {losses.mean():.4f} +- {losses.std():.4f}, best {losses.min():.4f}")
x, y = batch(jr.key(10**6))
found = filter_vmap(lambda model, x: jax.vmap(model)(x), in_axes=(if_array(0), None))(models, x)
print(f"the mean of all: {jnp.mean((found.mean(0) - y) ** 2):.4f}")
arrays, rest = partition(models, is_array)
halves = combine(jax.tree.map(lambda a: a.reshape(-1, 2, *a.shape[1:]), arrays), rest)
total = lambda pair, x: jax.lax.psum(pair.layers[0].weight.sum() * x, "d")  # noqa: E731
norms = filter_pmap(total, axis_name="d", in_axes=(0, None))
print("norms:", [f"{n:.3f}" for n in norms(jax.device_get(filter(halves, is_array)), jnp.float32(2))[:2]])
print("the same again:", bool(tree_equal(models, combine(arrays, rest))))

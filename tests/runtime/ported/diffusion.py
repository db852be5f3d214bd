"""A score-based diffusion learns a small image, by a mixer with a time for each sample; samples come from its ODE."""

import functools as ft

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_jit, filter_value_and_grad, filter_vmap, is_inexact_array

SIZE, CHANNELS, T1 = 4, 2, 4.0


class MixerBlock(eqx.Module):
    """Mixes patches, then hidden values."""

    patch_mixer: eqx.nn.MLP
    hidden_mixer: eqx.nn.MLP
    norm1: eqx.nn.LayerNorm
    norm2: eqx.nn.LayerNorm

    def __init__(self, patches, hidden, mix, *, key):
        a, b = jr.split(key)
        self.patch_mixer = eqx.nn.MLP(patches, patches, mix, depth=1, key=a)
        self.hidden_mixer = eqx.nn.MLP(hidden, hidden, mix, depth=1, key=b)
        self.norm1 = eqx.nn.LayerNorm((hidden, patches))
        self.norm2 = eqx.nn.LayerNorm((patches, hidden))

    def __call__(self, y):
        y = y + jax.vmap(self.patch_mixer)(self.norm1(y))
        y = y.T
        y = y + jax.vmap(self.hidden_mixer)(self.norm2(y))
        return y.T


class Mixer(eqx.Module):
    """The score of a noisy image at a time."""

    conv_in: eqx.nn.Conv2d
    conv_out: eqx.nn.ConvTranspose2d
    blocks: list
    norm: eqx.nn.LayerNorm
    t1: float

    def __init__(self, hidden, mix, blocks, t1, *, key):
        first, last, *keys = jr.split(key, 2 + blocks)
        patches = (SIZE // 2) ** 2
        self.conv_in = eqx.nn.Conv2d(CHANNELS + 1, hidden, 2, stride=2, key=first)
        self.conv_out = eqx.nn.ConvTranspose2d(hidden, CHANNELS, 2, stride=2, key=last)
        self.blocks = [MixerBlock(patches, hidden, mix, key=key) for key in keys]
        self.norm = eqx.nn.LayerNorm((hidden, patches))
        self.t1 = t1

    def __call__(self, t, y):
        t = jnp.full((1, SIZE, SIZE), t / self.t1)
        y = self.conv_in(jnp.concatenate([y, t]))
        hidden, height, width = y.shape
        y = y.reshape(hidden, height * width)
        for block in self.blocks:
            y = block(y)
        return self.conv_out(self.norm(y).reshape(hidden, height, width))


def single_loss(model, weight, int_beta, data, t, key):
    """How far the score of one noisy image is from its noise."""
    mean = data * jnp.exp(-0.5 * int_beta(t))
    std = jnp.sqrt(jnp.maximum(1 - jnp.exp(-int_beta(t)), 1e-5))
    noise = jr.normal(key, data.shape)
    return weight(t) * jnp.mean((model(t, mean + std * noise) + noise / std) ** 2)


def batch_loss(model, weight, int_beta, data, t1, key):
    """Times are spread evenly over the batch."""
    size = data.shape[0]
    tkey, key = jr.split(key)
    t = jr.uniform(tkey, (size,), minval=0, maxval=t1 / size) + (t1 / size) * jnp.arange(size)
    loss = ft.partial(single_loss, model, weight, int_beta)
    return jnp.mean(filter_vmap(loss)(data, t, jr.split(key, size)))


@filter_jit
def make_step(model, weight, int_beta, data, t1, key, opt_state, opt_update):
    """One update; the next key comes out."""
    value, grads = filter_value_and_grad(batch_loss)(model, weight, int_beta, data, t1, key)
    updates, opt_state = opt_update(grads, opt_state)
    return value, apply_updates(model, updates), jr.split(key, 1)[0], opt_state


@filter_jit
def sample(model, int_beta, shape, dt0, t1, key):
    """The ODE of the score, backwards from noise."""

    def drift(t, y, args):
        _, beta = jax.jvp(int_beta, (t,), (jnp.ones_like(t),))
        return -0.5 * beta * (y + model(t, y))

    solved = diffrax.diffeqsolve(
        diffrax.ODETerm(drift), diffrax.Tsit5(), t1, 0.0, -dt0, jr.normal(key, shape), adjoint=diffrax.DirectAdjoint()
    )
    return solved.ys[0]


int_beta = lambda t: t  # noqa: E731
weight = lambda t: 1 - jnp.exp(-int_beta(t))  # noqa: E731
image = jnp.stack([jnp.outer(jnp.arange(4.0), jnp.ones(4)), jnp.eye(4)])
data = (image - image.mean()) / image.std() + 0.1 * jr.normal(jr.key(0), (32, *image.shape))
model = Mixer(8, 12, 2, T1, key=jr.key(1))
optimizer = optax.adabelief(3e-3)
opt_state = optimizer.init(filter(model, is_inexact_array))
key = jr.key(2)
total = 0.0
for step in range(60):
    value, model, key, opt_state = make_step(model, weight, int_beta, data, T1, key, opt_state, optimizer.update)
    total += value.item()
    if step % 12 == 11:
        print(f"{step + 1}: {total / 12:.5f}")
        total = 0.0
draw = ft.partial(sample, model, int_beta, image.shape, 0.2, T1)
images = jax.vmap(draw)(jr.split(jr.key(3), 3))
print([f"{x:.4f}" for x in images.mean((1, 2, 3))], f"{images.std():.4f}")

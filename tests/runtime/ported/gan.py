"""A generator and a discriminator with batch norms learn rings against each other; each has a state of its own."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_eval_shape, filter_jit, filter_value_and_grad, is_array

LATENT, BATCH = 6, 16


class Generator(eqx.Module):
    """Noise to an image of 8 by 8."""

    layers: list

    def __init__(self, *, key):
        a, b, c = jr.split(key, 3)
        self.layers = [
            eqx.nn.ConvTranspose2d(LATENT, 8, 4, use_bias=False, key=a),
            eqx.nn.BatchNorm(8, axis_name="batch", mode="batch"),
            jax.nn.relu,
            eqx.nn.ConvTranspose2d(8, 4, 4, stride=2, padding=1, use_bias=False, key=b),
            eqx.nn.BatchNorm(4, axis_name="batch", mode="batch"),
            jax.nn.relu,
            eqx.nn.Conv2d(4, 1, 3, padding=1, key=c),
            jax.nn.tanh,
        ]

    def __call__(self, x, state):
        return through(self.layers, x, state)


class Discriminator(eqx.Module):
    """An image to a logit: whether it is real."""

    layers: list

    def __init__(self, *, key):
        a, b, c = jr.split(key, 3)
        self.layers = [
            eqx.nn.Conv2d(1, 6, 4, stride=2, padding=1, key=a),
            eqx.nn.PReLU(0.2),
            eqx.nn.Conv2d(6, 6, 3, padding=1, use_bias=False, key=b),
            eqx.nn.BatchNorm(6, axis_name="batch", mode="batch"),
            eqx.nn.PReLU(0.2),
            eqx.nn.Conv2d(6, 1, 4, key=c),
        ]

    def __call__(self, x, state):
        return through(self.layers, x, state)


def through(layers, x, state):
    """A batch norm has a state."""
    for layer in layers:
        x, state = layer(x, state) if isinstance(layer, eqx.nn.BatchNorm) else (layer(x), state)
    return x, state


def batched(model):
    """The batch has a name, by which its norms know it."""
    return jax.vmap(model, axis_name="batch", in_axes=(0, None), out_axes=(0, None))


def crossed(logits, labels):
    """Binary cross-entropy."""
    return optax.sigmoid_binary_cross_entropy(logits.reshape(-1), labels).mean()


@filter_value_and_grad(has_aux=True)
def loss_of_discriminator(discriminator, generator, real, noise, states):
    """Real images are one, generated ones zero."""
    of_generator, of_discriminator = states
    fake, of_generator = batched(generator)(noise, of_generator)
    on_fake, of_discriminator = batched(discriminator)(fake, of_discriminator)
    on_real, of_discriminator = batched(discriminator)(real, of_discriminator)
    loss = crossed(on_fake, jnp.zeros(BATCH)) + crossed(on_real, jnp.ones(BATCH))
    return loss / 2, (of_generator, of_discriminator)


@filter_value_and_grad(has_aux=True)
def loss_of_generator(generator, discriminator, noise, states):
    """Generated images should be taken for real ones."""
    of_generator, of_discriminator = states
    fake, of_generator = batched(generator)(noise, of_generator)
    on_fake, of_discriminator = batched(discriminator)(fake, of_discriminator)
    return crossed(on_fake, jnp.ones(BATCH)), (of_generator, of_discriminator)


@filter_jit(donate="all-except-first")
def train_step(real, models, states, opt_states, key):
    """Both are updated, the discriminator first."""
    generator, discriminator = models
    for_generator, for_discriminator = opt_states
    key, a, b = jr.split(key, 3)
    noise = jr.normal(a, (BATCH, LATENT, 1, 1))
    (d_loss, states), grads = loss_of_discriminator(discriminator, generator, real, noise, states)
    updates, for_discriminator = optimizer.update(grads, for_discriminator, filter(discriminator, is_array))
    discriminator = apply_updates(discriminator, updates)
    noise = jr.normal(b, (BATCH, LATENT, 1, 1))
    (g_loss, states), grads = loss_of_generator(generator, discriminator, noise, states)
    updates, for_generator = optimizer.update(grads, for_generator, filter(generator, is_array))
    generator = apply_updates(generator, updates)
    return (generator, discriminator), states, (for_generator, for_discriminator), key, d_loss, g_loss


@filter_jit
def evaluate(generator, state, noise):
    """Images of a generator whose norms no longer learn."""
    generator = eqx.nn.inference_mode(generator)
    return jax.vmap(lambda x: generator(x, state)[0])(noise)


radius = jnp.hypot(*jnp.meshgrid(jnp.arange(8) - 3.5, jnp.arange(8) - 3.5))
sizes = jr.uniform(jr.key(0), (8, BATCH, 1, 1, 1), minval=1.5, maxval=3.0)
rings = 2 * jnp.exp(-((radius - sizes) ** 2)) - 1
made = [eqx.nn.make_with_state(kind)(key=jr.key(i)) for i, kind in enumerate((Generator, Discriminator))]
models, states = (tuple(both) for both in zip(*made, strict=True))
optimizer = optax.adam(2e-3, b1=0.5, b2=0.999)
opt_states = tuple(optimizer.init(filter(model, is_array)) for model in models)
key = jr.key(3)
for step in range(32):
    models, states, opt_states, key, d_loss, g_loss = train_step(rings[step % 8], models, states, opt_states, key)
    if step % 8 == 7:
        print(f"{step + 1}: discriminator {d_loss:.5f}, generator {g_loss:.5f}")
noise = jr.normal(jr.key(4), (4, LATENT, 1, 1))
images = evaluate(models[0], states[0], noise)
print(filter_eval_shape(evaluate, models[0], states[0], noise).shape, f"{images.mean():.5f}, {images.std():.5f}")

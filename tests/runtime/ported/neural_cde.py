"""A neural CDE tells spirals that turn left from those that turn right, from paths seen at irregular times."""

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_checkpoint, filter_jit, filter_jvp, filter_value_and_grad, is_array


class Field(eqx.Module):
    """The matrix that the path is multiplied with."""

    mlp: eqx.nn.MLP
    channels: int = eqx.field(static=True)
    hidden: int = eqx.field(static=True)

    def __init__(self, channels, hidden, *, key):
        self.channels, self.hidden = channels, hidden
        self.mlp = eqx.nn.MLP(
            hidden, hidden * channels, 16, 1, activation=jax.nn.softplus, final_activation=jnp.tanh, key=key
        )

    @filter_checkpoint
    def __call__(self, t, y, args):
        return self.mlp(y).reshape(self.hidden, self.channels)


class NeuralCDE(eqx.Module):
    """Coefficients of a path to the probability that it turns left."""

    first: eqx.nn.MLP
    field: Field
    last: eqx.nn.Linear

    def __init__(self, channels, hidden, *, key):
        a, b, c = jr.split(key, 3)
        self.first = eqx.nn.MLP(channels, hidden, 16, 1, key=a)
        self.field = Field(channels, hidden, key=b)
        self.last = eqx.nn.Linear(hidden, 1, key=c)

    def __call__(self, ts, coefficients):
        control = diffrax.CubicInterpolation(ts, coefficients)
        found = diffrax.diffeqsolve(
            diffrax.ControlTerm(self.field, control).to_ode(),
            diffrax.Heun(),
            ts[0],
            ts[-1],
            0.1,
            self.first(control.evaluate(ts[0])),
            adjoint=diffrax.RecursiveCheckpointAdjoint(),
        )
        (out,) = self.last(found.ys[-1])
        return jax.nn.sigmoid(out)


def data(size, length, key):
    """Times, coefficients of spirals with noise, and whether they turn left."""
    a, b = jr.split(key)
    ts = jnp.broadcast_to(jnp.linspace(0, 4 * jnp.pi, length), (size, length)) / 4
    angle = jr.uniform(a, (size, 1), minval=0, maxval=2 * jnp.pi) + 4 * ts
    sign = jnp.where(jnp.arange(size) % 2 == 0, 1.0, -1.0)[:, None]
    ys = jnp.stack([ts, jnp.cos(angle) * jnp.exp(-ts), sign * jnp.sin(angle) * jnp.exp(-ts)], axis=-1)
    ys = ys.at[..., 1:].add(0.01 * jr.normal(b, (size, length, 2)))
    return ts, jax.vmap(diffrax.backward_hermite_coefficients)(ts, ys), sign[:, 0] > 0


@filter_jit
def loss(model, ts, coefficients, labels):
    """Binary cross-entropy, and the share of right answers."""
    found = jnp.clip(jax.vmap(model)(ts, coefficients), 1e-6, 1 - 1e-6)
    crossed = labels * jnp.log(found) + (1 - labels) * jnp.log(1 - found)
    return -jnp.mean(crossed), jnp.mean((found > 0.5) == labels)


grad_loss = filter_value_and_grad(loss, has_aux=True)


@filter_jit
def make_step(model, batch, opt_state):
    """One update."""
    (value, right), grads = grad_loss(model, *batch)
    updates, opt_state = optimizer.update(grads, opt_state, filter(model, is_array))
    return value, right, apply_updates(model, updates), opt_state


batch = data(16, 12, jr.key(0))
model = NeuralCDE(3, 6, key=jr.key(1))
optimizer = optax.adam(2e-2)
opt_state = optimizer.init(filter(model, is_array))
for step in range(24):
    value, right, model, opt_state = make_step(model, batch, opt_state)
    if step % 4 == 3:
        print(f"{step + 1}: {value:.4f}, {right:.2f} right")
direction = jax.tree.map(lambda x: jnp.ones_like(x) if is_array(x) else None, model.last)
with_last = lambda last: loss(eqx.tree_at(lambda m: m.last, model, last), *batch)[0]  # noqa: E731
along, slope = filter_jvp(with_last, (model.last,), (direction,))
print(f"{along:.4f}, and {slope:.4f} along the last layer")

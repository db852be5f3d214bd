"""A neural ODE is fitted to a spiral."""

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Field(eqx.Module):
    """The right-hand side."""

    mlp: eqx.nn.MLP

    def __call__(self, t, y, args):
        return self.mlp(y)


def solve(field, start, times):
    """The states at these times."""
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(field),
        diffrax.Tsit5(),
        t0=times[0],
        t1=times[-1],
        dt0=0.1,
        y0=start,
        saveat=diffrax.SaveAt(ts=times),
        stepsize_controller=diffrax.PIDController(rtol=1e-3, atol=1e-6),
    )
    return solution.ys


@eqx.filter_value_and_grad
def loss(field, start, times, states):
    """How far off it is."""
    return jnp.mean((jax.vmap(solve, in_axes=(None, 0, None))(field, start, times) - states) ** 2)


@eqx.filter_jit
def step(field, state, start, times, states):
    """One update."""
    value, grads = loss(field, start, times, states)
    updates, state = optimizer.update(grads, state, eqx.filter(field, eqx.is_inexact_array))
    return eqx.apply_updates(field, updates), state, value


optimizer = optax.adam(1e-2)
times = jnp.linspace(0.0, 1.0, 8)
start = jax.random.normal(jax.random.key(0), (4, 2))
turn = jnp.array([[-0.1, 2.0], [-2.0, -0.1]])
states = jax.vmap(lambda y: jax.vmap(lambda t: jax.scipy.linalg.expm(t * turn) @ y)(times))(start)
field = Field(eqx.nn.MLP(2, 2, 16, 2, key=jax.random.key(1)))
state = optimizer.init(eqx.filter(field, eqx.is_inexact_array))
for turn_of in range(30):
    field, state, value = step(field, state, start, times, states)
    if turn_of % 10 == 9:
        print(f"{value:.4f}")

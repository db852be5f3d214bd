"""A neural ODE is fitted to the orbits of a damped oscillator, short ones first; then its time is rescaled."""

import diffrax
import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from equinox import apply_updates, filter, filter_jit, filter_value_and_grad, filter_vmap, is_inexact_array


class Field(eqx.Module):
    """The right-hand side."""

    scale: jax.Array
    mlp: eqx.nn.MLP

    def __init__(self, size, *, key):
        self.scale = jnp.ones(())
        self.mlp = eqx.nn.MLP(size, size, 16, 2, activation=jax.nn.softplus, final_activation=jnp.tanh, key=key)

    def __call__(self, t, y, args):
        return self.scale * self.mlp(y)


class NeuralODE(eqx.Module):
    """Start and times to states."""

    field: Field

    @filter_jit
    def __call__(self, times, start):
        solution = diffrax.diffeqsolve(
            diffrax.ODETerm(self.field),
            diffrax.Tsit5(),
            t0=times[0],
            t1=times[-1],
            dt0=times[1] - times[0],
            y0=start,
            stepsize_controller=diffrax.PIDController(rtol=1e-3, atol=1e-6),
            saveat=diffrax.SaveAt(ts=times),
        )
        return solution.ys


@filter_value_and_grad
def grad_loss(model, times, orbits):
    """The mean squared distance."""
    return jnp.mean((filter_vmap(model, in_axes=(None, 0))(times, orbits[:, 0]) - orbits) ** 2)


@filter_jit
def make_step(times, orbits, model, opt_state):
    """One update."""
    loss, grads = grad_loss(model, times, orbits)
    updates, opt_state = optimizer.update(grads, opt_state)
    return loss, apply_updates(model, updates), opt_state


data_key, model_key = jr.split(jr.key(1))
times = jnp.linspace(0.0, 3.0, 16)
starts = jr.uniform(data_key, (6, 2), minval=-1.0)
turn = jnp.array([[-0.1, 1.3], [-1.0, -0.1]])
orbits = jax.vmap(lambda y: jax.vmap(lambda t: jax.scipy.linalg.expm(t * turn) @ y)(times))(starts)
model = NeuralODE(Field(2, key=model_key))
for rate, steps, part in ((3e-3, 15, 0.25), (3e-3, 15, 1.0)):
    optimizer = optax.adabelief(rate)
    opt_state = optimizer.init(filter(model, is_inexact_array))
    length = int(len(times) * part)
    for step in range(steps):
        loss, model, opt_state = make_step(times[:length], orbits[:, :length], model, opt_state)
        if step % 5 == 4:
            print(f"length {length}, step {step + 1}: {loss:.5f}")
print(f"scale {model.field.scale:.4f}, end {model(times, orbits[0, 0])[-1].round(3).tolist()}")

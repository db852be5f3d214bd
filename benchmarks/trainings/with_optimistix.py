"""A decay is fitted by least squares, a root is found, and both are differentiated."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optimistix as optx


def residuals(params, data):
    """What is left."""
    times, values = data
    return params["scale"] * jnp.exp(-params["rate"] * times) - values


@eqx.filter_jit
def fit(start, data):
    """The parameters."""
    solver = optx.LevenbergMarquardt(rtol=1e-6, atol=1e-6)
    return optx.least_squares(residuals, solver, start, args=data, max_steps=64).value


def root(a):
    """The square root of a number."""
    return optx.root_find(lambda x, a: x**2 - a, optx.Newton(rtol=1e-5, atol=1e-5), jnp.array(1.0), args=a).value


times = jnp.linspace(0.0, 2.0, 16)
fitted = fit({"scale": jnp.array(1.0), "rate": jnp.array(0.1)}, (times, 3.0 * jnp.exp(-0.7 * times)))
print({name: f"{value:.3f}" for name, value in sorted(fitted.items())})
print(f"{root(2.0):.4f} {jax.jit(jax.grad(root))(2.0):.4f}")
minimiser = optx.BFGS(rtol=1e-5, atol=1e-5)
least = eqx.filter_jit(optx.minimise)(lambda y, _: jnp.sum((y - 2.0) ** 4 + y**2), minimiser, jnp.zeros(3)).value
print([f"{value:.3f}" for value in least])

import equinox as eqx
import jax.numpy as jnp
from population.powerlaw import PowerlawPeak

model = PowerlawPeak(alpha=jnp.array(2.3), support=[5.0, 50.0], name="m1")


@eqx.filter_jit
def log_prob(m, x):
    return m.log_prob(x)


print(log_prob(model, jnp.array([6.0, 70.0])).shape)

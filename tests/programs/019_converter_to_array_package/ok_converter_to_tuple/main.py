import equinox as eqx
import jax.numpy as jnp
from powerlaw import PowerlawPeak

model = PowerlawPeak(alpha=jnp.array(2.3), support=[5.0, 50.0])
print(eqx.filter_jit(lambda m, x: m.log_prob(x))(model, jnp.array([6.0, 70.0])).shape)

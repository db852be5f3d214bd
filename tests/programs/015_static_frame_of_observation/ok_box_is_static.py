import equinox as eqx
import jax.numpy as jnp


class Box(eqx.Module):
    shape: tuple
    origin: tuple = (0, 0)


class Observation(eqx.Module):
    data: jnp.ndarray
    weights: jnp.ndarray
    bbox: Box = eqx.field(static=True)
    bands: tuple[str, ...] = eqx.field(static=True, default=("g", "r"))


obs = Observation(jnp.zeros((2, 5, 5)), jnp.ones((2, 5, 5)), Box((2, 5, 5)))
print(eqx.filter_jit(lambda o: o.data.sum() + o.bbox.shape[0])(obs))

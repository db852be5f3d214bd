import jax
import jax.numpy as jnp

catalogue = {"flux": jnp.ones((4, 3)), "band": "r"}
arrays = {k: v for k, v in catalogue.items() if k != "band"}
print(jax.lax.map(lambda item: item["flux"].sum(), arrays).shape)
print(jax.lax.map(jnp.sum, catalogue["flux"]).shape)

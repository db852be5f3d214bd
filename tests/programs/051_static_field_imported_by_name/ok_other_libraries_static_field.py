from dataclasses import dataclass

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
from simple_pytree import Pytree, static_field


@dataclass
class Kernel(Pytree):
    lengthscale: jax.Array
    name: str = static_field(default="rbf")


@jdc.pytree_dataclass
class Controller:
    rtol: jax.Array
    order: int = jdc.static_field(default=5)


print(jax.jit(lambda k: k.lengthscale * 2)(Kernel(jnp.ones(2))))
print(jax.jit(lambda c: c.rtol * c.order)(Controller(jnp.ones(2))))

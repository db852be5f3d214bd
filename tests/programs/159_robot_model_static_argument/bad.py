import functools

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class LinkParams:
    mass: jnp.ndarray
    inertia: jnp.ndarray


@functools.partial(jax.jit, static_argnames=["link", "n"])  # expect: PTL208
def kinetic(link: LinkParams, qd, n: int):
    return 0.5 * n * link.mass * qd**2


link = LinkParams(mass=jnp.array(1.0), inertia=jnp.eye(3))
print(kinetic(link, jnp.ones(2), n=1))

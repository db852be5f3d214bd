import functools

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class LinkSpec:
    name: jdc.Static[str]
    index: jdc.Static[int] = 0


@functools.partial(jax.jit, static_argnames=["spec", "n"])
def kinetic(spec: LinkSpec, qd, n: int):
    return 0.5 * n * qd[spec.index] ** 2


print(kinetic(LinkSpec("leg", 1), jnp.ones(2), n=1))

import jax
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Model:
    name: jdc.Static[str]
    limits: jdc.Static[tuple]
    offset: jax.Array

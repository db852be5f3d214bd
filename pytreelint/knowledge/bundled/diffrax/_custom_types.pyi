# What pytreelint knows of diffrax._custom_types (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import equinox
import jax
import jaxtyping

class AbstractBrownianIncrement(equinox.Module):
    pass

class AbstractSpaceTimeLevyArea(AbstractBrownianIncrement):
    pass

class AbstractSpaceTimeTimeLevyArea(AbstractSpaceTimeLevyArea):
    pass

class BrownianIncrement(AbstractBrownianIncrement):
    dt: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...'] | float]
    W: jaxtyping.PyTree[chex.Array | float]

class SpaceTimeLevyArea(AbstractSpaceTimeLevyArea):
    dt: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...'] | float]
    W: jaxtyping.PyTree[chex.Array | float]
    H: jaxtyping.PyTree[chex.Array | float]

class SpaceTimeTimeLevyArea(AbstractSpaceTimeTimeLevyArea):
    dt: jaxtyping.PyTree[jaxtyping.Float[jax.Array, '...'] | float]
    W: jaxtyping.PyTree[chex.Array | float]
    H: jaxtyping.PyTree[chex.Array | float]
    K: jaxtyping.PyTree[chex.Array | float]

# What pytreelint knows of diffrax._brownian.path (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._brownian.base import AbstractBrownianPath
from diffrax._custom_types import AbstractBrownianIncrement
from diffrax._custom_types import BrownianIncrement
import chex
import collections
import equinox
import jax
import jaxtyping
from pytreelint.bundled import of, one, some

class UnsafeBrownianPath(AbstractBrownianPath):
    shape: jaxtyping.PyTree[jax.ShapeDtypeStruct] = equinox.field(static=True)
    levy_area: collections.abc.Callable = equinox.field(static=True)
    key: jax.random.PRNGKey
    def __init__(self, shape, key: jax.random.PRNGKey, levy_area=BrownianIncrement):
        self.shape = one(of('shape-struct'), shape)
        self.key = key
        self.levy_area = levy_area
    @property
    def t0(self):
        return of('float')
    @property
    def t1(self):
        return of('float')
    @equinox.filter_jit
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True, use_levy: bool=False):
        return (some(AbstractBrownianIncrement) if use_levy else jax.tree.map((lambda key, shape: of('array:jax:?')), of('unknown'), self.shape))

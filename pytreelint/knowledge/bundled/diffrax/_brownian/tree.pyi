# What pytreelint knows of diffrax._brownian.tree (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._brownian.base import AbstractBrownianPath
from diffrax._custom_types import AbstractBrownianIncrement
from diffrax._custom_types import BrownianIncrement
import chex
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import drawn, of, one, some

class VirtualBrownianTree(AbstractBrownianPath):
    t0: chex.Array | float
    t1: chex.Array | float
    tol: chex.Array | float
    shape: jaxtyping.PyTree[jax.ShapeDtypeStruct] = equinox.field(static=True)
    levy_area: collections.abc.Callable = equinox.field(static=True)
    key: jaxtyping.PyTree[jax.random.PRNGKey]
    _spline: typing.Literal['sqrt'] | typing.Literal['quad'] | typing.Literal['zero'] = equinox.field(static=True)
    def __init__(self, t0: chex.Array | float, t1: chex.Array | float, tol: chex.Array | float, shape, key: jax.random.PRNGKey, levy_area=BrownianIncrement, _spline: typing.Literal['sqrt'] | typing.Literal['quad'] | typing.Literal['zero']='sqrt'):
        drawn(key)
        self.t0 = t0
        self.t1 = t1
        self.tol = one(of('array:any:?', declared=True), of('float'))
        self.levy_area = levy_area
        self._spline = _spline
        self.shape = one(of('shape-struct'), shape)
        self.key = of('unknown')
    @equinox.filter_jit
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True, use_levy: bool=False):
        return (some(AbstractBrownianIncrement) if use_levy else of('unknown'))

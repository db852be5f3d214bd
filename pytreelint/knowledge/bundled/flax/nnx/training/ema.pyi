# What pytreelint knows of flax.nnx.training.ema (flax 0.12.8); see tools/generate_bundles.py.

from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import pytreelib as pytreelib
from flax.nnx import statelib as statelib
from flax.nnx import variablelib as variablelib
from flax.nnx.statelib import State
import flax
from pytreelint.bundled import made, of, one

A = of('object')

class EMA(flax.nnx.Pytree):
    def __init__(self, params, decay: float, *, only=..., graph: bool | None=None):
        self.graph = graph
        self.decay = decay
        self.filter = only
        self.params = flax.nnx.data(of('unknown'))
    def update(self, updates):
        return None
    def apply_to(self, model):
        return one(of('unknown'), made(State), of('array:jax:?'))

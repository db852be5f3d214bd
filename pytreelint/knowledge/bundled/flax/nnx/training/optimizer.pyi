# What pytreelint knows of flax.nnx.training.optimizer (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import filterlib as filterlib
from optax._src.base import GradientTransformation
import flax
import typing
from pytreelint.bundled import made, of

M = of('object')

F = of('object')

class OptState(flax.nnx.Variable, of('unknown')):
    pass

class OptArray(OptState):
    pass

class OptVariable(OptState):
    pass

def to_opt_state(tree):
    return of('unknown')

class _Missing:
    pass

MISSING = made(_Missing)

class Optimizer(typing.Generic, flax.nnx.Pytree):
    def __init__(self, model, tx: GradientTransformation, *, wrt, graph: bool | None=None):
        self.graph = graph
        self.step = of('array:jax:integer')
        self.tx = tx
        self.opt_state = flax.nnx.data(of('unknown'))
        self.wrt = wrt
    def update(self, model, grads=made(_Missing), **kwargs):
        return of('unknown')

class ModelAndOptimizer(Optimizer):
    def __init__(self, model, tx: GradientTransformation, *, wrt=flax.nnx.Param):
        self.graph = None
        self.step = of('array:jax:integer')
        self.tx = tx
        self.opt_state = flax.nnx.data(of('unknown'))
        self.wrt = wrt
        self.model = model
    def update(self, grads, /, **kwargs):
        return of('unknown')

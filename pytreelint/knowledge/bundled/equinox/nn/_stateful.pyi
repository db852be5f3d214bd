# What pytreelint knows of equinox.nn._stateful (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import equinox
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class StateIndex(equinox.Module, typing.Generic):
    marker: typing.Any = equinox.field(static=True)
    init: typing.Any
    def __init__(self, init):
        self.marker = of('object:object')
        self.init = init

@jax.tree_util.register_pytree_node_class
class State:
    def __init__(self, model):
        self._state = one({}, many('dict', rest=of('unknown')))
    def get(self, item: StateIndex):
        return of('unknown')
    def set(self, item: StateIndex, value):
        return some(State)
    def substate(self, pytree):
        return some(State)
    def update(self, substate: State):
        return some(State)
    def tree_flatten(self):
        return (many('tuple', rest=of('unknown')), many('tuple', rest=of('unknown')))
    @classmethod
    def tree_unflatten(cls, keys, values):
        return made(cls, _state=one({}, many('dict', rest=of('unknown'))))

def delete_init_state(model):
    return of('unknown')

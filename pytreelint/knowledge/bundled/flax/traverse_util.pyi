# What pytreelint knows of flax.traverse_util (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core.frozen_dict import FrozenDict
from flax.typing import PathParts
from flax.typing import VariableDict
import abc
import flax
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

@flax.struct.dataclass
class _EmptyNode:
    pass

empty_node = made(_EmptyNode)

def flatten_dict(xs, keep_empty_nodes=False, is_leaf=None, sep=None):
    return (one(many('dict', rest=xs), {}, many('dict', rest=made(_EmptyNode)), many('dict', rest=of('unknown'))) if keep_empty_nodes else one(many('dict', rest=xs), {}, many('dict', rest=of('unknown'))))

def unflatten_dict(xs, sep=None):
    return one({}, of('unknown'), many('dict', rest={}))

def path_aware_map(f, nested_dict: dict[typing.Any, dict[typing.Any, typing.Any]]):
    return one({}, many('dict', rest=many('dict', rest=of('unknown'))), many('dict', rest={}))

class Traversal(abc.ABC):
    def __new__(cls, *args, **kwargs):
        return of('unknown')
    def update(self, fn, inputs):
        return of('unknown')
    def iterate(self, inputs):
        return of('unknown')
    def set(self, values, inputs):
        return of('unknown')
    def compose(self, other):
        return some(TraverseCompose)
    def merge(self, *traversals):
        return some(TraverseCompose)
    def each(self):
        return some(TraverseCompose)
    def tree(self):
        return some(TraverseCompose)
    def filter(self, fn):
        return some(TraverseCompose)
    def __getattr__(self, attr):
        return some(TraverseCompose)
    def __getitem__(self, key):
        return some(TraverseCompose)

class TraverseId(Traversal):
    def update(self, fn, inputs):
        return of('unknown')
    def iterate(self, inputs):
        return many('iterator', rest=inputs)

t_identity = some(TraverseId)

class TraverseMerge(Traversal):
    def __init__(self, *traversals):
        self._traversals = traversals
    def update(self, fn, inputs):
        return one(inputs, of('unknown'))
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class TraverseCompose(Traversal):
    def __init__(self, x, y):
        self._x = x
        self._y = y
    def update(self, fn, inputs):
        return of('unknown')
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class TraverseFilter(Traversal):
    def __init__(self, fn):
        self._fn = fn
    def update(self, fn, inputs):
        return one(of('unknown'), inputs)
    def iterate(self, inputs):
        return many('iterator', rest=inputs)

class TraverseAttr(Traversal):
    def __init__(self, attr):
        self._attr = attr
    def update(self, fn, inputs):
        return of('unknown')
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class TraverseItem(Traversal):
    def __init__(self, key):
        self._key = key
    def update(self, fn, inputs):
        return of('unknown')
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class TraverseEach(Traversal):
    def update(self, fn, inputs):
        return one(many('dict', rest=of('unknown')), of('unknown'))
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class TraverseTree(Traversal):
    def update(self, fn, inputs):
        return jax.tree.map(fn, inputs)
    def iterate(self, inputs):
        return many('iterator', rest=of('unknown'))

class ModelParamTraversal(Traversal):
    def __init__(self, filter_fn):
        self._filter_fn = filter_fn
    def iterate(self, inputs):
        return many('iterator', rest=one(many('dict', rest=of('unknown')), {}, many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), many('dict', rest=many('dict', rest=of('unknown'))))), of('unknown')))
    def update(self, fn, inputs):
        return one(made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), {}, of('unknown'), many('dict', rest={}))

# What pytreelint knows of flax.core.frozen_dict (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import serialization as serialization
import collections
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class FrozenKeysView(collections.abc.KeysView):
    pass

class FrozenValuesView(collections.abc.ValuesView):
    pass

K = of('object')

V = of('object')

@jax.tree_util.register_pytree_with_keys_class
class FrozenDict(collections.abc.Mapping):
    def __init__(self, *args, __unsafe_skip_copy__=False, **kwargs):
        self._dict = ({} if __unsafe_skip_copy__ else many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))))
        self._hash = None
    def __getitem__(self, key):
        return one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'))
    def __setitem__(self, key, value):
        return of('unknown')
    def __contains__(self, key):
        return of('bool')
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')
    def __reduce__(self):
        return (FrozenDict, (jax.tree.map((lambda y: y), self._dict),))
    def get(self, key, default=None):
        return one((made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None) if default is None else default), (of('unknown') if default is None else made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None)), (None if default is None else of('unknown')))
    def pretty_repr(self, num_spaces=4):
        return of('str')
    def __hash__(self):
        return self._hash
    def copy(self, add_or_replace: dict[typing.Any, typing.Any]=of('object')):
        return made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)
    def keys(self):
        return made(FrozenKeysView)
    def values(self):
        return made(FrozenValuesView)
    def items(self):
        return many('iterator', rest=(of('unknown'), one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'))))
    def pop(self, key):
        return (made(FrozenDict, _dict=one(dict(dict(self._dict)), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None), one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown')))
    def unfreeze(self):
        return jax.tree.map((lambda y: y), self._dict)
    def tree_flatten_with_keys(self):
        return (many('tuple', rest=(of('object'), one(of('unknown'), many('dict', rest=of('unknown'))))), many('tuple', rest=of('unknown')))
    @classmethod
    def tree_unflatten(cls, keys, values):
        return made(cls, _dict=many('dict', rest=of('unknown')), _hash=None)

def freeze(xs: dict[typing.Any, typing.Any]):
    return made(FrozenDict, _dict=one(dict(xs), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None)

def unfreeze(x: FrozenDict | dict[typing.Any, typing.Any]):
    return one(many('dict', rest=of('unknown')), {}, many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), many('dict', rest=many('dict', rest=of('unknown'))))), x)

def copy(x: FrozenDict | dict[typing.Any, typing.Any], add_or_replace: FrozenDict | dict[typing.Any, typing.Any]=made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)):
    return one(some(FrozenDict), many('dict', rest=of('unknown')), jax.tree.map((lambda x: x), x))

def pop(x: FrozenDict | dict[typing.Any, typing.Any], key: str):
    return (one(some(FrozenDict), many('dict', rest=of('unknown')), jax.tree.map((lambda x: x), x)), one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown')))

def pretty_repr(x, num_spaces: int=4):
    return one(of('str'), '{}')

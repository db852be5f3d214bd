# What pytreelint knows of flax.cursor (flax 0.12.8); see tools/generate_bundles.py.

from flax.core.frozen_dict import FrozenDict
from flax.errors import CursorFindError
from flax.errors import TraverseTreeError
import collections
import dataclasses
import enum
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

Key = typing.Any

class Indexable(typing.Protocol, of('unknown')):
    def __getitem__(self, key):
        return of('unknown')

class AccessType(enum.Enum):
    ITEM = of('object')
    ATTR = of('object')

@dataclasses.dataclass
class ParentKey(typing.Generic):
    parent: Cursor
    key: typing.Any
    access_type: collections.abc.Callable

def is_named_tuple(obj):
    return of('bool')

class Cursor(typing.Generic):
    _obj: typing.Any
    _parent_key: ParentKey | None
    _changes: dict[typing.Any, Cursor]
    def __init__(self, obj, parent_key: ParentKey | None):
        self._obj = of('unknown')
        self._parent_key = (None if parent_key is None else one(some(ParentKey), None))
        self._changes = {}
    def __getitem__(self, key):
        return some(Cursor)
    def __getattr__(self, name):
        return some(Cursor)
    def __setitem__(self, key, value):
        return None
    def __setattr__(self, name, value):
        return None
    def set(self, value):
        return one(value, of('unknown'), made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), many('dict', rest=of('unknown')), many('list', rest=of('unknown')), many('tuple', rest=of('unknown')))
    def build(self):
        return one(of('unknown'), tuple(list(self._obj)), self._obj)
    def apply_update(self, update_fn):
        return some(Cursor)
    def find(self, cond_fn):
        return some(Cursor)
    def find_all(self, cond_fn):
        return many('iterator', rest=one(self, some(Cursor), of('unknown')))
    def __len__(self):
        return of('int')
    def __iter__(self):
        return many('iterator', rest=some(Cursor))
    def __reversed__(self):
        return many('iterator', rest=some(Cursor))
    def __add__(self, other):
        return of('unknown')
    def __sub__(self, other):
        return of('unknown')
    def __mul__(self, other):
        return of('unknown')
    def __matmul__(self, other):
        return of('unknown')
    def __truediv__(self, other):
        return of('unknown')
    def __floordiv__(self, other):
        return of('unknown')
    def __mod__(self, other):
        return of('unknown')
    def __divmod__(self, other):
        return of('unknown')
    def __pow__(self, other):
        return of('unknown')
    def __lshift__(self, other):
        return of('unknown')
    def __rshift__(self, other):
        return of('unknown')
    def __and__(self, other):
        return of('unknown')
    def __xor__(self, other):
        return of('unknown')
    def __or__(self, other):
        return of('unknown')
    def __radd__(self, other):
        return of('unknown')
    def __rsub__(self, other):
        return of('unknown')
    def __rmul__(self, other):
        return of('unknown')
    def __rmatmul__(self, other):
        return of('unknown')
    def __rtruediv__(self, other):
        return of('unknown')
    def __rfloordiv__(self, other):
        return of('unknown')
    def __rmod__(self, other):
        return of('unknown')
    def __rdivmod__(self, other):
        return of('unknown')
    def __rpow__(self, other):
        return of('unknown')
    def __rlshift__(self, other):
        return of('unknown')
    def __rrshift__(self, other):
        return of('unknown')
    def __rand__(self, other):
        return of('unknown')
    def __rxor__(self, other):
        return of('unknown')
    def __ror__(self, other):
        return of('unknown')
    def __neg__(self):
        return of('unknown')
    def __pos__(self):
        return of('unknown')
    def __abs__(self):
        return of('unknown')
    def __invert__(self):
        return of('unknown')
    def __round__(self, ndigits=None):
        return of('unknown')
    def __lt__(self, other):
        return of('unknown')
    def __le__(self, other):
        return of('unknown')
    def __eq__(self, other):
        return of('unknown')
    def __ne__(self, other):
        return of('unknown')
    def __gt__(self, other):
        return of('unknown')
    def __ge__(self, other):
        return of('unknown')

def cursor(obj):
    return made(Cursor, _obj=of('unknown'), _parent_key=None, _changes={})

# What pytreelint knows of flax.core.scope (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
from flax import errors as errors
from flax import struct as struct
from flax import traceback_util as traceback_util
from flax.core import meta as meta
from flax.core import partial_eval as partial_eval
from flax.core import tracers as tracers
from flax.core.frozen_dict import FrozenDict
from flax.core.frozen_dict import freeze
from flax.core.frozen_dict import unfreeze
from flax.ids import FlaxId
from flax.ids import uuid
from flax.typing import Collection
from flax.typing import FrozenVariableDict
from flax.typing import MutableCollection
from flax.typing import MutableVariableDict
from flax.typing import PRNGFoldable
from flax.typing import RNGSequences
from flax.typing import VariableDict
import dataclasses
import flax
import functools
import jax
import jaxtyping
import typing
from pytreelint.bundled import each, made, many, of, one, put, some

T = of('object')

@functools.partial(dataclasses.dataclass, frozen=True, eq=True)
class DenyList:
    deny: jaxtyping.PyTree[bool | str | DenyList]
    def __lt__(self, other):
        return one(False, of('bool'), NotImplemented)
    def __gt__(self, other):
        return one(True, of('bool'), NotImplemented)

CollectionFilter = typing.Union

PRNGSequenceFilter = typing.Union

class LazyRng(flax.struct.PyTreeNode):
    rng: jax.random.PRNGKey
    suffix: tuple[int | str, ...] = flax.struct.field(pytree_node=False)
    def as_jax_rng(self):
        return one(self.rng, of('key'))
    @staticmethod
    def create(rng: LazyRng | jax.random.PRNGKey, *suffix):
        return made(LazyRng, rng=one(of('key', declared=True), rng), suffix=one(many('tuple', rest=one(of('int'), of('str'))), suffix))
    def clear_suffix(self):
        return put(self, suffix=())

def is_filter_empty(filter_like):
    return one(False, of('bool'))

def in_filter(filter_like, col: str):
    return one(of('bool'), filter_like)

def filter_to_set(x):
    return one(many('set'), {x}, set(x))

def union_filters(a, b):
    return one(True, made(DenyList, deny=of('unknown')), many('set', rest=of('unknown')), many('set', rest=one(b, a, of('unknown'))))

def subtract_filters(a, b):
    return one(False, made(DenyList, deny=of('unknown')), of('unknown'))

def intersect_filters(a, b):
    return of('unknown')

def group_collections(xs: dict[typing.Any, dict[typing.Any, typing.Any]], col_filters: list[typing.Any]):
    return many('tuple', rest=one({}, many('dict', rest=of('unknown'))))

class Variable(typing.Generic):
    def __init__(self, scope: Scope, collection: str, name: str, unbox: bool):
        self._id = made(FlaxId, id=1)
        self.scope = scope
        self.collection = collection
        self.name = name
        self.unbox = unbox
    @property
    def value(self):
        return one(of('unknown'), None, made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None))
    def is_mutable(self):
        return of('bool')

class _ChildRNGSentinel:
    pass

child_rng_token = made(_ChildRNGSentinel)

class _DefaultSentinel:
    pass

no_flag = made(_DefaultSentinel)

class Scope:
    reservations: dict[typing.Any, set[str | None]]
    def __init__(self, variables: dict[typing.Any, dict[typing.Any, typing.Any]], rngs: dict[typing.Any, jax.random.PRNGKey] | dict[typing.Any, LazyRng] | None=None, name: str | None=None, mutable=False, parent: Scope | None=None, path=(), debug_path=(), flags: dict[typing.Any, typing.Any] | None=None):
        self._variables = variables
        self.parent = parent
        self.name = name
        self.path = tuple(path)
        self.debug_path = one(tuple(debug_path), tuple(path))
        self.rngs = ({} if rngs is None else one(many('dict', rest=made(LazyRng, rng=of('key', declared=True), suffix=many('tuple', rest=one(of('int'), of('str'), of('unknown'))))), {}))
        self.mutable = mutable
        self.flags = made(FrozenDict, _dict=(many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))) if flags is None else one(dict(flags), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))))), _hash=None)
        self._root = (None if parent is None else one(some(Scope), None))
        self.trace_level = one(of('unknown'), of('float'))
        self.rng_counters = many('dict', rest=0)
        self.reservations = many('dict', rest=of('unknown'))
        self._invalid = False
    def __eq__(self, other):
        return one(False, True, of('bool'))
    def __hash__(self):
        return of('int')
    @property
    def root(self):
        return one(self._root, self)
    @property
    def path_text(self):
        return of('str')
    @property
    def invalid(self):
        return self._invalid
    def temporary(self):
        return many('iterator', rest=self)
    def invalidate(self):
        return None
    def mutable_variables(self):
        return one(made(FrozenDict, _dict=many('dict', rest=one(many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), {}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'))), _hash=None), many('dict', rest=one(many('dict', rest=of('unknown')), made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'))))
    def variables(self):
        return one(made(FrozenDict, _dict=one(of('unknown'), dict(self._variables), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None), self._variables)
    def rewound(self, rewind_rngs: bool=False):
        return put(self, path=tuple(self.path), debug_path=one(tuple(self.debug_path), tuple(self.path)), rngs=one(many('dict', rest=made(LazyRng, rng=of('key', declared=True), suffix=many('tuple', rest=one(of('int'), of('str'), of('unknown'))))), {}), flags=made(FrozenDict, _dict=one(dict(self.flags), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None), _root=one(some(Scope), None), trace_level=one(of('unknown'), of('float')), rng_counters=(many('dict', rest=0) if rewind_rngs else self.rng_counters), reservations=many('dict', rest=of('unknown')), _invalid=False)
    def name_reserved(self, name: str, col: str | None=None):
        return one(True, False)
    def reserve(self, name: str, col: str | None=None):
        return None
    def default_name(self, prefix: str):
        return of('str')
    def push(self, name: str | None=None, prefix: str='', reuse=False):
        return put(self, _variables={}, parent=self, name=((one('0', of('str')) if prefix == '' else of('str')) if name is None else name), path=many('tuple', rest=(one(of('unknown'), '0', of('str')) if prefix == '' else each(of('unknown'), of('str')))), debug_path=many('tuple', rest=(one(of('unknown'), '0', of('str')) if prefix == '' else each(of('unknown'), of('str')))), rngs=one(many('dict', rest=made(LazyRng, rng=of('key', declared=True), suffix=many('tuple', rest=((one('0', of('str'), of('int')) if prefix == '' else one(of('str'), of('int'))) if name is None else one(name, of('int'), of('str')))))), {}), flags=made(FrozenDict, _dict=one(dict(self.flags), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None), _root=one(self._root, self), trace_level=one(of('unknown'), of('float')), rng_counters=one(0, None, many('dict', rest=0)), reservations=many('dict', rest=of('unknown')), _invalid=False)
    def child(self, fn, name: str | None=None, prefix: str | None=None, named_call: bool=True, **partial_kwargs):
        return (lambda *args, **kwargs: of('unknown'))
    def is_mutable_collection(self, col: str):
        return one(of('bool'), self.mutable)
    def is_collection_empty(self, col: str):
        return one(of('bool'), True)
    def has_rng(self, name: str):
        return of('bool')
    def make_rng(self, name: str='params'):
        return of('key', declared=True)
    def get_variable(self, col: str, name: str, default=None):
        return one((made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None) if default is None else default), (of('unknown') if default is None else made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None)), (None if default is None else of('unknown')))
    def has_variable(self, col: str, name: str):
        return of('bool')
    def put_variable(self, col: str, name: str, value):
        return None
    def variable(self, col: str, name: str, init_fn=None, *init_args, unbox: bool=True, **init_kwargs):
        return made(Variable, _id=made(FlaxId, id=1), scope=self, collection=col, name=name, unbox=unbox)
    def param(self, name: str, init_fn, *init_args, unbox: bool=True, **init_kwargs):
        return (one(of('unknown'), None) if unbox else one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'), None))
    def has_flag(self, key):
        return of('bool')
    def get_flag(self, key, default=made(_DefaultSentinel)):
        return one(default, of('object:builtins.ValueError'), made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'))

def bind(variables: dict[typing.Any, dict[typing.Any, typing.Any]], rngs: dict[typing.Any, jax.random.PRNGKey] | None=None, mutable=False, flags: dict[typing.Any, typing.Any] | None=None):
    return made(Scope, _variables=one({}, many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), many('dict', rest=many('dict', rest=of('unknown'))))), many('dict', rest=of('unknown')), many('dict', rest=one(of('unknown'), {}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), many('dict', rest=many('dict', rest=of('unknown'))))), many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), many('dict', rest=many('dict', rest=of('unknown'))), of('unknown')))), parent=None, name=None, path=(), debug_path=(), rngs=({} if rngs is None else one(many('dict', rest=made(LazyRng, rng=of('key', declared=True), suffix=many('tuple', rest=one(of('int'), of('str'), of('unknown'))))), {})), mutable=mutable, flags=made(FrozenDict, _dict=(many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))) if flags is None else one(dict(flags), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))))), _hash=None), _root=None, trace_level=one(of('unknown'), of('float')), rng_counters=many('dict', rest=0), reservations=many('dict', rest=of('unknown')), _invalid=False)

def apply(fn, mutable=False, flags: dict[typing.Any, typing.Any] | None=None):
    return ((lambda variables, *args, rngs=None, **kwargs: of('unknown')) if mutable == False else (lambda variables, *args, rngs=None, **kwargs: one((of('unknown'), of('unknown')), of('unknown'))))

def init(fn, mutable=True, flags: dict[typing.Any, typing.Any] | None=None):
    return ((lambda rngs, *args, **kwargs: (of('unknown'), many('dict', rest=many('dict', rest=of('unknown'))))) if mutable == True else (lambda rngs, *args, **kwargs: (of('unknown'), one(of('unknown'), many('dict', rest=many('dict', rest=of('unknown')))))))

def lazy_init(fn, mutable=True, flags: dict[typing.Any, typing.Any] | None=None):
    return (lambda *args, **kwargs: of('unknown'))

# What pytreelint knows of flax.nnx.filterlib (flax 0.12.8); see tools/generate_bundles.py.

from flax.typing import Key
from flax.typing import PathParts
import collections
import dataclasses
import functools
import typing
from pytreelint.bundled import made, many, of, one

ellipsis = typing.Any

def to_predicate(filter):
    return one(made(WithTag, tag=filter), made(OfType, type=filter), made(Everything), made(Nothing), filter, made(Any, predicates=many('tuple', rest=of('unknown'))))

def filters_to_predicates(filters: list[typing.Any]):
    return many('tuple', rest=one(made(WithTag, tag=of('str')), made(OfType, type=of('object')), made(Everything), made(Nothing), of('unknown'), made(Any, predicates=many('tuple', rest=of('unknown')))))

class HasTag(typing.Protocol):
    tag: str

@functools.partial(dataclasses.dataclass, frozen=True)
class WithTag:
    tag: str
    def __call__(self, path: tuple[Key, ...], x):
        return one(of('bool'), of('unknown'))

@functools.partial(dataclasses.dataclass, frozen=True)
class PathContains:
    key: Key | str
    exact: bool = True
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')

class PathIn:
    def __init__(self, *paths):
        self.paths = frozenset(paths)
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

@functools.partial(dataclasses.dataclass, frozen=True)
class OfType:
    type: collections.abc.Callable
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')

class Any:
    def __init__(self, *filters):
        self.predicates = many('tuple', rest=one(made(WithTag, tag=of('str')), made(OfType, type=of('object')), made(Everything), made(Nothing), of('unknown'), made(Any, predicates=many('tuple', rest=of('unknown')))))
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

class All:
    def __init__(self, *filters):
        self.predicates = many('tuple', rest=one(made(WithTag, tag=of('str')), made(OfType, type=of('object')), made(Everything), made(Nothing), of('unknown'), made(Any, predicates=many('tuple', rest=of('unknown')))))
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

class Not:
    def __init__(self, collection_filter, /):
        self.predicate = one(made(WithTag, tag=collection_filter), made(OfType, type=collection_filter), made(Everything), made(Nothing), collection_filter, made(Any, predicates=many('tuple', rest=of('unknown'))))
    def __call__(self, path: tuple[Key, ...], x):
        return of('bool')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

class Everything:
    def __call__(self, path: tuple[Key, ...], x):
        return True
    def __eq__(self, other):
        return of('bool')
    def __hash__(self):
        return of('int')

class Nothing:
    def __call__(self, path: tuple[Key, ...], x):
        return False
    def __eq__(self, other):
        return of('bool')
    def __hash__(self):
        return of('int')

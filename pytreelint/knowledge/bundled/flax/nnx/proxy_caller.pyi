# What pytreelint knows of flax.nnx.proxy_caller (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import dataclasses
import functools
import jax
import typing
from pytreelint.bundled import made, many, of, one, put, some

A = of('object')

@functools.partial(dataclasses.dataclass, frozen=True)
class GetItem:
    key: typing.Any

@functools.partial(dataclasses.dataclass, frozen=True)
class GetAttr:
    name: str

@functools.partial(dataclasses.dataclass, frozen=True)
class DelayedAccessor:
    actions: tuple[GetItem | GetAttr, ...] = ()
    def __call__(self, x):
        return one(x, of('unknown'))
    def __getattr__(self, name):
        return made(DelayedAccessor, actions=many('tuple', rest=one(some(GetItem), some(GetAttr), made(GetAttr, name=name))))
    def __getitem__(self, key):
        return made(DelayedAccessor, actions=many('tuple', rest=one(some(GetItem), some(GetAttr), made(GetItem, key=key))))
jax.tree_util.register_static(DelayedAccessor)

class _AccessorCall(typing.Protocol):
    def __call__(self, accessor: DelayedAccessor, /, *args, **kwargs):
        return of('unknown')

class CallableProxy:
    def __init__(self, callable: _AccessorCall, accessor: DelayedAccessor | None=None):
        self._callable = callable
        self._accessor = (made(DelayedAccessor, actions=()) if accessor is None else accessor)
    def __call__(self, *args, **kwargs):
        return of('unknown')
    def __getattr__(self, name):
        return put(self, _accessor=some(DelayedAccessor))
    def __getitem__(self, key):
        return put(self, _accessor=some(DelayedAccessor))

class ApplyCaller(typing.Protocol, typing.Generic):
    def __getattr__(self, __name):
        return some(ApplyCaller)
    def __getitem__(self, __name):
        return some(ApplyCaller)
    def __call__(self, *args, **kwargs):
        return (of('unknown'), of('unknown'))

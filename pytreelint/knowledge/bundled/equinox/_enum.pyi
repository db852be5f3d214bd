# What pytreelint knows of equinox._enum (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

class _EnumerationMeta(type):
    def __new__(mcs, cls_name, bases, namespace):
        return of('unknown')
    def __getattr__(cls, item: str):
        return of('unknown')
    def __getitem__(cls, item):
        return one('traced', of('str'), 'unknown')
    def __len__(cls):
        return of('int')
    def __instancecheck__(cls, value):
        return of('bool')

class EnumerationItem(equinox.Module):
    _value: jaxtyping.Int[jax.Array, '...'] | float
    _enumeration: typing.Any = equinox.field(static=True)
    def __init__(self, x):
        pass
    def __eq__(self, other):
        return of('array:jax:?')
    def __ne__(self, other):
        return of('array:jax:?')
    def error_if(self, token, pred):
        return token
    def is_traced(self):
        return of('bool')

class Enumeration(metaclass=_EnumerationMeta):
    @classmethod
    def promote(cls, item):
        return made(EnumerationItem)
    @classmethod
    def where(cls, pred: jaxtyping.Bool[jax.Array, '...'] | float, a, b):
        return one(a, made(EnumerationItem))

# What pytreelint knows of equinox.internal._closure_to_pytree (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import typing
from pytreelint.bundled import made, many, of, one

class _FunctionWithEquality:
    def __init__(self, fn):
        self.fn = fn
    def information(self):
        return one((of('unknown'), of('unknown'), of('unknown')), self.fn)
    def __hash__(self):
        return of('int')
    def __eq__(self, other):
        return of('unknown')

class _Closure(equinox.Module):
    fn: _FunctionWithEquality
    contents: tuple[typing.Any, ...] | None
    def __init__(self, fn):
        self.fn = made(_FunctionWithEquality, fn=fn)
        self.contents = one(None, many('tuple', rest=of('unknown')))
    def __call__(self, *args, **kwargs):
        return of('unknown')

def _fixup_closure(leaf):
    return one(made(_Closure, fn=made(_FunctionWithEquality, fn=leaf), contents=one(None, many('tuple', rest=of('unknown')))), leaf)

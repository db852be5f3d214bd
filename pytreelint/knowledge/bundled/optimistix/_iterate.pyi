# What pytreelint knows of optimistix._iterate (optimistix 0.1.0); see tools/generate_bundles.py.

import equinox
import typing
from pytreelint.bundled import many, of

class AbstractIterativeSolver(equinox.Module, typing.Generic):
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return of('unknown')
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state, tags: frozenset[typing.Any]):
        return (of('unknown'), of('unknown'), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state, tags: frozenset[typing.Any], result):
        return (of('unknown'), of('unknown'), many('dict', rest=of('unknown')))

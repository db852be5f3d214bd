# What pytreelint knows of equinox.nn._sequential (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._stateful import State
import collections
import equinox
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class StatefulLayer(equinox.Module):
    def is_stateful(self):
        return True

class Sequential(StatefulLayer):
    layers: tuple[typing.Any, ...]
    def __init__(self, layers: list[typing.Any]):
        self.layers = tuple(layers)
    def is_stateful(self):
        return of('bool')
    def __call__(self, x: jax.Array, state: State=of('object:object'), *, key: jax.random.PRNGKey | None=None):
        return one(x, of('array:jax:?', declared=True), (of('array:jax:?', declared=True), some(State)), (one(x, of('unknown')), one(state, of('unknown'))))
    def __getitem__(self, i):
        return one(of('unknown'), made(Sequential, layers=many('tuple', rest=of('unknown'))))
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')

class Lambda(equinox.Module):
    fn: collections.abc.Callable
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?', declared=True)

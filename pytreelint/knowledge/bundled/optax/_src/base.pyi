# What pytreelint knows of optax._src.base (optax 0.2.8); see tools/generate_bundles.py.

import collections
import jax
import typing
from pytreelint.bundled import made, of, one

OptState = typing.Union

Params = typing.Union

Updates = typing.Union

class StatefulSchedule(typing.Protocol, of('unknown')):
    def init(self):
        return of('unknown')
    def update(self, state, **extra_args):
        return of('unknown')
    def __call__(self, state, **extra_args):
        return one(of('array:any:?', declared=True), of('float'))

class GradientTransformation(typing.NamedTuple):
    init: collections.abc.Callable
    update: collections.abc.Callable

class GradientTransformationExtraArgs(GradientTransformation):
    update: collections.abc.Callable

class EmptyState(typing.NamedTuple):
    pass

def init_empty_state(params):
    return made(EmptyState)

def stateless(f):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (of('unknown'), made(EmptyState))))

def stateless_with_tree_map(f):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: ((jax.tree.map((lambda u: of('unknown')), updates) if params is None else jax.tree.map(f, updates, params)), made(EmptyState))))

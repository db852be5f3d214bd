# What pytreelint knows of optimistix._solver.optax (optimistix 0.1.0); see tools/generate_bundles.py.

from equinox.internal._closure_to_pytree import _fixup_closure
from optimistix._minimise import AbstractMinimiser
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _OptaxState(equinox.Module):
    step: jaxtyping.Int[jax.Array, '...']
    f: jax.Array
    opt_state: typing.Any
    terminate: jaxtyping.Bool[jax.Array, '...']

class OptaxMinimiser(AbstractMinimiser):
    optim: typing.Any
    rtol: float
    atol: float
    norm: collections.abc.Callable
    verbose: collections.abc.Callable
    def __init__(self, optim, rtol: float, atol: float, norm=wrapped_fn, verbose=False):
        self.optim = jax.tree.map(_fixup_closure, optim)
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_OptaxState, step=of('array:jax:integer'), f=of('array:jax:?'), opt_state=of('unknown'), terminate=of('array:jax:bool'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _OptaxState, tags: frozenset[typing.Any]):
        return (y, made(_OptaxState, step=of('array:any:integer', declared=True), f=of('array:jax:inexact'), opt_state=of('unknown'), terminate=of('array:any:bool', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _OptaxState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _OptaxState, tags: frozenset[typing.Any], result):
        return (y, aux, {})

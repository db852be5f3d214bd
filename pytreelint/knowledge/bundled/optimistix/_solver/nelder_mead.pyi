# What pytreelint knows of optimistix._solver.nelder_mead (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._minimise import AbstractMinimiser
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _NMStats(equinox.Module):
    n_reflect: jax.Array
    n_inner_contract: jax.Array
    n_outer_contract: jax.Array
    n_expand: jax.Array
    n_shrink: jax.Array

class _NelderMeadState(equinox.Module, typing.Generic):
    simplex: typing.Any
    f_simplex: jax.Array
    best: tuple[jax.Array, typing.Any, jax.Array]
    worst: tuple[jax.Array, typing.Any, jax.Array]
    second_worst_val: jax.Array
    stats: _NMStats
    result: typing.Any
    first_pass: jaxtyping.Bool[jax.Array, '...'] | float
    aux: typing.Any
    step: jax.Array

class NelderMead(AbstractMinimiser):
    rtol: float
    atol: float
    norm: collections.abc.Callable = wrapped_fn
    rdelta: float = 0.05
    adelta: float = 0.00025
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_NelderMeadState, simplex=one(y, of('unknown')), f_simplex=of('array:jax:?'), best=(of('array:jax:inexact'), one(of('unknown')), of('array:jax:integer')), worst=(of('array:jax:inexact'), one(of('unknown')), of('array:jax:integer')), second_worst_val=of('array:jax:inexact'), stats=made(_NMStats, n_reflect=of('array:jax:integer'), n_inner_contract=of('array:jax:integer'), n_outer_contract=of('array:jax:integer'), n_expand=of('array:jax:integer'), n_shrink=of('array:jax:integer')), result=of('array:jax:integer', declared=True), first_pass=of('array:jax:bool'), aux=jax.tree.map((lambda x: of('array:jax:?')), aux_struct), step=of('array:jax:integer'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _NelderMeadState, tags: frozenset[typing.Any]):
        return (one(of('unknown')), made(_NelderMeadState, simplex=of('unknown'), f_simplex=of('array:jax:?', declared=True), best=(of('array:jax:?'), of('unknown'), of('array:jax:integer')), worst=(of('array:jax:?'), of('unknown'), of('array:jax:integer')), second_worst_val=of('array:jax:?'), stats=made(_NMStats, n_reflect=of('array:jax:?'), n_inner_contract=of('array:jax:?'), n_outer_contract=of('array:jax:?'), n_expand=of('array:jax:?'), n_shrink=of('array:jax:?')), result=of('array:jax:integer', declared=True), first_pass=of('array:jax:bool'), aux=of('unknown'), step=of('array:jax:?', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _NelderMeadState, tags: frozenset[typing.Any]):
        return (of('array:jax:?'), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _NelderMeadState, tags: frozenset[typing.Any], result):
        return (y, aux, {'num_reflections': of('array:jax:?', declared=True), 'num_inner_contractions': of('array:jax:?', declared=True), 'num_outer_contractions': of('array:jax:?', declared=True), 'num_expansions': of('array:jax:?', declared=True), 'num_shrinkages': of('array:jax:?', declared=True)})

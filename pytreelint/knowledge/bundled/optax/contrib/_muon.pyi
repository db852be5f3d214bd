# What pytreelint knows of optax.contrib._muon (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jaxtyping
import numpy
import typing
from pytreelint.bundled import made, of, one

class MuonDimensionNumbers(typing.NamedTuple):
    reduction_axis: list[int] | int = 0
    output_axis: list[int] | int = 1

class MuonState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]
    ns_coeffs: chex.Array | float

def scale_by_muon(ns_coeffs: tuple[chex.Array | float | tuple[chex.Array | float, chex.Array | float, chex.Array | float], ...]=(3.4445, -4.775, 2.0315), ns_steps: chex.Array | float=5, beta: chex.Array | float=0.95, eps: chex.Array | float=1e-08, mu_dtype: numpy.dtype | None=None, *, nesterov: bool=True, adaptive: bool=False, preconditioning: typing.Literal['frobenius'] | typing.Literal['spectral'] | typing.Literal['aol'] | typing.Literal['schatten']='frobenius', weight_dimension_numbers=None):
    return made(GradientTransformation, init=(lambda params: made(MuonState, count=of('array:jax:integer'), mu=of('unknown'), ns_coeffs=of('array:jax:?'))), update=(lambda updates, state, params=None: (of('unknown'), made(MuonState, count=of('array:jax:?'), mu=of('unknown'), ns_coeffs=one(of('array:any:?', declared=True), of('float'))))))

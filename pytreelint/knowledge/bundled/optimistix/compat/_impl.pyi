# What pytreelint knows of optimistix.compat._impl (optimistix 0.1.0); see tools/generate_bundles.py.

import jax
import typing
from pytreelint.bundled import made, of, one

class OptimizeResults(typing.NamedTuple):
    x: jax.Array
    success: bool | jax.Array
    status: int | jax.Array
    fun: jax.Array
    jac: jax.Array
    hess_inv: jax.Array | None
    nfev: int | jax.Array
    njev: int | jax.Array
    nit: int | jax.Array

def minimize(fun, x0: jax.Array, args: tuple[typing.Any, ...]=(), *, method: str, tol: float | None=None, options: dict[typing.Any, typing.Any] | None=None):
    return made(OptimizeResults, x=of('array:jax:?', declared=True), success=of('array:jax:bool', declared=True), status=of('array:jax:?'), fun=of('array:jax:?', declared=True), jac=of('array:jax:?', declared=True), hess_inv=one(of('array:jax:?', declared=True), None), nfev=one(of('int'), of('array:jax:?', declared=True)), njev=one(of('int'), of('array:jax:?', declared=True)), nit=one(of('int'), of('array:jax:?', declared=True)))

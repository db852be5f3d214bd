# What pytreelint knows of optimistix.compat._impl (optimistix 0.1.0); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from optimistix._solver.backtracking import _BacktrackingState
from optimistix._solver.gauss_newton import _NewtonDescentState
from optimistix._solver.quasi_newton import _QuasiNewtonState
import jax
import typing
from pytreelint.bundled import made, many, of, one

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
    return made(OptimizeResults, x=one(of('array:jax:?'), (of('array:jax:integer'), of('unknown'), made(_QuasiNewtonState, first_step=of('array:jax:bool'), y_eval=of('array:jax:?'), search_state=made(_BacktrackingState, step_size=of('array:jax:inexact')), f_info=of('unknown'), aux=of('unknown'), descent_state=made(_NewtonDescentState, newton=of('array:jax:?'), result=of('array:jax:integer')), terminate=of('array:jax:bool'), result=of('array:jax:integer'), num_accepted_steps=of('array:jax:integer'), hessian_update_state=None), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), of('unknown'), {}), of('unknown')), success=of('array:jax:bool'), status=of('array:jax:?'), fun=of('array:jax:?', declared=True), jac=of('array:jax:?', declared=True), hess_inv=one(of('array:jax:?', declared=True), None), nfev=one(of('unknown'), made(_QuasiNewtonState, first_step=of('unknown'), y_eval=of('unknown'), search_state=made(_BacktrackingState, step_size=of('unknown')), f_info=of('unknown'), aux=of('unknown'), descent_state=made(_NewtonDescentState, newton=of('unknown'), result=of('unknown')), terminate=of('unknown'), result=of('unknown'), num_accepted_steps=of('unknown'), hessian_update_state=None), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), {}), njev=one(of('unknown')), nit=one(of('unknown')))

# What pytreelint knows of optax._src.linesearch (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

class BacktrackingLinesearchInfo(typing.NamedTuple):
    num_linesearch_steps: chex.Array | float
    decrease_error: chex.Array | float

class ScaleByBacktrackingLinesearchState(typing.NamedTuple):
    learning_rate: chex.Array | float
    value: chex.Array | float
    grad: jaxtyping.PyTree[chex.Array | float | None]
    info: BacktrackingLinesearchInfo

class ZoomLinesearchInfo(typing.NamedTuple):
    num_linesearch_steps: chex.Array | float
    decrease_error: chex.Array | float
    curvature_error: chex.Array | float

class ScaleByZoomLinesearchState(typing.NamedTuple):
    learning_rate: chex.Array | float
    value: chex.Array | float
    grad: jaxtyping.PyTree[chex.Array | float | None]
    info: ZoomLinesearchInfo

def scale_by_zoom_linesearch(max_linesearch_steps: chex.Array | float, max_learning_rate: chex.Array | float | None=None, tol: chex.Array | float=0.0, increase_factor: chex.Array | float=2.0, slope_rtol: chex.Array | float=0.0001, curv_rtol: chex.Array | float=0.9, approx_dec_rtol: chex.Array | float | None=1e-06, stepsize_precision: chex.Array | float=1e-05, initial_guess_strategy: str='keep', verbose: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ScaleByZoomLinesearchState, learning_rate=of('array:jax:?'), value=of('array:jax:?'), grad=of('unknown'), info=made(ZoomLinesearchInfo, num_linesearch_steps=of('array:jax:integer'), decrease_error=of('array:jax:inexact'), curvature_error=of('array:jax:inexact')))), update=(lambda updates, state, params, *, value, grad, value_fn, **extra_args: (of('unknown'), made(ScaleByZoomLinesearchState, learning_rate=of('array:jax:?'), value=of('array:jax:?'), grad=of('unknown'), info=made(ZoomLinesearchInfo, num_linesearch_steps=of('array:jax:integer'), decrease_error=of('array:jax:inexact'), curvature_error=of('array:jax:inexact'))))))

def value_and_grad_from_state(value_fn):
    return (lambda params, *fn_args, state, **fn_kwargs: (one(of('unknown'), of('array:jax:inexact')), one(of('unknown'), params)))

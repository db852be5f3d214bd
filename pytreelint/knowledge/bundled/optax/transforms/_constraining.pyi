# What pytreelint knows of optax.transforms._constraining (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
import jax
import typing
from pytreelint.bundled import made, of

NonNegativeParamsState = EmptyState

def keep_params_nonnegative():
    return made(GradientTransformation, init=(lambda params: made(EmptyState)), update=(lambda updates, state, params: (of('unknown'), state)))

class ZeroNansState(typing.NamedTuple):
    found_nan: typing.Any

def zero_nans():
    return made(GradientTransformation, init=(lambda params: made(ZeroNansState, found_nan=jax.tree.map((lambda p: of('array:jax:bool')), params))), update=(lambda updates, opt_state, params=None: (jax.tree.map((lambda p: of('array:jax:?')), updates), made(ZeroNansState, found_nan=jax.tree.map((lambda p: of('array:jax:bool')), updates)))))

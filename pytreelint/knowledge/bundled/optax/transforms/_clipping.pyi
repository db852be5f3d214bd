# What pytreelint knows of optax.transforms._clipping (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import init_empty_state
import chex
import jax
import typing
from pytreelint.bundled import made, of

def clip(max_delta: chex.Array | float):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (of('unknown'), state)))

def clip_by_block_rms(threshold: chex.Array | float):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map((lambda u: of('array:jax:?')), updates), state)))

def clip_by_global_norm(max_norm: chex.Array | float):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params=None: (jax.tree.map((lambda t: of('array:jax:?')), updates), state)))

def per_example_global_norm_clip(grads, l2_norm_clip: chex.Array | float):
    return (jax.tree.map((lambda g: of('array:jax:?')), grads), of('array:jax:?'))

def per_example_layer_norm_clip(grads, global_l2_norm_clip: chex.Array | float, uniform: bool=True):
    return of('unknown')

def unitwise_norm(x: chex.Array | float, axis: int | tuple[int, ...] | None=None):
    return of('array:jax:?')

def unitwise_clip(g_norm: chex.Array | float, max_norm: chex.Array | float, grad: chex.Array | float, div_eps: chex.Array | float=1e-06):
    return of('array:jax:?')

def adaptive_grad_clip(clipping: chex.Array | float, eps: chex.Array | float=0.001, axis: int | tuple[int, ...] | None=None):
    return made(GradientTransformation, init=init_empty_state, update=(lambda updates, state, params: (jax.tree.map(unitwise_clip, of('unknown'), of('unknown'), updates), state)))

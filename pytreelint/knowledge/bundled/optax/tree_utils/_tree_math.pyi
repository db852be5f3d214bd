# What pytreelint knows of optax.tree_utils._tree_math (optax 0.2.8); see tools/generate_bundles.py.

import functools
import jax
import numpy
import operator
import typing
from pytreelint.bundled import of

def tree_add(tree_x, tree_y, *other_trees):
    return of('unknown')

def tree_sub(tree_x, tree_y):
    return jax.tree.map(operator.sub, tree_x, tree_y)

def tree_mul(tree_x, tree_y):
    return jax.tree.map(operator.mul, tree_x, tree_y)

def tree_div(tree_x, tree_y):
    return jax.tree.map(operator.truediv, tree_x, tree_y)

def tree_scale(scalar, tree):
    return jax.tree.map((lambda x: of('unknown')), tree)

def tree_add_scale(tree_x, scalar, tree_y):
    return of('unknown')

def tree_vdot(tree_x, tree_y):
    return of('unknown')

def tree_sum(tree, associative_reduction: bool=False):
    return of('unknown')

def tree_max(tree):
    return of('unknown')

def tree_min(tree):
    return of('unknown')

def tree_size(tree):
    return of('int')

def tree_conj(tree):
    return jax.tree.map(jax.numpy.conj, tree)

def tree_real(tree):
    return jax.tree.map(jax.numpy.real, tree)

def tree_norm(tree, ord: int | str | float | None=None, squared: bool=False):
    return of('array:jax:?')

def tree_batch_shape(tree, shape: tuple[int, ...]=()):
    return jax.tree.map((lambda x: of('array:jax:?')), tree)

def tree_zeros_like(tree, dtype: numpy.dtype | None=None):
    return jax.tree.map((lambda x: of('array:jax:?')), tree)

def tree_ones_like(tree, dtype: numpy.dtype | None=None):
    return jax.tree.map((lambda x: of('array:jax:?')), tree)

def tree_full_like(tree, fill_value, dtype: numpy.dtype | None=None):
    return jax.tree.map((lambda x: of('array:jax:?')), tree)

def tree_clip(tree, min_value=None, max_value=None):
    return jax.tree.map((lambda g: of('array:jax:?')), tree)

def tree_update_moment(updates, moments, decay, order):
    return of('unknown')

def tree_update_infinity_moment(updates, moments, decay, eps):
    return of('unknown')

def tree_update_moment_per_elem_norm(updates, moments, decay, order):
    return of('unknown')

@functools.partial(jax.jit, inline=True)
def tree_bias_correction(moment, decay, count):
    return jax.tree.map((lambda t: of('unknown')), moment)

def tree_where(condition, tree_x, tree_y):
    return jax.tree.map((lambda x, y: of('array:jax:?')), tree_x, tree_y)

def tree_allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan: bool=False):
    return of('unknown')

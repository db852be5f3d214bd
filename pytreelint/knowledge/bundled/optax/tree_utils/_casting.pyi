# What pytreelint knows of optax.tree_utils._casting (optax 0.2.8); see tools/generate_bundles.py.

import jax
import numpy
from pytreelint.bundled import of, one

def tree_cast_like(tree, other_tree):
    return jax.tree.map((lambda t, o: one(of('unknown'), t)), tree, other_tree)

def tree_cast(tree, dtype: numpy.dtype | None):
    return (tree if dtype is None else jax.tree.map((lambda t: of('unknown')), tree))

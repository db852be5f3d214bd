# What pytreelint knows of optax.tree_utils._random (optax 0.2.8); see tools/generate_bundles.py.

import jax
from pytreelint.bundled import of, one

def tree_split_key_like(rng_key: jax.Array, target_tree):
    return of('unknown')

def tree_unwrap_random_key_data(input_tree):
    return jax.tree.map((lambda x: one(of('array:jax:integer'), of('unknown'))), input_tree)

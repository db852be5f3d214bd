# What pytreelint knows of optax.tree_utils._tree_math (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def tree_update_infinity_moment(updates, moments, decay, eps):
    return of('unknown')

def tree_update_moment_per_elem_norm(updates, moments, decay, order):
    return of('unknown')

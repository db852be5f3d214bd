# What pytreelint knows of equinox._tree (equinox 0.13.8); see tools/generate_bundles.py.

from pytreelint.bundled import many, of

def tree_flatten_one_level(pytree):
    return (many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef'))

def tree_check(pytree):
    return None

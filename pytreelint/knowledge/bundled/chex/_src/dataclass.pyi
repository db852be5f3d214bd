# What pytreelint knows of chex._src.dataclass (chex 0.1.92); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from pytreelint.bundled import of

def mappable_dataclass(cls):
    return of('unknown')

def register_dataclass_type_with_jax_tree_util(data_class):
    return None

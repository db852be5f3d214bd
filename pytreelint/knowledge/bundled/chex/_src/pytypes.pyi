# What pytreelint knows of chex._src.pytypes (chex 0.1.92); see tools/generate_bundles.py.

import jax

Scalar = float | int

PyTreeDef = jax.tree_util.PyTreeDef

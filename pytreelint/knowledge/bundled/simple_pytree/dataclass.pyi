# What pytreelint knows of simple_pytree.dataclass (simple_pytree 0.2.2); see tools/generate_bundles.py.

from pytreelint.bundled import of

A = of('object')

dataclass = of('unknown')

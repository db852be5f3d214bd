# What pytreelint knows of chex._src.restrict_backends (chex 0.1.92); see tools/generate_bundles.py.

from pytreelint.bundled import of

restrict_backends = of('unknown')

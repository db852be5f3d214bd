# What pytreelint knows of flax.nnx.deprecations (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

F = of('object')

def deprecated(new_fn):
    return (lambda *args, **kwargs: of('unknown'))

# What pytreelint knows of flax.core.nn.stochastic (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of, one

def dropout(scope, inputs, rate, deterministic=False, rng=None):
    return (inputs if deterministic else one(inputs, of('array:jax:?')))

# What pytreelint knows of optax.assignment._hungarian_algorithm (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def base_hungarian_algorithm(cost_matrix):
    return (of('array:jax:?'), of('array:jax:integer'))

def hungarian_algorithm(cost_matrix):
    return (of('array:jax:?'), of('array:jax:?'))

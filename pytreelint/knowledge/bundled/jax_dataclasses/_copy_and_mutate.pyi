# What pytreelint knows of jax_dataclasses._copy_and_mutate (jax_dataclasses 1.6.3); see tools/generate_bundles.py.

from pytreelint.bundled import of

def copy_and_mutate(obj, validate: bool=True):
    return of('unknown')

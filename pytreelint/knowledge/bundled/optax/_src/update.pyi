# What pytreelint knows of optax._src.update (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of, one

def incremental_update(new_tensors, old_tensors, step_size):
    return of('unknown')

def periodic_update(new_tensors, old_tensors, steps, update_period):
    return one(new_tensors, old_tensors)

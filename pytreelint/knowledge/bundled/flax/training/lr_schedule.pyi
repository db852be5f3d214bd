# What pytreelint knows of flax.training.lr_schedule (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of, one

def create_constant_learning_rate_schedule(base_learning_rate, steps_per_epoch, warmup_length=0.0):
    return (lambda step: one(base_learning_rate, of('unknown')))

def create_stepped_learning_rate_schedule(base_learning_rate, steps_per_epoch, lr_sched_steps, warmup_length=0.0):
    return (lambda step: of('array:jax:?'))

def create_cosine_learning_rate_schedule(base_learning_rate, steps_per_epoch, halfcos_epochs, warmup_length=0.0):
    return (lambda step: one(of('array:jax:?'), of('unknown')))

# What pytreelint knows of optax.schedules._join (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of, one

def join_schedules(schedules: list[typing.Any], boundaries: list[int]):
    return (lambda step: one(of('array:any:?', declared=True), of('float'), of('array:jax:?')))

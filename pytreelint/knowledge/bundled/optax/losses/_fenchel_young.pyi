# What pytreelint knows of optax.losses._fenchel_young (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of, one

class MaxFun(typing.Protocol):
    def __call__(self, scores, *args, **kwargs):
        return one(of('array:any:?', declared=True), of('float'))

def make_fenchel_young_loss(max_fun: MaxFun):
    return (lambda scores, targets, *args, **kwargs: of('array:jax:?'))

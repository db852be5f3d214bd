# What pytreelint knows of optax.microbatching._microbatching (optax 0.2.8); see tools/generate_bundles.py.

import collections
import dataclasses
import enum
import functools
import jax
import typing
from pytreelint.bundled import of

@functools.partial(dataclasses.dataclass, frozen=True)
class Accumulator:
    init: collections.abc.Callable
    update: collections.abc.Callable
    finalize: collections.abc.Callable
    aggregate: collections.abc.Callable

def reshape_batch_axis(tree, microbatch_size: int, axis: int=0):
    return jax.tree.map((lambda x: of('unknown')), tree)

class AccumulationType(enum.Enum):
    MEAN = of('object')
    SUM = of('object')
    RUNNING_MEAN = of('object')
    CONCAT = of('object')

def microbatch(fun, argnums: int | list[int], microbatch_size: int | None, accumulator=of('object:AccumulationType'), *, argnames: str | list[str]=(), in_axes: int | list[int]=0, num_real_microbatches: int | jax.Array | None=None):
    return (fun if microbatch_size is None else (lambda *args, **kwargs: of('unknown')))

def micro_vmap(fun, in_axes: int | list[int]=0, out_axes=0, *, microbatch_size: int | None=None, vmap_fn=jax.vmap, accumulator=of('object:AccumulationType'), num_real_microbatches: int | jax.Array | None=None):
    return (lambda *args, **kwargs: of('unknown'))

def micro_grad(fun, has_aux: bool=False, argnums: int | list[int]=0, *, batch_argnums: int | list[int]=1, keep_batch_dim: bool=True, microbatch_size: int | None=None, accumulator=of('object:AccumulationType'), transform_fn=(lambda x: x), metrics_fn=(lambda x: None), num_real_microbatches: int | jax.Array | None=None):
    return (lambda *args, **kwargs: (of('unknown'), of('unknown')))

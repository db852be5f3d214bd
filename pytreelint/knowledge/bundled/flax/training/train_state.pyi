# What pytreelint knows of flax.training.train_state (flax 0.12.8); see tools/generate_bundles.py.

from flax import core as core
from flax import struct as struct
from flax.core.frozen_dict import FrozenDict
from flax.linen.fp8_ops import OVERWRITE_WITH_GRADIENT
from optax._src.base import GradientTransformation
import chex
import collections
import flax
import jax
import jaxtyping
from pytreelint.bundled import made, many, of, one, put, some

class TrainState(flax.struct.PyTreeNode):
    step: int | jax.Array
    apply_fn: collections.abc.Callable = flax.struct.field(pytree_node=False)
    params: FrozenDict = flax.struct.field(pytree_node=True)
    tx: GradientTransformation = flax.struct.field(pytree_node=False)
    opt_state: jaxtyping.PyTree[chex.Array | float | None] = flax.struct.field(pytree_node=True)
    def apply_gradients(self, *, grads, **kwargs):
        return put(self, step=one(of('int'), of('array:jax:?')), params=one({'params': one(of('unknown'), self.params), '_overwrite_with_gradient': of('unknown')}, self.params, {'params': one(made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'), some(FrozenDict)), '_overwrite_with_gradient': of('unknown')}, made(FrozenDict, _dict=many('dict', rest=one({}, many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), of('unknown'), many('dict', rest=of('unknown')))), _hash=None), of('unknown'), some(FrozenDict)), opt_state=of('unknown'))
    @classmethod
    def create(cls, *, apply_fn, params, tx, **kwargs):
        return made(cls, step=0, apply_fn=apply_fn, params=params, tx=tx, opt_state=of('unknown'), **kwargs)

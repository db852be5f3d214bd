# What pytreelint knows of flax.nnx.nn.lora (flax 0.12.8); see tools/generate_bundles.py.

from flax.nnx import rnglib as rnglib
from flax.nnx import variablelib as variablelib
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn import initializers as initializers
from flax.nnx.nn.dtypes import promote_dtype
from flax.nnx.nn.linear import Linear
from flax.typing import PromoteDtypeFn
import flax
import jax
import numpy
import typing
from pytreelint.bundled import made, of, one, some

Array = jax.Array

Axis = int

Size = int

A = of('object')

default_a_initializer = of('function:jax.nn.initializers.Initializer')

default_b_initializer = jax.nn.initializers.zeros

class LoRAParam(flax.nnx.Param, of('unknown')):
    pass

class LoRA(flax.nnx.Module):
    def __init__(self, in_features: int, lora_rank: int, out_features: int, *, base_module=None, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, a_initializer=of('function:jax.nn.initializers.Initializer'), b_initializer=jax.nn.initializers.zeros, lora_param_type=LoRAParam, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, a_metadata: dict[typing.Any, typing.Any]=of('object'), b_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = in_features
        self.out_features = out_features
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.lora_param_type = lora_param_type
        self.base_module = base_module
        self.promote_dtype = promote_dtype
        self.lora_a = of('unknown')
        self.lora_b = of('unknown')
    def __call__(self, x: jax.Array, **kwargs):
        return one(of('array:jax:?'), of('unknown'))

class LoRALinear(Linear):
    def __init__(self, in_features: int, out_features: int, *, lora_rank: int, lora_dtype: numpy.dtype | None=None, lora_param_dtype: numpy.dtype=jax.numpy.float32, a_initializer=of('function:jax.nn.initializers.Initializer'), b_initializer=jax.nn.initializers.zeros, lora_param_type=LoRAParam, lora_promote_dtype: PromoteDtypeFn=promote_dtype, rngs, a_metadata: dict[typing.Any, typing.Any]=of('object'), b_metadata: dict[typing.Any, typing.Any]=of('object'), **kwargs):
        self.kernel = of('array:jax:?')
        self.bias = one(of('array:jax:?'), flax.nnx.data(None))
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = of('bool')
        self.dtype = of('dtype')
        self.param_dtype = of('dtype')
        self.precision = of('unknown')
        self.dot_general = of('unknown')
        self.promote_dtype = some(PromoteDtypeFn)
        self.preferred_element_type = of('dtype')
        self.lora = made(LoRA, in_features=in_features, out_features=out_features, dtype=lora_dtype, param_dtype=lora_param_dtype, lora_param_type=lora_param_type, base_module=None, promote_dtype=lora_promote_dtype, lora_a=of('unknown'), lora_b=of('unknown'))
    def __call__(self, x: jax.Array, out_sharding=None):
        return of('array:jax:?', declared=True)

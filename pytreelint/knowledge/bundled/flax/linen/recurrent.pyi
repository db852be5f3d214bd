# What pytreelint knows of flax.linen.recurrent (flax 0.12.8); see tools/generate_bundles.py.

from flax.core.frozen_dict import FrozenDict
from flax.core.scope import CollectionFilter
from flax.core.scope import DenyList
from flax.core.scope import PRNGSequenceFilter
from flax.linen import initializers as initializers
from flax.linen import transforms as transforms
from flax.linen.dtypes import promote_dtype
from flax.linen.linear import Conv
from flax.linen.linear import Dense
from flax.linen.linear import default_kernel_init
from flax.typing import In
from flax.typing import InOutScanAxis
from flax.typing import Out
from flax.typing import PrecisionLike
import chex
import collections
import flax
import jax
import jaxtyping
import numpy
import typing
import typing_extensions
from pytreelint.bundled import drawn, made, many, of, one

A = of('object')

Carry = typing.Any

CarryHistory = typing.Any

Output = typing.Any

class RNNCellBase(flax.linen.Module):
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        return of('unknown')
    @property
    def num_feature_axes(self):
        return of('int')

class LSTMCell(RNNCellBase):
    features: int
    gate_fn: collections.abc.Callable = jax.nn.sigmoid
    activation_fn: collections.abc.Callable = jax.numpy.tanh
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    recurrent_kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    def __call__(self, carry, inputs):
        return ((one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')), one(of('unknown'), of('array:jax:?'), of('array:jax:inexact'))), one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        drawn(rng)
        return (of('array:any:?', declared=True), of('array:any:?', declared=True))
    @property
    def num_feature_axes(self):
        return 1

class DenseParams(flax.linen.Module):
    features: int
    use_bias: bool = True
    param_dtype: numpy.dtype = jax.numpy.float32
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    def __call__(self, inputs: chex.Array):
        return (of('array:any:?', declared=True), one(of('array:any:?'), None))

class OptimizedLSTMCell(RNNCellBase):
    features: int
    gate_fn: collections.abc.Callable = jax.nn.sigmoid
    activation_fn: collections.abc.Callable = jax.numpy.tanh
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    recurrent_kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    def __call__(self, carry: tuple[chex.Array, chex.Array], inputs: chex.Array):
        return ((of('array:any:?', declared=True), of('array:any:?', declared=True)), of('array:any:?', declared=True))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        drawn(rng)
        return (of('array:any:?', declared=True), of('array:any:?', declared=True))
    @property
    def num_feature_axes(self):
        return 1

class SimpleCell(RNNCellBase):
    features: int
    activation_fn: collections.abc.Callable = jax.numpy.tanh
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    recurrent_kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    residual: bool = False
    def __call__(self, carry, inputs):
        return (one(of('unknown'), of('array:jax:inexact')), one(of('unknown'), of('array:jax:inexact')))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        return one(of('unknown'), of('array:jax:?'))
    @property
    def num_feature_axes(self):
        return 1

class GRUCell(RNNCellBase):
    features: int
    gate_fn: collections.abc.Callable = jax.nn.sigmoid
    activation_fn: collections.abc.Callable = jax.numpy.tanh
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    recurrent_kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    def __call__(self, carry, inputs):
        return (one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')), one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        return one(of('unknown'), of('array:jax:?'))
    @property
    def num_feature_axes(self):
        return 1

class MGUCell(RNNCellBase):
    features: int
    gate_fn: collections.abc.Callable = jax.nn.sigmoid
    activation_fn: collections.abc.Callable = jax.numpy.tanh
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    recurrent_kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    forget_bias_init: collections.abc.Callable = jax.nn.initializers.ones
    activation_bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    reset_gate: bool = True
    def __call__(self, carry, inputs):
        return (one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')), one(of('unknown'), of('array:jax:?'), of('array:jax:inexact')))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        return one(of('unknown'), of('array:jax:?'))
    @property
    def num_feature_axes(self):
        return 1

class ConvLSTMCell(RNNCellBase):
    features: int
    kernel_size: list[int]
    strides: list[int] | None = None
    padding: str | list[tuple[int, int]] = 'SAME'
    use_bias: bool = True
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    carry_init: collections.abc.Callable = jax.nn.initializers.zeros
    def __call__(self, carry, inputs):
        return ((of('array:jax:inexact'), of('array:jax:inexact')), of('array:jax:inexact'))
    def initialize_carry(self, rng: jax.random.PRNGKey, input_shape: tuple[int, ...]):
        drawn(rng)
        return (one(of('unknown'), of('array:jax:?')), one(of('unknown'), of('array:jax:?')))
    @property
    def num_feature_axes(self):
        return of('int')

class RNN(flax.linen.Module):
    cell: RNNCellBase
    time_major: bool = False
    return_carry: bool = False
    reverse: bool = False
    keep_order: bool = False
    unroll: int = 1
    variable_axes: dict[typing.Any, int | In | Out] = made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)
    variable_broadcast: jaxtyping.PyTree[bool | str | DenyList] = 'params'
    variable_carry: jaxtyping.PyTree[bool | str | DenyList] = False
    split_rngs: dict[typing.Any, bool] = made(FrozenDict, _dict={'params': False}, _hash=None)
    def __call__(self, inputs: jax.Array, *, initial_carry=None, init_key: jax.random.PRNGKey | None=None, seq_lengths: chex.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None):
        return (one((of('unknown'), of('unknown')), of('unknown')) if return_carry is None else ((of('unknown'), of('unknown')) if return_carry else of('unknown')))

def flip_sequences(inputs: chex.Array, seq_lengths: chex.Array | None, num_batch_dims: int, time_major: bool):
    return of('array:jax:?')

def _concatenate(a: chex.Array, b: chex.Array):
    return of('array:jax:?')

class RNNBase(typing_extensions.Protocol):
    def __call__(self, inputs: jax.Array, *, initial_carry=None, init_key: jax.random.PRNGKey | None=None, seq_lengths: chex.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None):
        return of('unknown')

class Bidirectional(flax.linen.Module):
    forward_rnn: RNNBase
    backward_rnn: RNNBase
    merge_fn: collections.abc.Callable = _concatenate
    time_major: bool = False
    return_carry: bool = False
    def __call__(self, inputs: jax.Array, *, initial_carry=None, init_key: jax.random.PRNGKey | None=None, seq_lengths: chex.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None):
        return (one(((of('unknown'), of('unknown')), of('unknown')), of('unknown')) if return_carry is None else (((of('unknown'), of('unknown')), of('unknown')) if return_carry else of('unknown')))

# What pytreelint knows of flax.nnx.nn.recurrent (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import filterlib as filterlib
from flax.nnx import rnglib as rnglib
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn import initializers as initializers
from flax.nnx.nn.dtypes import promote_dtype
from flax.nnx.nn.linear import Linear
from flax.nnx.transforms import iteration as iteration
from flax.nnx.transforms.iteration import Carry as Carry_
from flax.nnx.transforms.iteration import StateAxes
from flax.typing import PromoteDtypeFn
from flax.typing import Shape
import collections
import flax
import jax
import numpy
import typing
import typing_extensions
from pytreelint.bundled import made, many, of, one

default_kernel_init = of('function:jax.nn.initializers.Initializer')

default_bias_init = jax.nn.initializers.zeros

A = of('object')

Array = jax.Array

Output = typing.Any

Carry = typing.Any

class RNNCellBase(flax.nnx.Module):
    def initialize_carry(self, input_shape: tuple[int, ...], rngs=None, carry_init=None):
        return of('unknown')
    def __call__(self, carry, inputs: jax.Array):
        return (of('unknown'), of('array:jax:?', declared=True))
    @property
    def num_feature_axes(self):
        return of('int')

def modified_orthogonal(key: jax.Array, shape: list[int], dtype: numpy.dtype=jax.numpy.float32):
    return of('array:jax:?')

class LSTMCell(RNNCellBase):
    def __init__(self, in_features: int, hidden_features: int, *, gate_fn=jax.nn.sigmoid, activation_fn=jax.numpy.tanh, kernel_init=of('function:jax.nn.initializers.Initializer'), recurrent_kernel_init=modified_orthogonal, bias_init=jax.nn.initializers.zeros, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, carry_init=None, promote_dtype: PromoteDtypeFn=promote_dtype, keep_rngs: bool=False, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), recurrent_kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
        self.rngs = (of('unknown') if keep_rngs else flax.nnx.data(None))
        self.ii = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=in_features, out_features=hidden_features, use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.if_ = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=in_features, out_features=hidden_features, use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.ig = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=in_features, out_features=hidden_features, use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.io = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=in_features, out_features=hidden_features, use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.hi = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=hidden_features, out_features=hidden_features, use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.hf = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=hidden_features, out_features=hidden_features, use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.hg = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=hidden_features, out_features=hidden_features, use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.ho = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=hidden_features, out_features=hidden_features, use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.carry_init = carry_init
    def __call__(self, carry: tuple[jax.Array, jax.Array], inputs: jax.Array):
        return ((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), of('array:jax:?', declared=True))
    def initialize_carry(self, input_shape: tuple[int, ...], rngs=None, carry_init=None):
        return (of('array:jax:?', declared=True), of('array:jax:?', declared=True))
    @property
    def num_feature_axes(self):
        return 1

class OptimizedLSTMCell(RNNCellBase):
    def __init__(self, in_features: int, hidden_features: int, *, gate_fn=jax.nn.sigmoid, activation_fn=jax.numpy.tanh, kernel_init=of('function:jax.nn.initializers.Initializer'), recurrent_kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, carry_init=None, promote_dtype: PromoteDtypeFn=promote_dtype, keep_rngs: bool=False, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), recurrent_kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
        self.rngs = (of('unknown') if keep_rngs else flax.nnx.data(None))
        self.dense_i = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=in_features, out_features=of('int'), use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.dense_h = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=hidden_features, out_features=of('int'), use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.carry_init = carry_init
    def __call__(self, carry: tuple[jax.Array, jax.Array], inputs: jax.Array):
        return ((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), of('array:jax:?', declared=True))
    def initialize_carry(self, input_shape: tuple[int, ...], rngs=None, carry_init=None):
        return (of('array:jax:?', declared=True), of('array:jax:?', declared=True))
    @property
    def num_feature_axes(self):
        return 1

class SimpleCell(RNNCellBase):
    def __init__(self, in_features: int, hidden_features: int, *, dtype: numpy.dtype=jax.numpy.float32, param_dtype: numpy.dtype=jax.numpy.float32, carry_init=None, residual: bool=False, activation_fn=jax.numpy.tanh, kernel_init=of('function:jax.nn.initializers.Initializer'), recurrent_kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, promote_dtype: PromoteDtypeFn=promote_dtype, keep_rngs: bool=False, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), recurrent_kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.residual = residual
        self.activation_fn = activation_fn
        self.promote_dtype = promote_dtype
        self.rngs = (of('unknown') if keep_rngs else flax.nnx.data(None))
        self.dense_h = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=hidden_features, out_features=hidden_features, use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.dense_i = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=in_features, out_features=hidden_features, use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.carry_init = carry_init
    def __call__(self, carry: jax.Array, inputs: jax.Array):
        return (of('array:jax:?', declared=True), of('array:jax:?', declared=True))
    def initialize_carry(self, input_shape: tuple[int, ...], rngs=None, carry_init=None):
        return of('array:jax:?', declared=True)
    @property
    def num_feature_axes(self):
        return 1

class GRUCell(RNNCellBase):
    def __init__(self, in_features: int, hidden_features: int, *, gate_fn=jax.nn.sigmoid, activation_fn=jax.numpy.tanh, kernel_init=of('function:jax.nn.initializers.Initializer'), recurrent_kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, carry_init=None, promote_dtype: PromoteDtypeFn=promote_dtype, keep_rngs: bool=False, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), recurrent_kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = in_features
        self.hidden_features = hidden_features
        self.gate_fn = gate_fn
        self.activation_fn = activation_fn
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
        self.rngs = (of('unknown') if keep_rngs else flax.nnx.data(None))
        self.dense_i = made(Linear, kernel=of('array:jax:?'), bias=of('array:jax:?'), in_features=in_features, out_features=of('int'), use_bias=True, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.dense_h = made(Linear, kernel=of('array:jax:?'), bias=flax.nnx.data(None), in_features=hidden_features, out_features=of('int'), use_bias=False, dtype=dtype, param_dtype=param_dtype, precision=None, dot_general=jax.lax.dot_general, promote_dtype=promote_dtype, preferred_element_type=None)
        self.carry_init = carry_init
    def __call__(self, carry: jax.Array, inputs: jax.Array):
        return (of('array:jax:?', declared=True), of('array:jax:?', declared=True))
    def initialize_carry(self, input_shape: tuple[int, ...], rngs=None, carry_init=None):
        return of('array:jax:?', declared=True)
    @property
    def num_feature_axes(self):
        return 1

class RNN(flax.nnx.Module):
    state_axes: dict[typing.Any, typing.Any]
    def __init__(self, cell: RNNCellBase, *, time_major: bool=False, return_carry: bool=False, reverse: bool=False, keep_order: bool=False, unroll: int=1, state_axes: dict[typing.Any, typing.Any] | None=None, broadcast_rngs=None, rngs=True):
        self.cell = cell
        self.time_major = time_major
        self.return_carry = return_carry
        self.reverse = reverse
        self.keep_order = keep_order
        self.unroll = unroll
        self.rngs = (of('unknown') if rngs == True else one(of('unknown'), flax.nnx.data(None)))
        self.state_axes = (made(StateAxes, _filters=many('tuple', rest=...), _axes=many('tuple', rest=Carry_)) if state_axes is None else one(state_axes, made(StateAxes, _filters=many('tuple', rest=...), _axes=many('tuple', rest=Carry_))))
        self.broadcast_rngs = broadcast_rngs
    def __call__(self, inputs: jax.Array, *, initial_carry=None, seq_lengths: jax.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None, rngs=None):
        return (one((of('unknown'), of('unknown')), of('unknown')) if return_carry is None else ((of('unknown'), of('unknown')) if return_carry else of('unknown')))

def flip_sequences(inputs: jax.Array, seq_lengths: jax.Array | None, num_batch_dims: int, time_major: bool):
    return of('array:jax:?')

def _concatenate(a: jax.Array, b: jax.Array):
    return of('array:jax:?')

class RNNBase(typing_extensions.Protocol):
    def __call__(self, inputs: jax.Array, *, initial_carry=None, rngs=None, seq_lengths: jax.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None):
        return of('unknown')

class Bidirectional(flax.nnx.Module):
    forward_rnn: RNNBase
    backward_rnn: RNNBase
    merge_fn: collections.abc.Callable = _concatenate
    time_major: bool = False
    return_carry: bool = False
    def __init__(self, forward_rnn: RNNBase, backward_rnn: RNNBase, *, merge_fn=_concatenate, time_major: bool=False, return_carry: bool=False, rngs=True):
        self.forward_rnn = forward_rnn
        self.backward_rnn = backward_rnn
        self.merge_fn = merge_fn
        self.time_major = time_major
        self.return_carry = return_carry
        self.rngs = (of('unknown') if rngs == True else one(rngs, of('unknown'), None))
    def __call__(self, inputs: jax.Array, *, initial_carry: tuple[typing.Any, typing.Any] | None=None, rngs=None, seq_lengths: jax.Array | None=None, return_carry: bool | None=None, time_major: bool | None=None, reverse: bool | None=None, keep_order: bool | None=None):
        return (one((one((of('unknown'), of('unknown')), None), of('unknown')), of('unknown')) if return_carry is None else (((of('unknown'), of('unknown')), of('unknown')) if return_carry else of('unknown')))

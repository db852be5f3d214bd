# What pytreelint knows of flax.linen.fp8_ops (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen import initializers as initializers
from flax.linen import module as module
import collections
import dataclasses
import flax
import functools
import jax
import numpy
import typing
from pytreelint.bundled import made, of, one

DType = typing.Any

CAN_USE_EARRAY = one(True, False)

OVERWRITE_WITH_GRADIENT = '_overwrite_with_gradient'

class Fp8MetaTyRules:
    @staticmethod
    def physical_element_aval(dtype):
        return of('unknown')
    @staticmethod
    def replicate_trailing_dims(ctx, val, aval):
        return val
    @staticmethod
    def logical_sharding(aval, phys_sharding):
        return phys_sharding
    @staticmethod
    def physical_sharding(aval, sharding):
        return sharding
    @staticmethod
    def convert_from(fp8_meta_dtype, other_dtype):
        return of('bool')
    @staticmethod
    def convert_to(other_dtype, fp8_meta_dtype):
        return of('bool')
    @staticmethod
    def add(dt, x, y):
        return of('array:jax:?')
    @staticmethod
    def zero(dt):
        return of('array:jax:?')
    @staticmethod
    def tangent_dtype(dtype):
        return dtype
    @staticmethod
    def full(shape, fill_value, dtype):
        return of('array:jax:?')
    @staticmethod
    def global_sharded_result_handler(aval, out_sharding, committed):
        return (lambda bufs: of('object'))

class fp8_meta_dtype(jax._src.dtypes.extended, of('unknown')):
    pass

@functools.partial(dataclasses.dataclass, frozen=True)
class fp8_meta_dtype_wrapper(jax._src.dtypes.ExtendedDType, of('unknown')):
    float_dtype: typing.Any
    _rules: collections.abc.Callable = Fp8MetaTyRules
    type: collections.abc.Callable = fp8_meta_dtype
    name = of('unknown')

fm32 = made(fp8_meta_dtype_wrapper, float_dtype=jax.numpy.float32, _rules=Fp8MetaTyRules, type=fp8_meta_dtype)

fp32_max_grad = made(fp8_meta_dtype_wrapper, float_dtype=jax.numpy.float32, _rules=Fp8MetaTyRules, type=fp8_meta_dtype)

def get_fp8_max(fp8_dtype, out_dtype):
    return of('array:numpy-scalar:?')

def quantize(x, q_dtype, scale, compute_dtype):
    return of('array:jax:?')

def dequantize(x, dq_dtype, scale):
    return of('array:jax:?')

def qdq(x, q_dtype, scale, compute_dtype):
    return of('array:jax:?')

def compute_scale(amax, scale, fp8_max, margin=0):
    return of('array:jax:inexact')

def compute_amax_history(x, amax_history):
    return of('array:jax:?')

def update_fp8_meta(x, q_dtype, scale, amax_history):
    return (of('array:jax:?'), of('array:jax:?'))

def quantize_dequantize_update(x, q_dtype, scale, amax_history, compute_dtype):
    return (of('array:jax:?'), of('array:jax:?'), of('array:jax:?'))

def dot_general_transpose_lhs(g, x, y, *, dimension_numbers, precision, preferred_element_type: numpy.dtype | None, swap_ans=False):
    return of('array:jax:?')

def dot_general_transpose_rhs(g, x, y, *, dimension_numbers, precision, preferred_element_type: numpy.dtype | None):
    return of('array:jax:?')

@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def in_qdq(compute_dtype, q_dtype, inp, scale, amax_history):
    return of('array:jax:?')

def in_qdq_fwd(compute_dtype, q_dtype, inp, scale, amax_history):
    return (of('array:jax:?'), (of('array:jax:?'), of('array:jax:?')))

def in_qdq_bwd(compute_dtype, q_dtype, res, g):
    return (g, of('unknown'), of('unknown'))

@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def out_qdq(compute_dtype, q_dtype, out, scale, amax_history):
    return out

def out_qdq_fwd(compute_dtype, q_dtype, out, scale, amax_history):
    return (out, (scale, amax_history))

def out_qdq_bwd(compute_dtype, q_dtype, res, g):
    return (of('array:jax:?'), of('array:jax:?'), of('array:jax:?'))

@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def in_q(compute_dtype, q_dtype, inp, scale, amax_history):
    return (of('array:jax:?'), of('array:jax:?'))

def in_q_fwd(compute_dtype, q_dtype, inp, scale, amax_history):
    return ((of('array:jax:?'), of('array:jax:?')), (of('array:jax:?'), of('array:jax:?')))

def in_q_bwd(compute_dtype, q_dtype, res, _):
    return (None, of('unknown'), of('unknown'))

@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def out_dq(dq_type, lhs_scale, rhs_scale, out):
    return of('array:jax:?')

def out_dq_fwd(dq_type, lhs_scale, rhs_scale, out):
    return (of('array:jax:?'), None)

def out_dq_bwd(dq_type, _, g):
    return (None, None, g)

@functools.partial(jax.custom_vjp, nondiff_argnums=(8, 9))
def quantized_dot(lhs, q_lhs, lhs_scale, rhs, q_rhs, rhs_scale, out_grad_scale, out_grad_amax_history, dimension_numbers, preferred_element_type=None):
    return of('array:jax:?')

def quantized_dot_fwd(lhs, q_lhs, lhs_scale, rhs, q_rhs, rhs_scale, out_grad_scale, out_grad_amax_history, dimension_numbers, preferred_element_type):
    return (of('array:jax:?'), (lhs, q_lhs, lhs_scale, rhs, q_rhs, rhs_scale, out_grad_scale, out_grad_amax_history))

def quantized_dot_bwd(dimension_numbers, preferred_element_type, res, g):
    return (of('array:jax:?'), None, None, of('array:jax:?'), None, None, of('array:jax:?'), of('array:jax:?'))

def fp8_scaled_dot_general(lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None, *, lhs_scale=None, rhs_scale=None, grad_scale=None, lhs_amax_history=None, rhs_amax_history=None, grad_amax_history=None, quantize_compute_type=jax.numpy.float32):
    return of('array:jax:?')

@functools.partial(jax.custom_jvp, nondiff_argnums=(2, 3, 4))
def dot_general_with_precision(lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None):
    return of('array:jax:?')

def dot_general_with_precision_jvp(dimension_numbers, precision, preferred_element_type, primals, tangents):
    return (of('array:jax:?'), of('array:jax:?'))

class Fp8DotGeneralBase(flax.linen.Module):
    amax_history_length: int = 1024
    e4m3_dtype: typing.Any = jax.numpy.float8_e4m3fn
    e5m2_dtype: typing.Any = jax.numpy.float8_e5m2
    def setup(self):
        return None

class Fp8DotGeneralOp(Fp8DotGeneralBase):
    def __post_init__(self):
        pass
    def __call__(self, *args, **kwargs):
        return of('array:jax:?')

class Fp8DirectDotGeneralOp(Fp8DotGeneralBase):
    def __call__(self, *args, **kwargs):
        return of('array:jax:?')

class NANOOFp8DotGeneralOp(Fp8DotGeneralOp):
    e4m3_dtype: typing.Any = jax.numpy.float8_e4m3fnuz
    e5m2_dtype: typing.Any = jax.numpy.float8_e5m2fnuz
    def __post_init__(self):
        pass

class Fp8Einsum(Fp8DotGeneralBase):
    def __call__(self, eqn, lhs: jax.Array, rhs: jax.Array, precision=None, preferred_element_type: numpy.dtype | None=None):
        return of('array:jax:?')

Fp8DotGeneral = Fp8DirectDotGeneralOp

# What pytreelint knows of equinox.nn._pool (equinox 0.13.8); see tools/generate_bundles.py.

import collections
import equinox
import jax
import typing
from pytreelint.bundled import many, of, one

class Pool(equinox.Module):
    init: int | float | jax.Array
    operation: collections.abc.Callable
    num_spatial_dims: int = equinox.field(static=True)
    kernel_size: tuple[int, ...] = equinox.field(static=True)
    stride: tuple[int, ...] = equinox.field(static=True)
    padding: tuple[tuple[int, int], ...] = equinox.field(static=True)
    use_ceil: bool = equinox.field(static=True)
    def __init__(self, init: int | float | jax.Array, operation, num_spatial_dims: int, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = operation
        self.init = init
        self.num_spatial_dims = num_spatial_dims
        self.use_ceil = use_ceil
        self.kernel_size = one(many('tuple', rest=kernel_size), tuple(kernel_size))
        self.stride = one(many('tuple', rest=stride), tuple(stride))
        self.padding = one(many('tuple', rest=(padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class AvgPool1d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.add
        self.init = 0
        self.num_spatial_dims = 1
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size,), tuple(kernel_size))
        self.stride = one((stride,), tuple(stride))
        self.padding = one(((padding, padding),), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class MaxPool1d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.max
        self.init = of('float')
        self.num_spatial_dims = 1
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size,), tuple(kernel_size))
        self.stride = one((stride,), tuple(stride))
        self.padding = one(((padding, padding),), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class AvgPool2d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.add
        self.init = 0
        self.num_spatial_dims = 2
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size, kernel_size), tuple(kernel_size))
        self.stride = one((stride, stride), tuple(stride))
        self.padding = one(((padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class MaxPool2d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.max
        self.init = of('float')
        self.num_spatial_dims = 2
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size, kernel_size), tuple(kernel_size))
        self.stride = one((stride, stride), tuple(stride))
        self.padding = one(((padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class AvgPool3d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.add
        self.init = 0
        self.num_spatial_dims = 3
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size, kernel_size, kernel_size), tuple(kernel_size))
        self.stride = one((stride, stride, stride), tuple(stride))
        self.padding = one(((padding, padding), (padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class MaxPool3d(Pool):
    def __init__(self, kernel_size: int | list[int], stride: int | list[int]=1, padding: int | list[int] | list[tuple[int, int]]=0, use_ceil: bool=False):
        self.operation = jax.lax.max
        self.init = of('float')
        self.num_spatial_dims = 3
        self.use_ceil = use_ceil
        self.kernel_size = one((kernel_size, kernel_size, kernel_size), tuple(kernel_size))
        self.stride = one((stride, stride, stride), tuple(stride))
        self.padding = one(((padding, padding), (padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class AdaptivePool(equinox.Module):
    target_shape: list[int] = equinox.field(static=True)
    operation: collections.abc.Callable
    def __init__(self, target_shape: int | list[int], num_spatial_dims: int, operation):
        self.operation = operation
        self.target_shape = one(many('tuple', rest=target_shape), target_shape)
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return one(x, of('array:jax:?', declared=True))

class AdaptiveAvgPool1d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.mean
        self.target_shape = one((target_shape,), target_shape)

class AdaptiveAvgPool2d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.mean
        self.target_shape = one((target_shape, target_shape), target_shape)

class AdaptiveAvgPool3d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.mean
        self.target_shape = one((target_shape, target_shape, target_shape), target_shape)

class AdaptiveMaxPool1d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.max
        self.target_shape = one((target_shape,), target_shape)

class AdaptiveMaxPool2d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.max
        self.target_shape = one((target_shape, target_shape), target_shape)

class AdaptiveMaxPool3d(AdaptivePool):
    def __init__(self, target_shape: int | list[int]):
        self.operation = jax.numpy.max
        self.target_shape = one((target_shape, target_shape, target_shape), target_shape)

# What pytreelint knows of equinox.nn._conv (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import jax
import typing
from pytreelint.bundled import drawn, many, of, one

class Conv(equinox.Module):
    num_spatial_dims: int = equinox.field(static=True)
    weight: jax.Array
    bias: jax.Array | None
    in_channels: int = equinox.field(static=True)
    out_channels: int = equinox.field(static=True)
    kernel_size: tuple[int, ...] = equinox.field(static=True)
    stride: tuple[int, ...] = equinox.field(static=True)
    padding: str | tuple[tuple[int, int], ...] = equinox.field(static=True)
    dilation: tuple[int, ...] = equinox.field(static=True)
    groups: int = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    padding_mode: str = equinox.field(static=True)
    def __init__(self, num_spatial_dims: int, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=1, padding: str | int | list[int] | list[tuple[int, int]]=0, dilation: int | list[int]=1, groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = num_spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), many('tuple', rest=of('unknown')))
        self.stride = one(tuple(stride), many('tuple', rest=of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), many('tuple', rest=(padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.dilation = one(tuple(dilation), many('tuple', rest=of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class Conv1d(Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=1, padding: str | int | list[int] | list[tuple[int, int]]=0, dilation: int | list[int]=1, groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 1
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'),))
        self.stride = one(tuple(stride), (of('unknown'),))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding),), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.dilation = one(tuple(dilation), (of('unknown'),))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

class Conv2d(Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=(1, 1), padding: str | int | list[int] | list[tuple[int, int]]=(0, 0), dilation: int | list[int]=(1, 1), groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 2
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'), of('unknown')))
        self.stride = one(tuple(stride), (of('unknown'), of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.dilation = one(tuple(dilation), (of('unknown'), of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

class Conv3d(Conv):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=(1, 1, 1), padding: str | int | list[int] | list[tuple[int, int]]=(0, 0, 0), dilation: int | list[int]=(1, 1, 1), groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 3
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'), of('unknown'), of('unknown')))
        self.stride = one(tuple(stride), (of('unknown'), of('unknown'), of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding), (padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.dilation = one(tuple(dilation), (of('unknown'), of('unknown'), of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

class ConvTranspose(equinox.Module):
    num_spatial_dims: int = equinox.field(static=True)
    weight: jax.Array
    bias: jax.Array | None
    in_channels: int = equinox.field(static=True)
    out_channels: int = equinox.field(static=True)
    kernel_size: tuple[int, ...] = equinox.field(static=True)
    stride: tuple[int, ...] = equinox.field(static=True)
    padding: str | tuple[tuple[int, int], ...] = equinox.field(static=True)
    output_padding: tuple[int, ...] = equinox.field(static=True)
    dilation: tuple[int, ...] = equinox.field(static=True)
    groups: int = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    padding_mode: str = equinox.field(static=True)
    def __init__(self, num_spatial_dims: int, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=1, padding: str | int | list[int] | list[tuple[int, int]]=0, output_padding: int | list[int]=0, dilation: int | list[int]=1, groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = num_spatial_dims
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), many('tuple', rest=of('unknown')))
        self.stride = one(tuple(stride), many('tuple', rest=of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), many('tuple', rest=(padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.output_padding = one(tuple(output_padding), many('tuple', rest=of('unknown')))
        self.dilation = one(tuple(dilation), many('tuple', rest=of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?')

class ConvTranspose1d(ConvTranspose):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=1, output_padding: int | list[int]=0, padding: str | int | list[int] | list[tuple[int, int]]=0, dilation: int | list[int]=1, groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 1
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'),))
        self.stride = one(tuple(stride), (of('unknown'),))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding),), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.output_padding = one(tuple(output_padding), (of('unknown'),))
        self.dilation = one(tuple(dilation), (of('unknown'),))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

class ConvTranspose2d(ConvTranspose):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=(1, 1), output_padding: int | list[int]=(0, 0), padding: str | int | list[int] | list[tuple[int, int]]=(0, 0), dilation: int | list[int]=(1, 1), groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 2
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'), of('unknown')))
        self.stride = one(tuple(stride), (of('unknown'), of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.output_padding = one(tuple(output_padding), (of('unknown'), of('unknown')))
        self.dilation = one(tuple(dilation), (of('unknown'), of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

class ConvTranspose3d(ConvTranspose):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | list[int], stride: int | list[int]=(1, 1, 1), output_padding: int | list[int]=(0, 0, 0), padding: str | int | list[int] | list[tuple[int, int]]=(0, 0, 0), dilation: int | list[int]=(1, 1, 1), groups: int=1, use_bias: bool=True, padding_mode: str='ZEROS', dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_spatial_dims = 3
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = one(tuple(kernel_size), (of('unknown'), of('unknown'), of('unknown')))
        self.stride = one(tuple(stride), (of('unknown'), of('unknown'), of('unknown')))
        self.padding = one(of('str'), many('tuple', rest=(of('int'), of('int'))), ((padding, padding), (padding, padding), (padding, padding)), tuple(padding), many('tuple', rest=(of('unknown'), of('unknown'))))
        self.output_padding = one(tuple(output_padding), (of('unknown'), of('unknown'), of('unknown')))
        self.dilation = one(tuple(dilation), (of('unknown'), of('unknown'), of('unknown')))
        self.groups = groups
        self.use_bias = use_bias
        self.padding_mode = ('ZEROS' if padding_mode == 'ZEROS' else of('str'))

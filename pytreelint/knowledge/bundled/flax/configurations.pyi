# What pytreelint knows of flax.configurations (flax 0.12.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import made, many, of, one

class Config:
    flax_use_flaxlib: bool
    flax_array_ref: bool
    flax_pytree_module: bool
    flax_max_repr_depth: int | None
    flax_always_shard_variable: bool
    flax_hijax_variable: bool
    nnx_graph_mode: bool
    nnx_graph_updates: bool
    _HAS_DYNAMIC_ATTRIBUTES = True
    def __init__(self):
        self._values = {}
    def update(self, name_or_holder, value, /):
        return None
    def temp_flip_flag(self, var_name: str, var_value: bool):
        return many('iterator', rest=None)

config = made(Config, _values={})

class FlagHolder(typing.Generic):
    def __init__(self, name, help):
        self.name = name
        self.__name__ = one(of('unknown'), name)
        self.__doc__ = of('str')
    def __bool__(self):
        return of('unknown')
    @property
    def value(self):
        return of('unknown')

def bool_flag(name: str, *, default: bool, help: str):
    return made(FlagHolder, name=of('str'), __name__=of('str'), __doc__=of('str'))

def int_flag(name: str, *, default: int | None, help: str):
    return made(FlagHolder, name=of('str'), __name__=of('str'), __doc__=of('str'))

def static_bool_env(varname: str, default: bool):
    return one(True, False)

def static_int_env(varname: str, default: int | None):
    return of('int')

flax_filter_frames = made(FlagHolder, name='flax_filter_frames', __name__=of('str'), __doc__=of('str'))

flax_profile = made(FlagHolder, name='flax_profile', __name__=of('str'), __doc__=of('str'))

flax_use_orbax_checkpointing = made(FlagHolder, name='flax_use_orbax_checkpointing', __name__=of('str'), __doc__=of('str'))

flax_preserve_adopted_names = made(FlagHolder, name='flax_preserve_adopted_names', __name__=of('str'), __doc__=of('str'))

flax_return_frozendict = made(FlagHolder, name='flax_return_frozendict', __name__=of('str'), __doc__=of('str'))

flax_fix_rng = made(FlagHolder, name='flax_fix_rng_separator', __name__=of('str'), __doc__=of('str'))

flax_use_flaxlib = made(FlagHolder, name='flax_use_flaxlib', __name__=of('str'), __doc__=of('str'))

flax_array_ref = made(FlagHolder, name='flax_array_ref', __name__=of('str'), __doc__=of('str'))

flax_pytree_module = made(FlagHolder, name='flax_pytree_module', __name__=of('str'), __doc__=of('str'))

flax_max_repr_depth = made(FlagHolder, name='flax_max_repr_depth', __name__=of('str'), __doc__=of('str'))

flax_always_shard_variable = made(FlagHolder, name='flax_always_shard_variable', __name__=of('str'), __doc__=of('str'))

flax_hijax_variable = made(FlagHolder, name='flax_hijax_variable', __name__=of('str'), __doc__=of('str'))

nnx_graph_mode = made(FlagHolder, name='nnx_graph_mode', __name__='nnx_graph_mode', __doc__=of('str'))

nnx_graph_updates = made(FlagHolder, name='nnx_graph_updates', __name__='nnx_graph_updates', __doc__=of('str'))

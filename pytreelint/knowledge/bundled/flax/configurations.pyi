# What pytreelint knows of flax.configurations (flax 0.12.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import made, many, of, one, some

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
    def __getattr__(self, name: str):
        return of('unknown')
    def __setattr__(self, name: str, value):
        return None
    def __init__(self):
        self._values = of('unknown')
    def update(self, name_or_holder, value, /):
        return None
    def temp_flip_flag(self, var_name: str, var_value: bool):
        return many('iterator', rest=None)

config = made(Config, _values=of('unknown'))

class FlagHolder(typing.Generic):
    def __init__(self, name, help):
        self.name = name
        self.__name__ = one(name, of('unknown'))
        self.__doc__ = of('str')
    def __bool__(self):
        return of('unknown')
    @property
    def value(self):
        return of('unknown')

def bool_flag(name: str, *, default: bool, help: str):
    return some(FlagHolder)

def int_flag(name: str, *, default: int | None, help: str):
    return some(FlagHolder)

def static_bool_env(varname: str, default: bool):
    return one(True, False)

def static_int_env(varname: str, default: int | None):
    return of('int')

flax_filter_frames = some(FlagHolder)

flax_profile = some(FlagHolder)

flax_use_orbax_checkpointing = some(FlagHolder)

flax_preserve_adopted_names = some(FlagHolder)

flax_return_frozendict = some(FlagHolder)

flax_fix_rng = some(FlagHolder)

flax_use_flaxlib = some(FlagHolder)

flax_array_ref = some(FlagHolder)

flax_pytree_module = some(FlagHolder)

flax_max_repr_depth = some(FlagHolder)

flax_always_shard_variable = some(FlagHolder)

flax_hijax_variable = some(FlagHolder)

nnx_graph_mode = some(FlagHolder)

nnx_graph_updates = some(FlagHolder)

# What pytreelint knows of zodiax.base (zodiax 0.5.0); see tools/generate_bundles.py.

import equinox
import jax
import typing
from pytreelint.bundled import made, many, of, one

Params = str | list[str] | tuple[str]

class Base(equinox.Module):
    def get(self, parameters: str | list[str] | tuple[str], as_dict: bool=False, to_array: bool=True):
        return (many('dict', rest=of('unknown')) if as_dict else one(of('unknown'), many('list', rest=one(of('unknown')))))
    def set(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def add(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def multiply(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def divide(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def power(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def min(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')
    def max(self, parameters: str | list[str] | tuple[str]=None, values=None, /, **updates):
        return of('unknown')

def build_wrapper(pytree, filter_fn=equinox.is_array):
    return (of('array:jax:?'), made(EquinoxWrapper, static=of('unknown'), tree_def=of('object:jax.tree_util.PyTreeDef'), shapes=many('list', rest=of('unknown')), sizes=many('list', rest=of('int')), starts=many('list', rest=of('int'))))

class EquinoxWrapper(Base):
    static: typing.Any
    shapes: list[typing.Any]
    sizes: list[typing.Any]
    starts: list[typing.Any]
    tree_def: None
    def __init__(self, static, leaves, tree_def):
        self.static = static
        self.tree_def = tree_def
        self.shapes = many('list', rest=of('unknown'))
        self.sizes = many('list', rest=of('int'))
        self.starts = many('list', rest=of('int'))
    def inject(self, values):
        return of('unknown')

class WrapperHolder(Base):
    values: jax.Array
    structure: EquinoxWrapper
    @property
    def build(self):
        return of('unknown')
    def __getattr__(self, name):
        return of('unknown')

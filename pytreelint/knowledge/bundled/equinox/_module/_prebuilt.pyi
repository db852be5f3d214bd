# What pytreelint knows of equinox._module._prebuilt (equinox 0.13.8); see tools/generate_bundles.py.

import collections
import equinox
import typing
from pytreelint.bundled import many, of

class Partial(equinox.Module, typing.Generic):
    func: collections.abc.Callable
    args: tuple[typing.Any, ...]
    keywords: dict[typing.Any, typing.Any]
    def __init__(self, func, /, *args, **kwargs):
        self.func = func
        self.args = args
        self.keywords = kwargs
    def __call__(self, *args, **kwargs):
        return of('unknown')

class Static(equinox.Module, typing.Generic):
    _leaves: list[typing.Any] = equinox.field(static=True)
    _treedef: typing.Any = equinox.field(static=True)
    def __init__(self, value):
        self._leaves = many('list', rest=of('unknown'))
        self._treedef = of('object:jax.tree_util.PyTreeDef')
    @property
    def value(self):
        return of('unknown')

"""Keys of functions by all that they read, and keys of the values that they read.

JAX takes functions for equal if they are one object. We take more of them for equal, those that cannot act differently
however they are called, and have to be right about it. So what a function reads is followed as far as it goes; where
that ends at something that can change unseen, or that says nothing of its value, there is no key.
"""

from __future__ import annotations

import enum
import functools
import inspect
import sys
import types
import weakref
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from typing import Any

import jax
import numpy as np
from jax.tree_util import all_leaves

from pytreelint.runtime.keys.identity import Itself
from pytreelint.runtime.keys.libraries import is_library_class, is_library_function, is_library_module, is_library_name
from pytreelint.runtime.keys.lookups import MISSING, of_class, of_globals, of_module, parts_of_class
from pytreelint.runtime.keys.reads import Chain, reads_of
from pytreelint.runtime.keys.refusals import NotByValueError, refuse_metaclass, refuse_outside
from pytreelint.runtime.keys.scalar_keys import SCALARS, numpy_key

# So many functions, classes and objects are followed for one key; it bounds what a key costs (some 10 us each).
_MOST = 500
_TRACED = (jax.core.Tracer, *([jax.Ref] if hasattr(jax, "Ref") else []))
_BY_IDENTITY = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    np.ufunc,
    jax.Device,
)


def value_key(value: Any) -> Hashable:
    """The key of a value by all that it holds and reads, as it is now.

    Args:
        value: A function or anything else.

    Returns:
        A hashable key, equal for values that cannot act differently. What is compared by identity is not kept alive.

    Raises:
        NotByValueError: There is none.
    """
    try:
        return _Reader().key(value)
    except RecursionError:
        raise NotByValueError from None


class _Reader:
    """Reads one outermost value. What was met before stands as its number, so that cycles end."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._held: list[Any] = []

    def key(self, value: Any) -> Hashable:
        """The key of any value."""
        scalar = SCALARS.get(type(value))
        if scalar is not None:
            return scalar(value)
        if isinstance(value, types.FunctionType):
            return self._once(value, self._function)
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, _TRACED):
            raise NotByValueError(value)
        if isinstance(value, (jax.Array, *_BY_IDENTITY)):
            return Itself(value)
        for kinds, make in _KINDS:
            if isinstance(value, kinds):
                return make(self, value)
        return self._object(value)

    def keys(self, values: Any) -> tuple[Hashable, ...]:
        """The keys of several values."""
        return tuple([self.key(value) for value in values])

    def _once(self, value: Any, make: Callable[[Any], Hashable]) -> Hashable:
        number = self._numbers.get(id(value))
        if number is not None:
            return ("met", number)
        if len(self._numbers) >= _MOST:
            raise NotByValueError
        self._numbers[id(value)] = len(self._numbers)
        self._held.append(value)
        return make(value)

    def _function(self, function: types.FunctionType) -> Hashable:
        refuse_outside(function)
        is_library = is_library_function(function)
        if is_library and _is_singleton(function):
            return Itself(function)
        return (
            Itself(function.__code__),
            id(function.__globals__),
            function.__qualname__,
            self._cells(function, is_library),
            () if is_library else self._globals(function),
            self.keys(function.__defaults__ or ()),
            self._items(function.__kwdefaults__ or {}),
            self._items(function.__dict__),
        )

    def _items(self, named: dict[str, Any]) -> Hashable:
        return tuple([(name, self.key(value)) for name, value in named.items()])

    def _cells(self, function: types.FunctionType, is_library: bool) -> Hashable:
        names, cells = function.__code__.co_freevars, function.__closure__ or ()
        chains = {} if is_library else reads_of(function.__code__).cells
        return tuple(
            [self._cell(cell, chains.get(name) or {(): None}) for name, cell in zip(names, cells, strict=True)]
        )

    def _cell(self, cell: types.CellType, chains: dict[Chain, None]) -> Hashable:
        try:
            value = cell.cell_contents
        except ValueError:
            return "empty"
        return self._asked(value, chains)

    def _globals(self, function: types.FunctionType) -> Hashable:
        reads, known = reads_of(function.__code__), function.__globals__
        for module in reads.imports:
            # What is imported at a call may be any module's present content.
            if module.startswith(".") or not is_library_name(module.partition(".")[0]):
                raise NotByValueError
        found = []
        for name, chains in reads.globals.items():
            value = of_globals(known, name)
            found.append((name, "missing" if value is MISSING else self._asked(value, chains)))
        return tuple(found)

    def _asked(self, value: Any, chains: dict[Chain, None]) -> Hashable:
        """The key of what these chains of attributes lead to; of the whole, if it is no module and no class."""
        if not isinstance(value, (types.ModuleType, type)):
            return self.key(value)
        return tuple([(chain, self._chain(value, chain)) for chain in chains])

    def _chain(self, value: Any, chain: Chain) -> Hashable:
        for name in chain:
            if isinstance(value, types.ModuleType):
                value = of_module(value, name)
            elif isinstance(value, type):
                value = of_class(value, name)
            else:
                break
            if value is MISSING:
                return "missing"
        return self.key(value)

    def _class(self, kind: type) -> Hashable:
        """A class by identity; one of the user's also by what its methods read."""
        refuse_outside(kind)
        if is_library_class(kind):
            return Itself(kind)
        return self._once(kind, self._own_class)

    def _own_class(self, kind: type) -> Hashable:
        refuse_metaclass(kind)
        parts = [
            (name, self.key(part))
            for base in kind.__mro__
            if not is_library_class(base)
            for name, part in parts_of_class(base)
        ]
        return (Itself(kind), tuple(parts))

    def _module(self, module: types.ModuleType) -> Hashable:
        if is_library_module(module):
            return Itself(module)
        raise NotByValueError

    def _builtin(self, function: types.BuiltinFunctionType) -> Hashable:
        refuse_outside(function)
        owner = function.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return Itself(function)
        return (function.__name__, self.key(owner))

    def _method(self, method: types.MethodType) -> Hashable:
        return (types.MethodType, self.key(method.__func__), self.key(method.__self__))

    def _partial(self, value: functools.partial[Any]) -> Hashable:
        return (
            type(value),
            self.key(value.func),
            self.keys(value.args),
            self._items(value.keywords),
            self._vars(value),
        )

    def _vars(self, value: Any) -> Hashable:
        return self._items(getattr(value, "__dict__", {}))

    def _member(self, value: enum.Enum) -> Hashable:
        return (Itself(value), self._class(type(value)))

    def _tuple(self, value: tuple[Any, ...]) -> Hashable:
        kind = type(value)
        return (tuple if kind is tuple else self._class(kind), self.keys(value))

    def _frozenset(self, value: frozenset[Any]) -> Hashable:
        return (frozenset, frozenset(self.keys(value)))

    def _numpy(self, value: np.generic) -> Hashable:
        if isinstance(value, np.void):
            raise NotByValueError
        return numpy_key(value)

    def _range(self, value: range | slice) -> Hashable:
        return (type(value), self.keys((value.start, value.stop, value.step)))

    def _property(self, value: property) -> Hashable:
        return (property, self.keys((value.fget, value.fset, value.fdel)))

    def _held_function(self, value: Any) -> Hashable:
        return (type(value), self.key(value.__func__))

    def _object(self, value: Any) -> Hashable:
        kind = type(value)
        parts = getattr(value, "static_parts", None) if is_library_class(kind) else None
        if parts is not None and kind.__module__.startswith("pytreelint.runtime"):
            return (kind, self.keys(parts()))
        if is_dataclass(value):
            return self._once(value, self._dataclass)
        if kind.__module__ == "typing" or kind is object:
            return Itself(value)
        if _is_made(value):
            return self._once(value, self._made)
        if is_library_class(kind) and _compares_by_value(value):
            return (kind, value)
        raise NotByValueError(value)

    def _dataclass(self, value: Any) -> Hashable:
        """A frozen dataclass, or one that is a node of PyTrees (a Module), by its fields."""
        kind = type(value)
        if not kind.__dataclass_params__.frozen and all_leaves((value,)):
            raise NotByValueError
        own = dict(vars(value)) if hasattr(value, "__dict__") else {}
        for field in fields(kind):
            if field.name not in own:
                own[field.name] = inspect.getattr_static(value, field.name, None)
                if isinstance(own[field.name], types.MemberDescriptorType):
                    own[field.name] = getattr(value, field.name, None)
        return (self._class(kind), self._items({k: v for k, v in own.items() if not _is_cached(kind, k)}))

    def _made(self, value: Any) -> Hashable:
        """A callable made by JAX or NumPy, by identity, with what it calls."""
        if is_made_by_jax(value):
            return Itself(value)
        called = [getattr(value, "__wrapped__", None), *getattr(value, "__dict__", {}).values()]
        return (Itself(value), self.keys([x for x in called if isinstance(x, _FUNCTIONS) or _is_made(x)]))


_FUNCTIONS = (types.FunctionType, types.MethodType, functools.partial)
_KINDS: tuple[tuple[Any, Callable[[_Reader, Any], Hashable]], ...] = (
    (types.ModuleType, _Reader._module),
    (enum.Enum, _Reader._member),
    ((types.BuiltinFunctionType, types.MethodWrapperType), _Reader._builtin),
    (functools.partial, _Reader._partial),
    (types.MethodType, _Reader._method),
    (tuple, _Reader._tuple),
    (frozenset, _Reader._frozenset),
    (np.generic, _Reader._numpy),
    ((range, slice), _Reader._range),
    (property, _Reader._property),
    ((staticmethod, classmethod), _Reader._held_function),
)


def _is_singleton(function: types.FunctionType) -> bool:
    """Whether it is the function of that name in its module, and not one that a factory made."""
    module = sys.modules.get(function.__module__)
    return module is not None and vars(module).get(function.__qualname__) is function


def _is_made(value: Any) -> bool:
    """Whether JAX or NumPy made this callable."""
    return callable(value) and type(value).__module__.partition(".")[0] in ("jax", "jaxlib", "numpy")


def is_made_by_jax(value: Any) -> bool:
    """Whether a callable is one of JAX or NumPy through and through: `jnp.sin`, and not `jax.jit` of the user's."""
    return _is_made(value) and (isinstance(value, np.ufunc) or is_library_name(getattr(value, "__module__", None)))


def _compares_by_value(value: Any) -> bool:
    """Whether the `==` of a library's object tells its value."""
    kind: Any = type(value)
    if kind.__hash__ is object.__hash__ or kind.__eq__ is object.__eq__ or isinstance(value, weakref.ref):
        return False
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_cached(kind: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(kind, name, None), functools.cached_property)

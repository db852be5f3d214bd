"""What a name means in a module, in a class and among builtins, found without running anything."""

from __future__ import annotations

import builtins
import enum
import functools
import inspect
import types
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from pytreelint.runtime.keys.libraries import is_library_module
from pytreelint.runtime.keys.refusals import NotByValueError, refuse_metaclass

# Data that Python itself keeps in classes: about fields and abstract methods, nothing that a method reads.
_OF_CLASSES = frozenset(("_abc_impl", "_field_defaults", "_fields", "_field_types"))
_METHODS = (property, staticmethod, classmethod)
MISSING: Any = object()


def of_globals(known: dict[str, Any], name: str) -> Any:
    """A global name of a function, or a builtin; `MISSING` if it is neither."""
    value = known.get(name, MISSING)
    if value is not MISSING:
        return value
    found = known.get("__builtins__", builtins)
    return (found if isinstance(found, dict) else vars(found)).get(name, MISSING)


def of_module(module: types.ModuleType, name: str) -> Any:
    """The attribute of a module."""
    found = vars(module).get(name, MISSING)
    if found is MISSING and "__getattr__" in vars(module):
        # What a library's module makes when it is asked does not change; a user's may.
        if not is_library_module(module):
            raise NotByValueError
        return None
    return found


def of_class(kind: type, name: str) -> Any:
    """The attribute of a class as it stands there: a function for a static method, a bound one for a class method."""
    refuse_metaclass(kind)
    if isinstance(kind, enum.EnumMeta) and name in kind.__members__:
        return kind.__members__[name]
    value = inspect.getattr_static(kind, name, MISSING)
    if isinstance(value, staticmethod):
        return value.__func__
    if isinstance(value, classmethod):
        return types.MethodType(value.__func__, kind)
    return value


def parts_of_class(kind: type) -> Iterator[tuple[str, Any]]:
    """What methods of a class may use: its functions, and its data but for what Python keeps there."""
    for name, part in vars(kind).items():
        is_special = name.startswith("__") and name.endswith("__")
        if isinstance(part, types.FunctionType):
            if not (is_special and is_dataclass(kind) and part.__code__.co_filename == "<string>"):
                yield name, part
        elif isinstance(part, functools.cached_property):
            yield name, part.func
        elif isinstance(part, _METHODS) or not (is_special or name in _OF_CLASSES or isinstance(kind, enum.EnumMeta)):
            yield name, part

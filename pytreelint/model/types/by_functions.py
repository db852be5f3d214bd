"""Instances that names of a module hold, as far as no function of the module changes them by calling their methods."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.model.types.inherited import uses_of
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.identity import stamped
from pytreelint.model.values.value import Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo


def left(module: ModuleInfo, name: str, value: Value) -> Value:
    """The value without the fields that these methods assign: when the functions run is not followed."""
    if not isinstance(value, Object) or value.cls.module.origin != "project" or not value.fields:
        return value
    methods = module.called_in_functions(name)
    lost = _assigned(value.cls, methods).intersection(field for field, _ in value.fields) if methods else ()
    after = value
    for field in lost:
        after = after.put(field, Unknown("changed by a function"))
    return stamped(after, value.token) if lost and value.token is not None else after


def _assigned(cls: ClassInfo, methods: Iterable[str]) -> set[str]:
    """The attributes that methods of a class assign to their instance, or the methods that these read of it."""
    found, seen, waiting = set[str](), set[str](), list(methods)
    while waiting:
        name = waiting.pop()
        held = cls.method(name) if name not in seen else None
        seen.add(name)
        if held is not None:
            uses = uses_of(*held)
            found |= uses.stored
            waiting += uses.read
    return found

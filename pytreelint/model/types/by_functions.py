"""Instances as far as methods do not change them that are called at no known time, by functions or by callers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import PREPARING
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.registries import Registry
from pytreelint.model.syntax.changing import changed_attributes
from pytreelint.model.types.inherited import uses_of
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.identity import stamped
from pytreelint.model.values.value import Constant, Object, Unknown, Value, union

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
        if isinstance(value.get(field), Registry):
            continue  # unknown already, but for what is registered
        after = after.put(field, Unknown("changed by a function"))
    return stamped(after, value.token) if lost and value.token is not None else after


def changed(value: Value) -> Value:
    """What is left of a value that code changes which is not followed: of a plain instance, its class."""
    if not isinstance(value, Object) or value.cls.pytree != "no" or value.cls.module.origin != "project":
        return Unknown("global")
    return replace(value, fields=tuple((name, Unknown("global")) for name, _ in value.fields))


def _assigned(cls: ClassInfo, methods: Iterable[str]) -> set[str]:
    """The attributes of their instance that methods of a class assign or change, or the methods that these read."""
    held = [found for name in _reached(cls, methods) if (found := cls.method(name)) is not None]
    return {name for each in held for name in uses_of(*each).stored | changed_attributes(each[1])}


def unsettled(value: Object) -> Object:
    """An instance at no known time: what its construction leaves in a field as None, a flag or a number, and what
    methods assign later, may be either."""
    cls = value.cls
    plain = {name: held for name, held in value.fields if isinstance(held, Constant)}
    if not plain or cls.module.origin != "project":
        return value
    building = _reached(cls, _BUILDING)
    later = [name for one in cls.mro for name in one.methods if name not in building]
    for name in _assigned(cls, later).intersection(plain):
        value = value.put(name, union([plain[name], Unknown("assigned by a method")]))
    return value


_BUILDING = ("__init__", "__post_init__", "__new__", *PREPARING)


def filled_by_constructor(cls: ClassInfo, name: str) -> bool:
    """Whether construction reads a property of the instance, or may."""
    return name in _reached(cls, _BUILDING)


def _reached(cls: ClassInfo, methods: Iterable[str]) -> set[str]:
    """The names of methods, and of those that they read of their instance."""
    seen, waiting = set[str](), list(methods)
    while waiting:
        name = waiting.pop()
        if name not in seen and (held := cls.method(name)) is not None:
            seen.add(name)
            waiting += uses_of(*held).read
    return seen

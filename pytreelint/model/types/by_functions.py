"""Instances as far as nothing changes them that runs at no known time: methods, functions, code that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import PREPARING
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.registries import Registry
from pytreelint.model.syntax.changing import changed_attributes
from pytreelint.model.types.inherited import uses_of
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.cut import frozen
from pytreelint.model.values.identity import stamped
from pytreelint.model.values.value import (
    NONE,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments


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
    methods assign later, may be either; what only they assign is some object."""
    cls = value.cls
    if cls.module.origin != "project":
        return value
    building = _reached(cls, _BUILDING)
    later = [name for one in cls.mro for name in one.methods if name not in building]
    plain = {name: held for name, held in value.fields if isinstance(held, Constant)}
    for name in _assigned(cls, later).intersection(plain) if plain else ():
        value = value.put(name, union([plain[name], BY_METHOD]))
    for name in _only_later(cls, later) if cls.pytree == "no" else ():
        if value.get(name) is None:
            value = value.put(name, BY_METHOD)
    return value


def _only_later(cls: ClassInfo, methods: Iterable[str]) -> list[str]:
    """The attributes that some methods assign, and that no class has one of its own for."""
    held = [found for name in methods if (found := cls.method(name)) is not None]
    stored = {name for each in held for name in uses_of(*each).stored}
    return sorted(name for name in stored if not any(_has(one, name) for one in cls.mro))


def _has(cls: ClassInfo, name: str) -> bool:
    return name in cls.methods or name in cls.assigned or name in cls.own_fields or name in cls.attached


BY_METHOD = Unknown("assigned by a method")
_BUILDING = ("__init__", "__post_init__", "__new__", *PREPARING)


def filled_by_constructor(cls: ClassInfo, name: str) -> bool:
    """Whether construction reads a property of the instance, or may."""
    return name in _reached(cls, _BUILDING)


def constructor_assigns(cls: ClassInfo, name: str) -> bool:
    """Whether the constructor of a class, or that of a base, assigns an attribute of its instance."""
    held = [(base, base.methods[each]) for base in cls.mro for each in _BUILDING if each in base.methods]
    return any(name in uses_of(*each).stored for each in held)


def _reached(cls: ClassInfo, methods: Iterable[str]) -> set[str]:
    """The names of methods, and of those that they read of their instance."""
    seen, waiting = set[str](), list(methods)
    while waiting:
        name = waiting.pop()
        if name not in seen and (held := cls.method(name)) is not None:
            seen.add(name)
            waiting += uses_of(*held).read
    return seen


def escape(function: Unknown, arguments: Arguments) -> None:
    """Forgets the arguments of a project's hook or callback that can't be followed: it may change them.

    Of a library that is not installed it is not expected: `log(config)` would make most programs unknown. Nor that it
    changes what stands in a dict, but for None, which is there to be replaced: `handler.process(message)`.
    """
    if function.missing:
        return
    given: list[tuple[int | str, Value]] = [*enumerate(arguments.args), *arguments.keywords.items()]
    for position, value in given:
        if isinstance(value, Object) and value.cls.pytree == "no" and not frozen(value.cls):
            arguments.changed[position] = _after_unknown(value, arguments.frame.module)
        elif isinstance(value, Container) and value.kind == "dict" and NONE in value.items:
            filled = tuple(Unknown(_GIVEN) if item == NONE else item for item in value.items)
            arguments.changed[position] = stamped(replace(value, items=filled), value.token)


def _after_unknown(value: Object, module: ModuleInfo, depth: int = 0) -> Object:
    """An instance that code was given which is not known: private parts that only its construction sets are there."""
    after = replace(value.forgotten(_GIVEN), exact=value.exact)
    private = [(n, v) for n, v in value.fields if n.startswith("_") and not n.endswith("__") and isinstance(v, _PARTS)]
    if not private or depth > _DEPTH or value.cls.module.origin != "project":
        return after
    building = _reached(value.cls, _BUILDING)
    lost = _assigned(value.cls, [name for one in value.cls.mro for name in one.methods if name not in building])
    for name, held in private:
        if name not in lost and not value.cls.is_set_elsewhere(name, module):
            plain = isinstance(held, Object) and held.cls.pytree == "no" and not frozen(held.cls)
            left = _after_unknown(held, module, depth + 1) if plain and isinstance(held, Object) else held
            after = after.put(name, left)
    return after


_GIVEN = "given to unknown code"
_PARTS = (Function, Bound, Partial, Transformed, Object)
_DEPTH = 2  # parts of parts: the loop of a trainer, and its connectors

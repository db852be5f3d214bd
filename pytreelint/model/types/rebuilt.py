"""What an instance holds after a tree operation has flattened it, and built it again."""

from __future__ import annotations

import ast
from operator import is_
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.unflattening import BY_NAME
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.raw_methods import raw_method
from pytreelint.model.types.registration import flat_parts, flattened, has_lists, listed
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.lost import Lost
from pytreelint.model.values.marks import FLAT
from pytreelint.model.values.value import (
    DYNAMIC,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Object,
    Opaque,
    Union,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_BY_NAME = frozenset({"__dict__", "vars"})  # a name that `setattr` gets, and that is not known, is any attribute's
MISSING = Unknown("no such attribute")
_NONE: Mapping[str, Value] = {}
_HOLDING = (Container, Object, Union)


def rebuilt(ev: Interpreter, value: Value) -> Value:
    """A tree after it was flattened and built again: attributes that no flattening hands on are lost."""
    match value:
        case Container() if value.kind in FLAT:
            items = [rebuilt(ev, item) if isinstance(item, _HOLDING) else item for item in value.items]
            return value if all(map(is_, items, value.items)) else replace(value, items=tuple(items))
        case Object() if value.cls.pytree == "yes":
            lost = lost_fields(ev, value)
            held = [
                _left(v, lost[n]) if n in lost else rebuilt(ev, v) if isinstance(v, _HOLDING) else v
                for n, v in value.fields
            ]
            if all(map(is_, held, [v for _, v in value.fields])):
                return value
            return replace(value, fields=tuple(zip([n for n, _ in value.fields], held, strict=True)))
        case Union():
            options = [rebuilt(ev, option) for option in value.options]
            return value if all(map(is_, options, value.options)) else union(options)
    return value


def _left(held: Value, constructed: Value) -> Value:
    """What an attribute that is not handed on is afterwards."""
    gone = constructed is MISSING
    return held if held == constructed and not gone else Lost("not set", gone=gone)


def lost_fields(ev: Interpreter, value: Object) -> Mapping[str, Value]:
    """The attributes that the instance built from children and aux data holds anew, each with what it is then.

    `MISSING`: it certainly has no such attribute.
    """
    cls, maker = value.cls, value.cls.maker
    if maker is None or not value.exact or maker.node != "yes" or maker.leaves == "data" or maker.fields == "assigned":
        return _NONE
    names = tuple(name for name, _ in value.fields)
    declared = () if maker.spelling.startswith(("methods", "functions")) or has_lists(cls) else cls.fields()
    if declared and all(name in declared for name in names):
        return _NONE
    return ev.answer((lost_fields, cls, names), lambda: _lost(ev, cls, names), _NONE)


def _lost(ev: Interpreter, cls: ClassInfo, names: tuple[str, ...]) -> Mapping[str, Value]:
    if cls.is_open or cls.maker is None or cls.method("__getattr__") is not None or _assigns_by_name(cls):
        return _NONE
    handed: Collection[str] = ()  # past the constructor
    if cls.maker.spelling in ("", "lists"):
        after, by_constructor = _of_its_fields(ev, cls), cls.maker.name in BY_NAME
        handed = () if by_constructor else _handed_on(cls) or ()
    else:
        after, by_constructor = _of_its_flattening(ev, cls, names), True
    if not isinstance(after, Object) or after.cls is not cls or not after.exact:
        return _NONE
    found: dict[str, Value] = {}
    for name in names:
        now, of_class = after.get(name), next((b.assigned[name] for b in cls.mro if name in b.assigned), None)
        if name in handed:
            continue
        if now is None and of_class is not None:
            now = constant(of_class.value) if isinstance(of_class, ast.Constant) else DYNAMIC  # of the class, again
        elif now is not None and not by_constructor:
            continue
        if now is None and cls.method(name) is None:
            found[name] = MISSING
        elif isinstance(now, Constant) and now.value is not None and now != _held(name):
            found[name] = now  # anything else may be derived of what is handed on
    return found


def _held(name: str) -> Value:
    return Opaque("object", f"field {name}")


def _of_its_flattening(ev: Interpreter, cls: ClassInfo, names: tuple[str, ...]) -> Value | None:
    """The instance that the unflattening which a class brings makes of what its flattening gives."""
    before = Object(cls, tuple((name, _held(name)) for name in names))
    with ev.aside():
        parts = flat_parts(ev, before) if flattened(ev, before) is not None else None
        return built_of(ev, cls, *parts) if parts is not None else None


def _of_its_fields(ev: Interpreter, cls: ClassInfo) -> Value | None:
    """The instance that is built of the fields which are handed on; the constructor may assign more.

    Some makers pass the constructor by, and set the fields. What it assigns counts as handed on there, too.
    """
    handed = _handed_on(cls)
    if handed is None or (cls.maker is not None and cls.maker.fields == "none") or cls.method("__setattr__"):
        return None
    place = ast.copy_location(ast.Name(cls.name, ast.Load()), cls.node)
    given: dict[str, Value] = dict.fromkeys(handed, DYNAMIC)
    with ev.aside():
        return ev.call(ClassValue(cls), (), given, place, Frame(cls.module, {}, top=True, depth=2))


def _handed_on(cls: ClassInfo) -> list[str] | None:
    """The fields that are children or aux data: those that a registration lists, else all; None where that is open."""
    lists = listed(cls) if has_lists(cls) else (list(cls.fields()), [])
    return None if lists is None else [*lists[0], *lists[1]]


def _assigns_by_name(cls: ClassInfo) -> bool:
    """Whether a method may assign any attribute, so that what is built holds more than is seen."""
    words = {getattr(n, "attr", getattr(n, "id", "")) for base in cls.mro for n in walk(base.node)}
    given = cls.registration.get("unflatten_func")
    words |= {
        getattr(n, "attr", getattr(n, "id", "")) for n in (walk(given.node) if isinstance(given, Function) else ())
    }
    return not words.isdisjoint(_BY_NAME)


def built_of(ev: Interpreter, cls: ClassInfo, children: Value, aux: Value) -> Value | None:
    """The instance that the unflattening of a class makes of children and aux data; None where that is not seen."""
    function, arguments = unflattening_of(ev, cls)
    if function is None:
        return None
    place = ast.copy_location(ast.Name(cls.name, ast.Load()), function.node)
    frame = Frame(cls.module, {}, top=True, depth=2)
    return ev.call_into(function, Arguments((*arguments, aux, children), {}, place, frame, entry=True))


def made_empty(ev: Interpreter, arguments: Arguments) -> Value:
    """`object.__new__(cls)` in the unflattening of a class: an instance that has no attribute yet."""
    made = arguments.get(0)
    if not isinstance(made, ClassValue) or made.cls.maker is None or _assigns_by_name(made.cls):
        return DYNAMIC
    unflatten, _ = unflattening_of(ev, made.cls)
    frame: Frame | None = arguments.frame
    while frame is not None and unflatten is not None:
        if frame.function is unflatten.node:
            return Object(made.cls)
        frame = frame.back[0] if frame.back is not None else None  # of a helper that it calls
    return DYNAMIC


def unflattening_of(ev: Interpreter, cls: ClassInfo) -> tuple[Function | None, tuple[Value, ...]]:
    """The function that builds an instance, and what it is given before aux data and children."""
    found = cls.method("tree_unflatten")
    assert cls.maker is not None
    if cls.maker.spelling.startswith("methods"):
        function: Value | None = raw_method(ev, *found) if found is not None else None
        first: tuple[Value, ...] = (ClassValue(cls),)
    else:
        function, first = cls.registration.get("unflatten_func"), ()
    if isinstance(function, Bound):
        first, function = (function.instance,), function.function
    return (function, first) if isinstance(function, Function) else (None, ())

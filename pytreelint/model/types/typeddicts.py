"""`class Params(TypedDict)`: what looks like a class, and whose instances are plain dicts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.declarations import DICT_BASES, OPTIONAL_KEYS
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.value import DYNAMIC, Container, Library, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def is_dict(cls: ClassInfo) -> bool:
    """Whether an instance is a dict."""
    return any(name in DICT_BASES for name in cls.libraries())


def instance_of_call(ev: Interpreter, cls: ClassInfo, arguments: Arguments) -> Container:
    """Returns the dict that a call builds: by its arguments, else by the declared keys that are never missing."""
    given = _by_key(arguments)
    if given is None:
        return Container("dict", (), (), DYNAMIC)
    if not arguments.complete:
        if any(_may_lack_keys(ev, base) for base in cls.mro):
            return Container("dict", (), (), DYNAMIC)
        given = {name: given.get(name, DYNAMIC) for name in cls.fields()}
    items = {name: _declared(ev, cls, name) if isinstance(item, Unknown) else item for name, item in given.items()}
    return Container("dict", tuple(items.values()), tuple(items))


def _by_key(arguments: Arguments) -> dict[object, Value] | None:
    """The keys of a call, None where it may add others."""
    before = arguments.args[0] if arguments.args else Container("dict")
    if not isinstance(before, Container) or before.kind != "dict" or before.rest is not None:
        return None
    return {**dict(zip(before.keys, before.items, strict=True)), **arguments.keywords}


def _declared(ev: Interpreter, cls: ClassInfo, name: object) -> Value:
    info = cls.fields().get(name) if isinstance(name, str) else None
    return ev.annotation(info.annotation, info.owner.scope) if info is not None and info.annotation else DYNAMIC


def _may_lack_keys(ev: Interpreter, cls: ClassInfo) -> bool:
    if "total" in cls.options:
        return True
    notes = [info.annotation for info in cls.own_fields.values()]
    return any(_is_optional(ev.expression(note.value, cls.scope)) for note in notes if isinstance(note, ast.Subscript))


def _is_optional(meant: Value) -> bool:
    return isinstance(meant, Library) and meant.name in OPTIONAL_KEYS

"""`SimpleNamespace(step=0)`: an instance of a plain class that takes any attribute; others like it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.types.classes import build_class
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.identity import named
from pytreelint.model.values.value import DYNAMIC, Object, Value
from pytreelint.model.values.why import Why

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def instance(ev: Interpreter, arguments: Arguments) -> Value:
    """The namespace with what it is given by keyword; unknown where other things may be in it."""
    if arguments.args or not arguments.complete:
        return DYNAMIC
    return instance_of(ev, "SimpleNamespace", tuple(arguments.keywords.items()), arguments)


def instance_of(ev: Interpreter, kind: str, fields: tuple[tuple[str, Value], ...], arguments: Arguments) -> Object:
    """An instance of a plain class of that name, which a call has made with these attributes."""
    frame = arguments.frame
    cls = ev.answer((instance_of, frame.module, kind), lambda: _class(ev, kind, arguments))
    why = Why(frame.module, arguments.node, f"a `{kind}` is built here")
    return named(Object(cls, fields, why=why, created_in=frame.region))


def _class(ev: Interpreter, kind: str, arguments: Arguments) -> ClassInfo:
    """Its class, as if it stood at the first call in the module."""
    (node,) = ast.parse(f"class {kind}:\n    pass").body
    assert isinstance(node, ast.ClassDef)
    return build_class(ev, ast.copy_location(node, arguments.node), frame=arguments.frame)

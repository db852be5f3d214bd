"""`SimpleNamespace(step=0)`: an instance of a plain class that takes any attribute."""

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

_SOURCE = "class SimpleNamespace:\n    pass"


def instance(ev: Interpreter, arguments: Arguments) -> Value:
    """The namespace with what it is given by keyword; unknown where other things may be in it."""
    if arguments.args or not arguments.complete:
        return DYNAMIC
    cls = ev.answer((instance, arguments.frame.module), lambda: _class(ev, arguments))
    why = Why(arguments.frame.module, arguments.node, f"a `{cls.name}` is built here")
    return named(Object(cls, tuple(arguments.keywords.items()), why=why, created_in=arguments.frame.region))


def _class(ev: Interpreter, arguments: Arguments) -> ClassInfo:
    """Its class, as if it stood at the first call in the module."""
    (node,) = ast.parse(_SOURCE).body
    assert isinstance(node, ast.ClassDef)
    return build_class(ev, ast.copy_location(node, arguments.node), arguments.frame)

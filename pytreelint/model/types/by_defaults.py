"""Instances as the defaults of a constructor make them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.types.construct import build, typical
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter


def by_defaults(ev: Interpreter, cls: ClassInfo) -> Value:
    """The instance that the constructor's own defaults make; required parameters are what their annotations say."""
    node = ast.copy_location(ast.Name(cls.name, ast.Load()), cls.node)
    frame = Frame(cls.module, {}, top=True)
    built = build(ev, cls, Arguments((), {}, node, frame, complete=True, more=True, entry=True))
    missing = isinstance(built, Object) and any(built.get(name) is None for name in cls.fields())
    return typical(ev, cls) if missing else built  # the defaults alone are refused: `__init__` raises


def left_to_defaults(ev: Interpreter, instance: Object) -> Value:
    """What defaults make of an instance of a PyTree class of which nothing else is known; of others themselves."""
    if instance.exact or instance.cls.pytree != "yes":
        return instance
    with ev.doubt(), ev.bounds.own_fuel():
        return by_defaults(ev, instance.cls)

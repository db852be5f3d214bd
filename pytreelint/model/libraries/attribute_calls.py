"""Attributes that a call sets: `setattr(self, "name", value)`, and `object.__setattr__`, which asks nobody."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.types import compiled_in, leaks, writes
from pytreelint.model.values.value import NONE, Constant, Object, Union, Value, because

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def setattr_of(ev: Interpreter, arguments: Arguments) -> Value:
    """`setattr(self, "name", value)`, which a frozen instance refuses."""
    match arguments.args:
        case [Object() | Union() as holder, name, value]:
            writes.emit_write_by_call(ev, holder, name, arguments)
            _set_as_written(ev, holder, name, value, arguments)
    return set_unchecked(ev, arguments)


def _set_as_written(ev: Interpreter, holder: Value, name: Value, value: Value, arguments: Arguments) -> None:
    """What `setattr(self, "name", value)` does besides, which `self.name = value` does, too."""
    match arguments.node, name:
        case ast.Call(args=[written, _, _]) as node, Constant(value=str(attribute)):
            target = ast.copy_location(ast.Attribute(written, attribute, ast.Store()), node)
            if arguments.frame.tracing:
                leaks.stored(ev, target, value, arguments.frame)
            compiled_in.written(ev, holder, attribute, value, node, arguments.frame)


def set_unchecked(ev: Interpreter, arguments: Arguments) -> Value:
    """`object.__setattr__(self, "name", value)`, also under another name: it bypasses what the instance refuses."""
    if len(arguments.args) == 3:
        holder, name, value = arguments.args
        if isinstance(holder, Object) and isinstance(name, Constant) and isinstance(name.value, str):
            known = because(value, arguments.frame.module, arguments.node, f"field `{name.value}` is set here")
            arguments.changed[0] = holder.put(name.value, known)
        elif isinstance(holder, Object):  # any of its fields
            arguments.changed[0] = holder.forgotten("setattr")
    return NONE

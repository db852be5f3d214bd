"""Who calls a function, or builds an instance of a class, and whether in a loop."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.values.regions import innermost_loop, staged

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Function


def note_call(ev: Interpreter, function: Function, arguments: Arguments) -> None:
    """Records who calls a function, and whether in a loop; an entry is no call."""
    if not arguments.entry:
        _note_caller(ev, function.node, arguments)
        if not staged(arguments):
            ev.events.eager.setdefault(function.node, set()).add(arguments.frame.function)


def note_built(ev: Interpreter, cls: ClassInfo, arguments: Arguments) -> None:
    """Records who builds an instance of a class, and whether in a loop."""
    if not arguments.entry:
        _note_caller(ev, cls.node, arguments)


def _note_caller(ev: Interpreter, called: ast.AST, arguments: Arguments) -> None:
    frame, calls = arguments.frame, ev.events.callers.setdefault(called, {})
    known = calls.get(arguments.node)
    if known is None or not known[1]:
        calls[arguments.node] = frame.function, innermost_loop(frame.region) is not None

"""What the handlers of a `try` catch: errors that rules claim, and those that a tracer raises."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import CATCH_TRACERS
from pytreelint.knowledge.words import CATCHING
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import ClassValue, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

# What the rules' findings raise: who catches just that provokes it on purpose.
_EXPECTED = {
    "builtins.TypeError",
    "builtins.ValueError",
    "builtins.AttributeError",
    "builtins.NameError",
    "dataclasses.FrozenInstanceError",
}


def expects_error(ev: Interpreter, node: ast.Try, frame: Frame) -> bool:
    """Whether a `try` catches just what the rules' findings raise."""
    return any(
        isinstance(kind, Library) and kind.name in _EXPECTED
        for handler in node.handlers
        for kind in _kinds(ev, handler, frame)
    )


def catches_tracers(ev: Interpreter, node: ast.Try, frame: Frame) -> bool:
    """Whether the program may go on after an error that a tracer raised inside of a `try`."""
    return any(
        not _raises_again(handler)
        and (handler.type is None or any(_may_be_raised(kind) for kind in _kinds(ev, handler, frame)))
        for handler in node.handlers
    )


def _kinds(ev: Interpreter, handler: ast.ExceptHandler, frame: Frame) -> Iterator[Value]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    for kind in kinds:
        if kind is not None:
            yield ev.expression(kind, frame)


def _may_be_raised(kind: Value) -> bool:
    """Whether an exception class may be one that a tracer raises, or a base of it: no class of a project is."""
    if isinstance(kind, Library) and kind.name.startswith("builtins."):
        return kind.name in CATCH_TRACERS
    return not isinstance(kind, ClassValue)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Whether a handler only looks at the error on its way: it ends in a plain `raise`, and never leaves before."""
    last = handler.body[-1]
    plain = isinstance(last, ast.Raise) and (last.exc is None or _names(last.exc, handler.name)) and last.cause is None
    leaving = (ast.Return, ast.Break, ast.Continue)
    return plain and not any(isinstance(part, leaving) for statement in handler.body for part in walk(statement))


def _names(node: ast.expr, name: str | None) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def provokes(node: ast.With | ast.AsyncWith) -> bool:
    """`with pytest.raises(TypeError):`, `with self.assertRaises(...)`."""
    for item in node.items:
        call = item.context_expr
        if isinstance(call, ast.Call) and isinstance(call.func, (ast.Attribute, ast.Name)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
            if name.startswith(CATCHING):
                return True
    return False

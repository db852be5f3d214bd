"""Whether what a function returns is written out in it, or only spoken of by an annotation of something unknown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import ARRAY_METHODS
from pytreelint.model.syntax.questions import returns
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.stubs import is_stub
from pytreelint.model.values.value import Bound, Function, Library, Object, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_WRITTEN = (ast.Tuple, ast.List, ast.Dict, ast.BinOp, ast.UnaryOp, ast.Constant)


def is_written_out(value: Value, model: Model) -> bool:
    """Whether each `return` of a function has a display, arithmetic or a call of a library, or a name for such."""
    function = _followed(value)
    return function is not None and all(_is_own(end, function, model) for end in _ends(function))


def _followed(value: Value) -> Function | None:
    """The function that runs where a value is called; None where its body is not known."""
    while isinstance(value, (Transformed, Bound, Partial)):
        value = value.function
    if isinstance(value, Object):
        found = value.cls.method("__call__")
        value = Function(found[1], found[0].module, None, found[0]) if found is not None else value
    return value if isinstance(value, Function) and not is_stub(value) else None


def _ends(function: Function) -> Iterator[ast.expr]:
    node = function.node
    if isinstance(node, ast.Lambda):
        yield node.body
    else:
        yield from (end.value for _, end in returns(node) if end.value is not None)


def _is_own(end: ast.expr, function: Function, model: Model) -> bool:
    if isinstance(end, _WRITTEN):
        return True
    if isinstance(end, ast.Name):
        held = [n.value for n in walk(function.node) if isinstance(n, ast.Assign) and _binds(n, end.id)]
        return bool(held) and all(not isinstance(each, ast.Name) and _is_own(each, function, model) for each in held)
    if not isinstance(end, ast.Call):
        return False
    if isinstance(end.func, ast.Attribute) and end.func.attr in ARRAY_METHODS:
        return True
    return isinstance(model.expression(end.func, model.top(function.module)), Library)


def _binds(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)

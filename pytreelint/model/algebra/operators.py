"""Operators on instances: the special methods of their classes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operators import BINARY, COMPARING, UNARY
from pytreelint.model.algebra import special
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Library, Object, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_BINARY: dict[type[ast.operator], str] = {getattr(ast, kind): name for name, kind in BINARY.items()}
_UNARY: dict[type[ast.unaryop], str] = {getattr(ast, kind): name for name, kind in UNARY.items()}
_COMPARING: dict[type[ast.cmpop], str] = {getattr(ast, kind): name for name, kind in COMPARING.items()}
_DECLINED = Library("builtins.NotImplemented")


def of_two(
    ev: Interpreter, left: Value, op: ast.operator, right: Value, nodes: tuple[ast.expr, ast.expr], frame: Frame
) -> Value | None:
    """Returns the result of `left op right` by a method of an instance; None where it has none."""
    name = _BINARY[type(op)]
    given = _result(ev, left, f"__{name}__", (right,), nodes[0], frame)
    return _result(ev, right, f"__r{name}__", (left,), nodes[1], frame) if given is None else given


def in_place(
    ev: Interpreter, before: Value, op: ast.operator, value: Value, nodes: tuple[ast.expr, ast.expr], frame: Frame
) -> Value | None:
    """Returns what `before op= value` leaves by a method of an instance; None where it has none."""
    given = _result(ev, before, f"__i{_BINARY[type(op)]}__", (value,), nodes[0], frame)
    return of_two(ev, before, op, value, nodes, frame) if given is None else given


def of_one(ev: Interpreter, op: ast.unaryop, value: Value, node: ast.expr, frame: Frame) -> Value | None:
    """Returns the result of `op value` by a method of an instance; None where it has none."""
    return _result(ev, value, f"__{_UNARY[type(op)]}__", (), node, frame) if type(op) in _UNARY else None


def compared(ev: Interpreter, left: Value, op: ast.cmpop, right: Value, node: ast.expr, frame: Frame) -> Value | None:
    """Returns the result of `left < right` by a method of the left instance; None where it has none."""
    method = f"__{_COMPARING[type(op)]}__" if type(op) in _COMPARING else ""
    found = left.cls.method(method) if isinstance(left, Object) else None
    written = found is not None and found[0].module.origin == "project"  # libraries compare without other effects
    return _result(ev, left, method, (right,), node, frame) if written else None


def _result(
    ev: Interpreter, holder: Value, method: str, args: tuple[Value, ...], node: ast.expr, frame: Frame
) -> Value | None:
    result = special.run(ev, holder, (method,), args, node, frame)
    left = [option for option in options_of(result) if option != _DECLINED] if result is not None else []
    return union(left) if left else None

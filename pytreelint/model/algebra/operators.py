"""Operators on instances: the special methods of their classes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Library, Object, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
_DECLINED = Library("builtins.NotImplemented")


def of_two(ev: Interpreter, left: Value, op: ast.operator, right: Value, node: ast.expr, frame: Frame) -> Value | None:
    """Returns the result of `left op right` by a method of an instance; None where it has none."""
    name = _BINARY[type(op)]
    for holder, other, method in ((left, right, f"__{name}__"), (right, left, f"__r{name}__")):
        given = _method_result(ev, holder, method, (other,), node, frame)
        if given is not None:
            return given
    return None


def of_one(ev: Interpreter, op: ast.unaryop, value: Value, node: ast.expr, frame: Frame) -> Value | None:
    """Returns the result of `op value` by a method of an instance; None where it has none."""
    return _method_result(ev, value, f"__{_UNARY[type(op)]}__", (), node, frame) if type(op) in _UNARY else None


def _method_result(
    ev: Interpreter, holder: Value, method: str, args: tuple[Value, ...], node: ast.expr, frame: Frame
) -> Value | None:
    if not isinstance(holder, Object) or not holder.cls.method(method):
        return None
    result = ev.call(ev.attribute(holder, method, node, frame), args, {}, node, frame)
    left = [option for option in options_of(result) if option != _DECLINED]
    return union(left) if left else None

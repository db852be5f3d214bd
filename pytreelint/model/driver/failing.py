"""Whether calling a function with an opaque argument, or None, certainly raises, and where: for `tree.map(f, model)`.

Only what every call reaches is looked at: the statements before the first branch, in them no conditional part.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import ARRAY_ATTRIBUTES, takes_arrays, takes_numbers
from pytreelint.model.algebra.kinds import may_be_class
from pytreelint.model.algebra.narrowing import truth
from pytreelint.model.interpreter.calls import bind
from pytreelint.model.types.leaves import is_none, opaque
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Partial,
    Scalar,
    Transformed,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def failing(ev: Interpreter, function: Value, arguments: Arguments) -> ast.AST | None:
    """The part of a function that raises over these arguments, or the call itself; None where nothing is certain."""
    match function:
        case Library():
            return arguments.node if _rejected_by(function.name, arguments.args) else None
        case Partial():
            keywords = {**dict(function.keywords), **arguments.keywords}
            merged = type(arguments)((*function.args, *arguments.args), keywords, arguments.node, arguments.frame)
            return failing(ev, function.function, merged)
        case Bound():
            held = type(arguments)(
                (function.instance, *arguments.args), arguments.keywords, arguments.node, arguments.frame
            )
            return failing(ev, function.function, held)
        case Function():
            scope = function.closure or ev.top(function.module)
            frame = Frame(function.module, bind(ev, function, arguments, scope), function.closure, depth=8)
            with ev.doubt():
                return _first_failure(ev, function.node, frame)
    return None


def _first_failure(
    ev: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, frame: Frame
) -> ast.AST | None:
    if isinstance(node, ast.Lambda):
        return _in_expression(ev, node.body, frame)
    if isinstance(node, ast.AsyncFunctionDef):
        return None
    for statement in node.body:
        if not isinstance(statement, _SIMPLE):
            return None
        value = getattr(statement, "value", None)
        found = _in_expression(ev, value, frame) if value is not None else None
        if found is not None or isinstance(statement, ast.Return):
            return found
        ev.body([statement], frame)
    return None


def _in_expression(ev: Interpreter, node: ast.expr, frame: Frame) -> ast.AST | None:
    return next((part for part in _always(ev, node, frame) if _raises(ev, part, frame)), None)


def _always(ev: Interpreter, node: ast.expr, frame: Frame) -> Iterator[ast.expr]:
    """The parts of an expression that are evaluated in any case, inner ones first."""
    match node:
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return
        case ast.IfExp():
            known = truth(ev.expression(node.test, frame))
            yield from _always(ev, node.test, frame)
            if known is not None:
                yield from _always(ev, node.body if known else node.orelse, frame)
            return
        case ast.BoolOp():
            yield from _always(ev, node.values[0], frame)
            return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.keyword):
            yield from _always(ev, child.value, frame)
        elif isinstance(child, ast.expr):
            yield from _always(ev, child, frame)
    yield node


def _raises(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            one, two = ev.expression(left, frame), ev.expression(right, frame)
            is_path = isinstance(left, ast.Attribute) and isinstance(one, Unknown) and isinstance(op, ast.Div)
            return not (is_path and _is_text(two)) and _arithmetic_fails(one, op, two)  # `leaf.path / name`
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            value = ev.expression(operand, frame)
            return _is_function(value) or _is_text(value) or is_none(value)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if isinstance(op, _ORDER):
            return _is_function(ev.expression(left, frame)) or _is_function(ev.expression(right, frame))
        case ast.Subscript(value=holder):
            return _is_function(ev.expression(holder, frame))
        case ast.Attribute(value=holder, attr=name) if name in ARRAY_ATTRIBUTES:
            value = ev.expression(holder, frame)
            return _is_function(value) or _is_text(value)
        case ast.Call(func=called):
            function = ev.expression(called, frame)
            given = [ev.expression(a, frame) for a in node.args if not isinstance(a, ast.Starred)]
            complete = len(given) == len(node.args)
            return complete and isinstance(function, Library) and _rejected_by(function.name, tuple(given))
    return False


def _arithmetic_fails(left: Value, op: ast.operator, right: Value) -> bool:
    if isinstance(op, ast.Mod) and _is_text(left):  # `"%s" % None`
        return False
    if _is_function(left) or _is_function(right):
        return True
    if is_none(left) or is_none(right):
        return not isinstance(op, ast.BitOr)  # `int | None`
    if not (_is_text(left) or _is_text(right)):
        return False
    other = right if _is_text(left) else left
    if isinstance(op, (ast.Add, ast.Mult)):
        return isinstance(other, Array) or (isinstance(other, (Scalar, Constant)) and other.kind == "float")
    return isinstance(op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow, ast.MatMult))


def _rejected_by(name: str, args: tuple[Value, ...]) -> bool:
    arrays = any(position < len(args) and _is_rejected(args[position]) for position in takes_arrays(name))
    return arrays or any(position < len(args) and _is_function(args[position]) for position in takes_numbers(name))


def _is_rejected(value: Value) -> bool:
    if isinstance(value, Container) and value.kind in ("tuple", "list"):
        return any(_is_function(item) or _is_text(item) for item in value.items)
    if isinstance(value, Object):
        return opaque(value) is True and not (value.cls.method("__array__") or value.cls.method("__jax_array__"))
    return _is_function(value) or _is_text(value)


def _is_function(value: Value) -> bool:
    """A function, a bound method, a partial: what has no operators. Classes have `|`, and are passed over."""
    match value:
        case Function() | Transformed():
            return True
        case Opaque():
            return value.kind == "function"
        case Partial() | Bound() | Library():
            return opaque(value) is True and not may_be_class(value)
    return False


def _is_text(value: Value) -> bool:
    return isinstance(value, (Opaque, Constant)) and value.kind == "str"


def unknown_arguments(count: int, position: int, value: Value) -> tuple[Value, ...]:
    """The arguments of a function of `count` leaves, of which one is known."""
    return tuple(value if index == position else Unknown("another leaf") for index in range(count))

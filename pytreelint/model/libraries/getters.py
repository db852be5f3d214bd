"""The functions of `operator`, as the code that they stand for: `sub(a, b)` is `a - b`, `itemgetter("w")` a lambda."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.operators import BINARY, COMPARING, UNARY
from pytreelint.model.syntax.placed import placed
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.value import DYNAMIC, Constant, Function, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_GIVEN, _RIGHT = "given", "right"
_LONGEST = 20  # attributes of one path: each is a level of syntax


def _items(ev: Interpreter, arguments: Arguments) -> Value:
    """`itemgetter("w", 0)`: of several items, a tuple."""
    return _each(ev, arguments, lambda key: ast.Subscript(_given(), ast.Constant(key), ast.Load()))


def _attributes(ev: Interpreter, arguments: Arguments) -> Value:
    """`attrgetter("encoder.weight")`: of several attributes, a tuple."""
    return _each(ev, arguments, lambda names: _path(names) if _is_path(names) else None)


def _method(ev: Interpreter, arguments: Arguments) -> Value:
    """`methodcaller("sum", axis=0)`, with constants alone."""
    match _constants(arguments.args):
        case [str(name), *values] if (words := _constants(tuple(arguments.keywords.values()))) is not None:
            keywords = [ast.keyword(n, ast.Constant(v)) for n, v in zip(arguments.keywords, words, strict=True)]
            called = ast.Attribute(_given(), name, ast.Load())
            return _function(ev, arguments, ast.Call(called, [ast.Constant(value) for value in values], keywords))
    return DYNAMIC


def _each(ev: Interpreter, arguments: Arguments, read: Callable[[Any], ast.expr | None]) -> Value:
    keys = _constants(arguments.args)
    if not keys or not arguments.complete:
        return DYNAMIC
    parts = [part for key in keys if (part := read(key)) is not None]
    if len(parts) < len(keys):
        return DYNAMIC
    return _function(ev, arguments, parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load()))


def _constants(values: tuple[Value, ...]) -> list[Any] | None:
    found = [value.value for value in values if isinstance(value, Constant)]
    return found if len(found) == len(values) else None


def _is_path(names: object) -> bool:
    """Whether it is a path of attributes, of a length that somebody would write."""
    parts = names.split(".") if isinstance(names, str) else []
    return 0 < len(parts) <= _LONGEST and all(part.isidentifier() for part in parts)


def _path(names: str) -> ast.expr:
    start: ast.expr = _given()
    return reduce(lambda holder, name: ast.Attribute(holder, name, ast.Load()), names.split("."), start)


def _given() -> ast.Name:
    return ast.Name(_GIVEN, ast.Load())


def _operator(name: str, ev: Interpreter, arguments: Arguments) -> Value:
    """`sub(a, b)`, `neg(a)`, `lt(a, b)`."""
    names = (_GIVEN,) if name in UNARY else (_GIVEN, _RIGHT)
    return ev.call_value(_function(ev, arguments, _operation(name), names), arguments)


def _operation(name: str) -> ast.expr:
    if name in UNARY:
        return ast.UnaryOp(getattr(ast, UNARY[name])(), _given())
    right = ast.Name(_RIGHT, ast.Load())
    if name in COMPARING:
        return ast.Compare(_given(), [getattr(ast, COMPARING[name])()], [right])
    return ast.BinOp(_given(), getattr(ast, BINARY[name])(), right)


def _function(ev: Interpreter, arguments: Arguments, body: ast.expr, names: tuple[str, ...] = (_GIVEN,)) -> Function:
    """A lambda at the place of the call; equal calls there make the same one."""
    question = (_function, arguments.node, ast.dump(body))
    return Function(ev.answer(question, lambda: _lambda(body, names, arguments.node)), arguments.frame.module)


def _lambda(body: ast.expr, names: tuple[str, ...], node: ast.AST) -> ast.Lambda:
    parameters = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    return placed(ast.Lambda(parameters, body), node)


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "item-getter": _items,
    "attribute-getter": _attributes,
    "method-caller": _method,
    **{f"operator-{name}": partial(_operator, name) for name in (*BINARY, *UNARY, *COMPARING)},
}

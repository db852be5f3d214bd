"""What a written `__eq__` compares: `return isinstance(other, Sweep) and self.fn is other.fn`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

_METHODS = 64  # of which is held at a time what they compare


@lru_cache(maxsize=_METHODS)
def compared(method: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[tuple[str, bool], ...]:
    """The attributes of two instances that an `__eq__` compares, each if those before it are equal.

    With each stands whether only the same object is equal: `is` in the place of `==`. What is compared in another way
    ends the row: nothing is known of what comes behind.
    """
    names = [each.arg for each in (*method.args.posonlyargs, *method.args.args)]
    body = [each for each in method.body if not isinstance(each, ast.Expr)]  # what a statement gives is thrown away
    while len(body) > 1 and _goes_on(body[0], names):
        body.pop(0)
    returned = body[0] if len(body) == 1 else None
    if len(names) != 2 or method.decorator_list or not isinstance(returned, ast.Return) or returned.value is None:
        return ()
    return tuple(_compared(returned.value, names))


def _goes_on(node: ast.stmt, names: list[str]) -> bool:
    """Whether a statement ends the method for what is of another class, or the very same, and for nothing else."""
    if not isinstance(node, ast.If) or node.orelse or not isinstance(node.body[0], ast.Return):
        return False
    test = node.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    return _is_of_class(test, names) or _are_the_two(test, names)


def _is_of_class(node: ast.expr, names: list[str]) -> bool:
    """Whether it asks for the class of the other one."""
    match node:
        case ast.Call(ast.Name(id="isinstance"), [ast.Name(id=name), _]):
            return name in names
        case ast.Compare(ast.Call(ast.Name(id="type"), [ast.Name()]), [_], [_]):
            return True
        case ast.Compare(ast.Attribute(ast.Name(), "__class__"), [_], [_]):
            return True
    return False


def _are_the_two(node: ast.expr, names: list[str]) -> bool:
    match node:
        case ast.Compare(ast.Name(id=left), [ast.Is()], [ast.Name(id=right)]):
            return {left, right} == set(names)
    return False


def _compared(node: ast.expr, names: list[str]) -> Iterator[tuple[str, bool]]:
    for part in node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]:
        if _is_of_class(part, names):
            continue
        pairs = list(_pairs(part, names))
        if not pairs:
            return
        yield from pairs


def _pairs(node: ast.expr, names: list[str]) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Compare(ast.Tuple(lefts), [ast.Eq()], [ast.Tuple(rights)]) if len(lefts) == len(rights):
            for left, right in zip(lefts, rights, strict=True):
                if name := _same_attribute(left, right, names):
                    yield name, False
        case ast.Compare(left, [ast.Eq() | ast.Is() as how], [right]):
            if name := _same_attribute(left, right, names):
                yield name, isinstance(how, ast.Is)


def _same_attribute(left: ast.expr, right: ast.expr, names: list[str]) -> str:
    match left, right:
        case ast.Attribute(ast.Name(id=one), name), ast.Attribute(ast.Name(id=other), again):
            return name if name == again and {one, other} == set(names) else ""
    return ""

"""Expressions that depend only on the names in them: `config["lr"] / len(batches)`, not `next(batches)`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.pure import READING_METHODS, is_pure
from pytreelint.model.syntax.walking import children
from pytreelint.model.values.frame import Frame, at_its_end
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_PARTS = (
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.FormattedValue,
    ast.IfExp,
    ast.JoinedStr,
    ast.Lambda,
    ast.List,
    ast.Name,
    ast.Set,
    ast.Slice,
    ast.Starred,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.keyword,
)


def only_reads(ev: Interpreter, node: ast.AST, home: Frame) -> bool:
    """Whether an expression gives the same each time that what it names is the same."""
    if isinstance(node, ast.Lambda):
        return True  # what it captures is asked for by its names
    if isinstance(node, ast.Call):
        if not _is_pure(ev, node.func, home):
            return False
    elif not isinstance(node, _PARTS):
        return False
    return all(only_reads(ev, part, home) for part in children(node))


def _is_pure(ev: Interpreter, function: ast.expr, home: Frame) -> bool:
    if isinstance(function, ast.Attribute) and function.attr in READING_METHODS:
        return True
    with ev.doubt():
        called = ev.expression(function, at_its_end(home))
    return isinstance(called, Library) and is_pure(called.name)

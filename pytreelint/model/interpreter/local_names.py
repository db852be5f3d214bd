"""Names that a place sees beside those of its module: what the functions around it import, or give other names to."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import standing
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.frame import Frame

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_BLOCKS = ("body", "orelse", "finalbody")


def frame_at(model: Interpreter, module: ModuleInfo, node: ast.AST) -> Frame:
    """The names that a place sees: those of the module, and what functions around it have certainly bound before it."""
    from pytreelint.model.interpreter.statements import run

    frame = Frame(module, {}, top=True)
    statements = _before(module, node)
    frame.top = not statements
    with model.aside():
        run(model, statements, frame)
    return frame


def _before(module: ModuleInfo, node: ast.AST) -> list[ast.stmt]:
    """Returns what certainly names something before a node, in the blocks around it within functions."""
    held = standing(module.tree)
    found: list[ast.stmt] = []
    waiting: list[ast.stmt] = []
    while (where := held.get(node)) is not None:
        node = where.holder
        if where.field in _BLOCKS and not isinstance(node, (ast.Module, ast.ClassDef)):
            block = getattr(node, where.field)
            if isinstance(block, list):  # the body of a lambda, and of `a if b else c`, is an expression
                waiting[:0] = [statement for statement in block[: where.at] if _names(statement)]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            stored = Counter(each.id for each in walk(node) if type(each) is ast.Name and type(each.ctx) is ast.Store)
            found[:0] = [each for each in waiting if not _is_changed(each, stored)]
            waiting = []
    return found


def _names(statement: ast.stmt) -> bool:
    """Whether a statement imports something, gives it another name, or names constants or a function."""
    if isinstance(statement, ast.Assign):
        named = isinstance(statement.value, (ast.Name, ast.Attribute)) and isinstance(statement.targets[0], ast.Name)
        return named or _are_constants(statement)
    plain = isinstance(statement, ast.FunctionDef) and not statement.decorator_list
    return plain or isinstance(statement, (ast.Import, ast.ImportFrom))


def _are_constants(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    values = statement.value.elts if isinstance(statement.value, ast.Tuple) else (statement.value,)
    return all(isinstance(each, ast.Constant) for each in values)


def _is_changed(statement: ast.stmt, stored: Counter[str]) -> bool:
    """Whether the function in which constants are named gives one of their names another value somewhere."""
    if not _are_constants(statement):
        return False
    return any(isinstance(each, ast.Name) and stored[each.id] > 1 for each in walk(statement))

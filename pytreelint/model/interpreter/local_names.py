"""Names that a place sees beside those of its module: what the functions around it import, or give other names to."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import standing
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
    run(model, statements, frame)
    return frame


def _before(module: ModuleInfo, node: ast.AST) -> list[ast.stmt]:
    """Returns the imports and aliases before a node, in the blocks around it within functions."""
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
            found[:0], waiting = waiting, []
    return found


def _names(statement: ast.stmt) -> bool:
    """Whether a statement imports something, or gives it another name."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.value, (ast.Name, ast.Attribute)) and isinstance(statement.targets[0], ast.Name)
    return isinstance(statement, (ast.Import, ast.ImportFrom))

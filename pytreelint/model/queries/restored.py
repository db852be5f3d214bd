"""What the end of a `try` may put back: `finally: variables.assign(old)` around a call that assigns to them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame


def is_restored(node: ast.AST, frame: Frame) -> bool:
    """Whether a place runs, in its trace, inside of a `try` whose `finally` may assign what it assigns."""
    while True:
        inner = node
        for each in outwards(frame.module.tree, node):
            if isinstance(each, ast.Try) and inner not in each.finalbody and any(map(_assigns, each.finalbody)):
                return True
            inner = each
        if frame.back is None or not frame.back[0].staging:
            return False
        frame, node = frame.back


def is_put_back(module: ModuleInfo, name: ast.expr) -> bool:
    """Whether the end of a `try` gives a global name another meaning: what it stood for in between is gone."""
    uses = occurrences(module.tree).names.get(name.id, ()) if isinstance(name, ast.Name) else ()
    for use in uses:
        outer = [*outwards(module.tree, use)] if isinstance(use.ctx, ast.Store) else []
        tries = [each for each in outer if isinstance(each, ast.Try)]
        if any(each in last for last in (one.finalbody for one in tries) for each in outer):
            return True
    return False


def _assigns(statement: ast.stmt) -> bool:
    """Whether a statement may assign attributes: by itself, or by a call that is given something."""
    for node in walk(statement):
        if isinstance(node, ast.Call) and (node.args or node.keywords):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            return True
    return False

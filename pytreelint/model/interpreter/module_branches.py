"""Branches of a module's own statements that certainly do not run: `JAX_MODE = False`, and then `if JAX_MODE: ...`.

What stands there is for another build of the file, in which other names may mean other things.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.model.algebra.narrowing import truth

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter


def that_run(ev: Interpreter, module: ModuleInfo, found: Sequence[ast.stmt]) -> tuple[ast.stmt, ...]:
    """The statements of a module, without those in such a branch."""
    return tuple(each for each in found if not each.col_offset or not _is_dead(ev, module, each))


def dead_part(ev: Interpreter, module: ModuleInfo, node: ast.If) -> list[ast.stmt]:
    """The side of an `if` that certainly does not run."""
    with ev.aside():
        known = truth(ev.expression(node.test, ev.top(module)))
    return [] if known is None else node.orelse if known else node.body


def _is_dead(ev: Interpreter, module: ModuleInfo, statement: ast.stmt) -> bool:
    around = [each for each in module.tree.body if isinstance(each, ast.If) and _holds(each, statement)]
    return any(_holds(each, statement) for node in around for each in dead_part(ev, module, node))


def _holds(outer: ast.stmt, inner: ast.stmt) -> bool:
    return outer.lineno <= inner.lineno <= (outer.end_lineno or outer.lineno)

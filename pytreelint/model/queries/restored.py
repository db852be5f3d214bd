"""What is put in the place of a tracer before it is read: by the end of a `try`, by an assignment elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.model.queries.callers import runs_eagerly
from pytreelint.model.queries.read_later import stands_behind
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest, outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.constructing import makes_instances
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.kept_tracers import Leak
    from pytreelint.model.values.protocol import Model


def is_put_back(site: Leak, read: tuple[ModuleInfo, ast.AST], model: Model) -> bool:
    """Whether an assignment outside of all traces may put something else in the place of the tracer before a read."""
    if isinstance(site.holder[1], ast.Name):
        return _gets_another(*site.holder)
    if not isinstance(site.node, ast.Attribute):
        return False
    if _is_restored(site.node, site.frame):
        return True
    if stands_behind(site, *read, model):
        return False
    modules = dict.fromkeys((site.module, model.judged or site.module))
    uses = ((each, use) for each in modules for use in occurrences(each.tree).attributes.get(site.name, []))
    for module, use in uses:
        outer = around(module.tree, use) if isinstance(use.ctx, ast.Store) else []
        if _reads_it_first(site.name, outer, module, model):
            continue
        functions = [each for each in outer if isinstance(each, FUNCTIONS)]
        if outer and not _constructs(functions, site, module) and all(runs_eagerly(model, each) for each in functions):
            return True
    return False


def _constructs(functions: Sequence[ast.AST], site: Leak, module: ModuleInfo) -> bool:
    """Whether an assignment stands in what makes an instance, and that no user of a class calls."""
    name = getattr(functions[-1], "name", "") if functions else ""
    return name.startswith("_") and makes_instances(functions[-1], module, site.cls)


def _reads_it_first(name: str, outer: list[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether an assignment works out what it assigns from what was there: `self.key, sub = split(self.key)`.

    Other functions than a library's may be the very ones that are traced.
    """
    assign = nearest(outer, ast.stmt)
    if isinstance(assign, ast.AugAssign):
        return True
    call = assign.value if isinstance(assign, ast.Assign) else None
    if not isinstance(call, ast.Call) or not any(isinstance(a, ast.Attribute) and a.attr == name for a in call.args):
        return False
    return isinstance(model.expression(call.func, model.top(module)), Library)


def _is_restored(node: ast.AST, frame: Frame) -> bool:
    """Whether a place runs, in its trace, inside of a `try` whose `finally` may assign what it assigns."""
    while True:
        inner = node
        for each in outwards(frame.module.tree, node):
            if isinstance(each, ast.Try) and inner not in each.finalbody and any(map(_assigns, each.finalbody)):
                return True
            inner = each
        if frame.back is None or not frame.back[0].tracing:
            return False
        frame, node = frame.back


def _gets_another(module: ModuleInfo, name: ast.expr) -> bool:
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

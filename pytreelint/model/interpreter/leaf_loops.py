"""Loops over the leaves of a tree, which are a `tree.map` written out: `sum(f(x) for x in jax.tree.leaves(model))`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import TREE_LEAVES
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.sites import TreeCall
from pytreelint.model.values.value import Function

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def met(
    ev: Interpreter, source: ast.expr, target: ast.expr, each: ast.expr | ast.For | ast.AsyncFor, frame: Frame
) -> None:
    """Emits the site of a loop whose source is a call of `tree.leaves`; `each`: what it does for each leaf."""
    tree = ev.events.flattened.get(source)
    if tree is None or not isinstance(target, ast.Name):
        return
    function = Function(_as_function(frame.module, target.id, each), frame.module, frame)
    for trees in operand_alternatives((tree,), frame):
        ev.emit(TreeCall(frame.module, source, TREE_LEAVES, "arithmetic", trees, function))


def _as_function(
    module: ModuleInfo, name: str, each: ast.expr | ast.For | ast.AsyncFor
) -> ast.Lambda | ast.FunctionDef:
    return module.answer((_as_function, each), lambda: _made(name, each))


def _made(name: str, each: ast.expr | ast.For | ast.AsyncFor) -> ast.Lambda | ast.FunctionDef:
    parameters = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
    if isinstance(each, ast.expr):
        return ast.copy_location(ast.Lambda(parameters, each), each)
    made = ast.FunctionDef("loop", parameters, each.body, [])
    return ast.copy_location(made, each)

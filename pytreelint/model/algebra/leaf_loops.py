"""Loops over the leaves of a tree, which are a `tree.map` written out: `sum(f(x) for x in jax.tree.leaves(model))`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import TREE_LEAVES
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.sites import TreeCall
from pytreelint.model.values.value import Container, Function, Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand
    from pytreelint.model.values.value import Value

# What goes through all that it is given.
_TAKE_ALL = frozenset(f"builtins.{name}" for name in ("dict", "list", "max", "min", "set", "sorted", "sum", "tuple"))


def met(
    ev: Interpreter,
    source: ast.expr,
    given: Value,
    target: ast.expr,
    each: ast.expr | ast.For | ast.AsyncFor,
    frame: Frame,
) -> None:
    """Emits the site of a loop over the leaves of a tree; `each`: what it does for each leaf."""
    tree = _flattened(ev, source, given, frame.module)
    if tree is not None and isinstance(target, ast.Name):
        _emit(ev, source, tree, Function(_as_function(frame.module, target.id, each), frame.module, frame), frame)


def mapped(ev: Interpreter, arguments: Arguments) -> None:
    """The same of `sum(map(function, leaves))`."""
    frame, node = arguments.frame, arguments.node
    if not isinstance(node, ast.Call) or len(arguments.args) != 2 or not ev.events.flattened:
        return
    source = arguments.expression(1)
    tree = _flattened(ev, source, arguments.args[1], frame.module)
    if tree is not None and _takes_all(ev, node, frame):
        _emit(ev, source, tree, arguments.args[0], frame)


def _flattened(ev: Interpreter, source: ast.expr, given: Value, module: ModuleInfo) -> Operand | None:
    """The tree whose leaves a loop goes through: by a call of `tree.leaves`, or by the list that it gave before."""
    tree, token = ev.events.flattened.get(source), given.token
    if tree is not None or token is None or token.rewritten or not isinstance(source, ast.Name):
        return tree
    known = ev.events.leaf_lists.get(token) if isinstance(given, Container) else None
    if known is None or known[1] is not module or _is_looked_at(module, known[2], source):
        return None
    return known[0]


def _is_looked_at(module: ModuleInfo, listing: ast.AST, source: ast.Name) -> bool:
    """Whether something may ask what the leaves are, between their listing and a loop: `all(map(is_array, leaves))`."""
    start, end = _position(listing), _position(source)
    between = [use for use in occurrences(module.tree).names[source.id] if start < _position(use) < end]
    calls = occurrences(module.tree).calls
    counted = {use for call in calls.values() for use in call.args if _is_named(call.func, "len")} if between else ()
    return start > end or any(isinstance(use.ctx, ast.Load) and use not in counted for use in between)


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _takes_all(ev: Interpreter, node: ast.Call, frame: Frame) -> bool:
    around = next(outwards(frame.module.tree, node), None)
    if not isinstance(around, ast.Call) or node is not next(iter(around.args), None):
        return False
    taker = ev.expression(around.func, frame)
    return isinstance(taker, Library) and taker.name in _TAKE_ALL


def _emit(ev: Interpreter, source: ast.expr, tree: Operand, function: Value, frame: Frame) -> None:
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

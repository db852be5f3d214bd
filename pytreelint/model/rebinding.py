"""Names that a compiled function reads from around it, and that are bound anew between two of its calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.captures import free_names
from pytreelint.model.frame import Frame
from pytreelint.model.leaves import arrays
from pytreelint.model.values import Function, Object, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
Path = tuple[tuple[ast.AST, int], ...]  # the compound statements around a node, and the position in each


def stale_captures(ev: Evaluator, made: Transformed) -> Iterator[tuple[str, Value, ast.AST, ast.AST]]:
    """(name, its value, where it is bound anew, a later call) of what a wrapper reads of its own scope."""
    function: Value = made.function
    while isinstance(function, Transformed):
        function = function.function
    home = made.home
    if not isinstance(function, Function) or home is None:
        return
    scope = home.function or home.module.tree
    if isinstance(scope, ast.Lambda):
        return
    wrapper = _name_of(scope, made, function)
    if wrapper is None:
        return
    nodes = list(_own(scope))
    calls = [(path, node) for path, node in nodes if isinstance(node, ast.Call) and _calls(node, wrapper)]
    begun = next((path for path, node in nodes if node is function.node or _makes(node, made)), None)
    if not calls or begun is None or sum(_binds(node, wrapper) for _, node in nodes) != 1:
        return
    for name in sorted(_read(scope, function)):
        value = home.find(name) or (_at_first(ev, home, scope, name) if home.function is None else None)
        if value is None or not _holds_arrays(ev, value):
            continue
        for path, node in nodes:
            if not _binds(node, name):
                continue
            found = _call_after(path, calls, begun)
            if found is not None:
                yield name, value, node, found
                break


def _call_after(bound: Path, calls: list[tuple[Path, ast.Call]], begun: Path) -> ast.AST | None:
    """A call that comes after a binding which comes after a call, one after the other or in the steps of a loop."""
    if not _unconditional(bound, begun):
        return None
    certain = [(path, call) for path, call in calls if _unconditional(path, begun)]
    for path, call in certain:
        if _shared_loop(bound, path, begun):
            return call
    before = [path for path, _ in certain if path < bound]
    after = [call for path, call in certain if bound < path]
    return after[0] if before and after else None


def _unconditional(path: Path, begun: Path) -> bool:
    """Whether only loops that begin after the wrapper was made stand around a node."""
    return bool(path) and all(isinstance(node, (*_LOOPS, ast.With)) or (node, at) in begun for node, at in path[1:])


def _shared_loop(first: Path, second: Path, begun: Path) -> bool:
    around = {id(node) for node, _ in begun}
    loops = {id(node) for node, _ in first if isinstance(node, _LOOPS)} - around
    return any(id(node) in loops for node, _ in second)


def _own(scope: ast.AST) -> Iterator[tuple[Path, ast.AST]]:
    """The nodes of a scope in order, nested definitions as one node each."""

    def visit(node: ast.AST, path: Path) -> Iterator[tuple[Path, ast.AST]]:
        compound = isinstance(node, ast.stmt) and hasattr(node, "body") and not isinstance(node, _SCOPES)
        for index, child in enumerate(ast.iter_child_nodes(node)):
            below = path
            if node is scope or compound:
                below = (*path, (node, index))
            yield below, child
            if not isinstance(child, _SCOPES):
                yield from visit(child, below)

    yield from visit(scope, ())


def _name_of(scope: ast.AST, made: Transformed, function: Function) -> str | None:
    """The local name by which a wrapper is called: of the function that it decorates, or the one it is assigned to."""
    if isinstance(function.node, ast.FunctionDef) and made.site in function.node.decorator_list:
        return function.node.name
    for _, node in _own(scope):
        if isinstance(node, ast.Assign) and node.value is made.site and isinstance(node.targets[0], ast.Name):
            return node.targets[0].id if len(node.targets) == 1 else None
    return None


def _at_first(ev: Evaluator, home: Frame, scope: ast.AST, name: str) -> Value | None:
    """What the module's first assignment of a name gives."""
    assigned = (node for _, node in _own(scope) if isinstance(node, ast.Assign))
    first = next((each for each in assigned if any(_binds(target, name) for target in each.targets)), None)
    if first is None:
        return None
    with ev.doubt():
        return ev.expression(first.value, Frame(home.module, {}, top=True))


def _calls(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


def _makes(node: ast.AST, made: Transformed) -> bool:
    return isinstance(node, ast.Assign) and node.value is made.site


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name == name
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


def _read(scope: ast.AST, function: Function) -> set[str]:
    """Names that a function reads from around it, through the functions beside it that it calls."""
    beside = {n.name: n for _, n in _own(scope) if isinstance(n, ast.FunctionDef)}
    found: set[str] = set()
    pending: list[ast.AST] = [function.node]
    while pending:
        node = pending.pop()
        names = free_names(node)
        if isinstance(node, ast.FunctionDef):
            decorators = {name for d in node.decorator_list for name in free_names(d)}
            names -= decorators - {n.id for part in node.body for n in ast.walk(part) if isinstance(n, ast.Name)}
        pending += [beside[name] for name in names - found if name in beside and beside[name] is not function.node]
        found |= names
    return found


def _holds_arrays(ev: Evaluator, value: Value) -> bool:
    tree = not isinstance(value, Object) or value.cls.pytree == "yes"
    return tree and next(arrays(ev, value), None) is not None

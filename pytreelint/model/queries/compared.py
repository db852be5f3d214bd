"""Whether what two calls give is compared: `simulate(x + eps, key) - simulate(x - eps, key)`.

Results that are named as opposites (`p_loss`, `n_loss`) are, by whoever gets them. Whether it is equal, only tests ask,
and functions that return or assert that a call gives twice the same.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.words import EQUALITIES, OPPOSITES
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model

Result = tuple[ast.AST | None, Collection[str]]
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)


def are_compared(model: Model, module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether the results of the calls around two expressions of one function meet in a difference, or in `<`."""
    outer = around(module.tree, one)
    scope = next((each for each in reversed(outer) if isinstance(each, SCOPES)), module.tree)
    left, right = result_of(outer), result_of(around(module.tree, two))
    if _are_opposites(left[1], right[1]) or _should_be_equal(model, module, scope, left, right):
        return True
    return any(
        (speaks_of(a, left) and speaks_of(b, right)) or (speaks_of(a, right) and speaks_of(b, left))
        for a, b in map(_sides, walk(scope))
        if a is not None and b is not None
    )


def result_of(outer: list[ast.AST]) -> Result:
    """The call around an expression, and the names that its result is assigned to."""
    call = next((each for each in reversed(outer) if isinstance(each, ast.Call)), None)
    statement = next((each for each in reversed(outer) if isinstance(each, ast.stmt)), None)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return call, {n.id for target in targets for n in walk(target) if isinstance(n, ast.Name)}


def _should_be_equal(model: Model, module: ModuleInfo, scope: ast.AST, left: Result, right: Result) -> bool:
    """Whether two calls with one text are held against each other: `return array_equal(a, b)`."""
    if left[0] is None or right[0] is None or ast.dump(left[0]) != ast.dump(right[0]):
        return False
    return any(
        speaks_of(node, left)
        and speaks_of(node, right)
        and any(_asks_equality(model, module, each) for each in walk(node))
        for node in walk(scope)
        if isinstance(node, (ast.Return, ast.Assert))
    )


def _asks_equality(model: Model, module: ModuleInfo, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    with model.aside():
        function = model.expression(node.func, frame_at(model, module, node))
    return isinstance(function, Library) and function.name in EQUALITIES


def _are_opposites(one: Collection[str], two: Collection[str]) -> bool:
    """Whether a name among the results of one call is that of another one's opposite."""
    found = {opposite for name in one for opposite in _opposites(name)}
    return not found.isdisjoint(two)


def _opposites(name: str) -> Iterator[str]:
    parts = name.split("_")
    for pair in OPPOSITES:
        for at, part in enumerate(parts):
            if part in pair:
                yield "_".join((*parts[:at], pair[1 - pair.index(part)], *parts[at + 1 :]))


def _sides(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    match node:
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return left, right
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            return left, right
    return None, None


def speaks_of(side: ast.AST, result: Result) -> bool:
    """Whether code holds a call, or reads one of the names that its result has."""
    call, names = result
    return any(node is call or (isinstance(node, ast.Name) and node.id in names) for node in walk(side))

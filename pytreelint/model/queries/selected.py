"""Whether what two calls give is chosen from: `jnp.where(kind == 0, x + normal(key), uniform(key))`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import COND, SELECTIONS
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.queries.compared import SCOPES, Result, result_of, speaks_of
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model


def are_selected(model: Model, module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether the results of the calls around two expressions of one function are the sides of one selection."""
    outer = around(module.tree, one)
    scope = next((each for each in reversed(outer) if isinstance(each, SCOPES)), module.tree)
    left, right = (spread(scope, result_of(each)) for each in (outer, around(module.tree, two)))
    calls = (each for each in walk(scope) if isinstance(each, ast.Call) and len(each.args) > 2)
    return any(_parts(call, left, right) and _selects(model, module, call) for call in calls)


def spread(scope: ast.AST, result: Result) -> Result:
    """A call and all names whose values are worked out from its result."""
    call, names = result[0], set(result[1])
    for each in walk(scope):
        if isinstance(each, ast.Assign) and speaks_of(each.value, (call, names)):
            names |= {n.id for target in each.targets for n in walk(target) if isinstance(n, ast.Name)}
    return call, names


def _parts(call: ast.Call, left: Result, right: Result) -> bool:
    """Whether each side of a selection speaks of one of the two results, and of that one alone; nothing else does."""
    sides = [(speaks_of(side, left), speaks_of(side, right)) for side in call.args]
    others = {sides[0], *sides[3:]} | {(speaks_of(k.value, left), speaks_of(k.value, right)) for k in call.keywords}
    return others == {(False, False)} and sorted(sides[1:3]) == [(False, True), (True, False)]


def _selects(model: Model, module: ModuleInfo, call: ast.Call) -> bool:
    with model.aside():
        function = model.expression(call.func, frame_at(model, module, call))
    return isinstance(function, Library) and function.name in {*SELECTIONS, COND}

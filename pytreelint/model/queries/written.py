"""What a call gives its function, parameter by parameter, however it is written: `f(x, flag=True)`, `f(x, True)`,
`g(x)` with `g = partial(f, flag=True)`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.knowledge.function_uses import PARTIAL
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.syntax.free import bindings
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.transforms.captures import assigned_values
from pytreelint.model.values.value import Function, Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
_DEPTH = 4  # partials of partials that are looked into


class Written(NamedTuple):
    """A function as it is written, and what it is given, by parameters; by positions where these are not known."""

    function: str
    given: dict[str, ast.expr]


def written_call(model: Model, module: ModuleInfo, call: ast.Call) -> Written | None:
    """What a call gives its function, and what partials have given it before; None where a `*` gives any number."""
    function, given, named = call.func, list(call.args), list(call.keywords)
    for _ in range(_DEPTH):
        made = _partial(model, module, call, function)
        if made is None or not made.args:
            break
        function, given, named = made.args[0], [*made.args[1:], *given], [*made.keywords, *named]
    if any(isinstance(each, ast.Starred) for each in given):
        return None
    names = _parameters(model, module, call, function)
    found = {names[at] if at < len(names) else str(at): each for at, each in enumerate(given)}
    found |= {each.arg: each.value for each in named if each.arg is not None}
    spread = {f"**{ast.dump(each.value)}": each.value for each in named if each.arg is None}
    return Written(ast.dump(function), found | spread)


def _partial(model: Model, module: ModuleInfo, call: ast.Call, function: ast.expr) -> ast.Call | None:
    """The call of `functools.partial` that an expression is, or that its name is assigned, and nothing else is."""
    made: ast.expr | None = function
    if isinstance(function, ast.Name):
        scopes = (each for each in outwards(module.tree, call) if isinstance(each, _SCOPES))
        bound = next((found[function.id] for found in map(bindings, scopes) if function.id in found), [])
        values = assigned_values(bound) or []
        made = values[0] if len(values) == 1 and isinstance(bound[0], ast.Assign) and _is_plain(bound[0]) else None
    if not isinstance(made, ast.Call):
        return None
    with model.aside():
        maker = model.expression(made.func, frame_at(model, module, call))
    return made if isinstance(maker, Library) and maker.name == PARTIAL else None


def _is_plain(statement: ast.Assign) -> bool:
    return len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)


def _parameters(model: Model, module: ModuleInfo, call: ast.Call, function: ast.expr) -> list[str]:
    """The names of the parameters of a function that is known, in their order."""
    with model.aside():
        value = model.expression(function, frame_at(model, module, call))
    if not isinstance(value, Function) or value.owner is not None:
        return []
    return [each.arg for each in signature(value.node.args).positional]

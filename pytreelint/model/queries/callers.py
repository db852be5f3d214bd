"""How often a function runs, as far as its file shows: its callers, and whether it is passed on as a value."""

from __future__ import annotations

import ast
from itertools import combinations
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.occurrences import occurrences, own_names
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter


def runs_once(ev: Interpreter, function: ast.AST | None) -> bool:
    """Whether a function may well run only once: by its name, or because all who call it do."""
    return _find_runs_once(ev, function, frozenset())


def _find_runs_once(ev: Interpreter, function: ast.AST | None, seen: frozenset[ast.AST]) -> bool:
    if function is None:
        return True
    if _is_named_for_one_run(ev, function):
        return True
    callers = ev.callers_of(function)
    if not callers or function in seen:
        return False
    return all(not loops and _find_runs_once(ev, caller, seen | {function}) for caller, loops in callers)


def _is_named_for_one_run(ev: Interpreter, function: ast.AST) -> bool:
    named = isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
    return named and not ev.program.words.run_once.isdisjoint(function.name.split("_"))  # type: ignore[attr-defined]


def runs_eagerly(ev: Interpreter, function: ast.AST | None, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether somebody calls a function, or may well do so, where no transform is seen to trace it."""
    if function is None or function not in ev.events.staged:
        return True
    callers = ev.events.eager.get(function, ())
    return function not in seen and any(runs_eagerly(ev, caller, seen | {function}) for caller in callers)


def has_run(ev: Interpreter, function: ast.AST) -> bool:
    """Whether the body of a function was evaluated, for whatever caller or entry."""
    return function in ev.events.ran


def is_program(ev: Interpreter, function: ast.AST) -> bool:
    """Whether a function, by its name, goes through all steps of a program: `train`, but not `train_epoch`."""
    name = getattr(function, "name", "")
    return _is_named_for_one_run(ev, function) and ev.program.words.units.isdisjoint(name.split("_"))


def is_handed_on(module: ModuleInfo, function: ast.FunctionDef) -> bool:
    """Whether a function is used other than by calls: unseen code may call or trace it."""
    found, name = occurrences(module.tree), function.name
    read = [each for each in found.names.get(name, ()) if isinstance(each.ctx, ast.Load)]
    parts = (each for each in found.attributes.get(name, ()) if not _is_of_a_part(module.tree, each, function))
    held = [*parts, *(each for each in read if _means(module.tree, each, function))]
    return any(node not in found.calls for node in held)


def _is_of_a_part(tree: ast.Module, use: ast.Attribute, function: ast.FunctionDef) -> bool:
    """Whether an attribute is one of what an instance of the very class holds: `self.policy.act` in a class with `act`.

    That is another object, but where instances hold instances of their own class.
    """
    if not isinstance(use.value, ast.Attribute) or not isinstance(use.value.value, ast.Name):
        return False
    first = [each.arg for each in function.args.args[:1]]
    scopes = [nearest(around(tree, each), ast.ClassDef) for each in (use, function)]
    return [use.value.value.id] == first and scopes[0] is not None and scopes[0] is scopes[1]


def _means(tree: ast.Module, use: ast.Name, function: ast.FunctionDef) -> bool:
    """Whether a name is a function's, and not another one that a function around the name binds."""
    scope = nearest(around(tree, function), (*FUNCTIONS, ast.ClassDef))
    outer = around(tree, use)
    if isinstance(scope, ast.ClassDef):
        return nearest(outer, (*FUNCTIONS, ast.ClassDef)) is scope
    owners = [each for each in outer if isinstance(each, FUNCTIONS) and use.id in _bound_in(each)]
    return (owners[-1] if owners else None) is scope


def _bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """The names of a function's own, those that it defines included."""
    defined = set[str]() if isinstance(function, ast.Lambda) else bound_names(function.body)
    return defined.union(own_names(function))


def is_called_again(ev: Interpreter, function: ast.AST | None, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether a function is seen to be called in a loop, at several places, or by one of which that is true.

    Places that give it different flags ask for different things: `build(parts, training=True)` and `training=False`.
    """
    if function is None or function in seen:
        return False
    calls = ev.events.callers.get(function, {})
    if any(not _differ_in_flags(*pair) for pair in combinations(calls, 2)):
        return True
    return any(
        loops or (_is_named(call, function) and is_called_again(ev, caller, seen | {function}))
        for call, (caller, loops) in calls.items()
    )


def _is_named(call: ast.AST, function: ast.AST) -> bool:
    """Whether a call names what it calls; of what a function was handed, as a decorator is, each call runs another."""
    name = getattr(function, "name", "__init__")
    called = getattr(call, "func", None)
    return name.startswith("__") or getattr(called, "attr", getattr(called, "id", name)) == name


def _differ_in_flags(one: ast.AST, other: ast.AST) -> bool:
    """Whether two calls give different flags or names for one parameter."""
    first, second = _flags_of(one), _flags_of(other)
    return any(first[each] != second[each] for each in first if each in second)


def _flags_of(call: ast.AST) -> dict[int | str | None, object]:
    """The flags and names that are written in a call, by position or parameter."""
    if not isinstance(call, ast.Call):
        return {}
    given: list[tuple[int | str | None, ast.expr]] = [*enumerate(call.args)]
    given += [(keyword.arg, keyword.value) for keyword in call.keywords]
    flags = {where: each.value for where, each in given if isinstance(each, ast.Constant)}
    return {where: value for where, value in flags.items() if isinstance(value, (bool, str))}

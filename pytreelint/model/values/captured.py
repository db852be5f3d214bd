"""The callables that a function captures: which other functions a wrapper of it runs, as its maker was given them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import captured_names
from pytreelint.model.values.value import Bound, Function, Object, Partial, Transformed, Union, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_DEPTH = 4  # functions beside each other that capture each other: a step, its loss, the model in that
_REACHED = 16  # functions that capture functions: a step of a loop of a trainer of an agent


def inside_of(value: Value) -> Function | None:
    """The function that a callable runs."""
    while isinstance(value, (Transformed, Bound, Partial)):
        value = value.function
    return value if isinstance(value, Function) else None


def given_functions(function: Function) -> list[Function]:
    """Functions of the project that a function, or one beside it, captures from what its maker was given.

    None of them where one of several was given: a test elsewhere has chosen it, and perhaps other things with it.
    """
    found: list[Function] = []
    return found if _collect(function, found, 0) else []


def leads_into(function: Function, module: ModuleInfo) -> bool:
    """Whether a function stands in a module, or captures one that does; not where one of several is captured."""
    reached, here = [function], False
    for each in reached:
        here = here or each.module is module
        if len(reached) < _REACHED and not _collect(each, reached, 0):
            return False
    return here


def _collect(function: Function, found: list[Function], depth: int) -> bool:
    scope = function.closure
    if scope is None or scope.top or depth > _DEPTH:
        return True
    around = [frame for frame in scope.and_around() if not frame.top]
    for name in sorted(captured_names(function.node)):
        held = scope.find(name)
        if isinstance(held, Union) and any(inside_of(option) is not None for option in held.options):
            return False
        if isinstance(held, Object) and not _collect_of_pair(held, found, depth):
            return False
        each = inside_of(held) if held is not None else None
        if each is not None and _is_of_pair(each):
            if not _collect(each, found, depth + 1):
                return False
            continue
        if each is None or each.module.origin != "project" or each.node is function.node:
            continue
        if each.closure is not None and any(frame in (each.closure, each.closure.parent) for frame in around):
            if not _collect(each, found, depth + 1):
                return False
        elif each.closure is not None or any(name in _parameters(frame.function) for frame in around):
            found.append(each)
    return True


def _collect_of_pair(held: Object, found: list[Function], depth: int) -> bool:
    """The same of what `haiku.transform` has made of a function: its fields run that."""
    made = (value for _, value in held.fields if isinstance(value, Function) and _is_of_pair(value))
    return all(_collect(each, found, depth + 1) for each in made)


def _is_of_pair(function: Function) -> bool:
    """Whether it is a function of such a pair, which no function of a program has defined."""
    scope = function.closure
    return scope is not None and not scope.top and scope.function is None and isinstance(function.node, ast.Lambda)


def _parameters(function: ast.AST | None) -> list[str]:
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return []
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]

"""The callables that a function captures: which other functions a wrapper of it runs, as its maker was given them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import captured_names
from pytreelint.model.values.value import Bound, Function, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_DEPTH = 4  # functions that capture functions, inside of each other: a step of a loop of a trainer of an agent


def inside_of(value: Value) -> Function | None:
    """The function that a callable runs."""
    while isinstance(value, (Transformed, Bound, Partial)):
        value = value.function
    return value if isinstance(value, Function) else None


def given_functions(function: Function, depth: int = 0) -> list[Function]:
    """Functions of the project that a function, or one beside it, captures from what its maker was given."""
    scope, found = function.closure, list[Function]()
    if scope is None or scope.top or depth > _DEPTH:
        return found
    around = [frame for frame in scope.and_around() if not frame.top]
    for name in sorted(captured_names(function.node)):
        held = scope.find(name)
        each = inside_of(held) if held is not None else None
        if each is None or each.module.origin != "project" or each.node is function.node:
            continue
        if each.closure is not None and any([each.closure is frame for frame in around]):
            found += given_functions(each, depth + 1)
        elif each.closure is not None or any([name in _parameters(frame.function) for frame in around]):
            found.append(each)
    return found


def leads_into(function: Function, module: ModuleInfo, depth: int = 0) -> bool:
    """Whether a function stands in a module, or captures one that does."""
    if function.module is module:
        return True
    return depth < _DEPTH and any([leads_into(each, module, depth + 1) for each in given_functions(function)])


def _parameters(function: ast.AST | None) -> list[str]:
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return []
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]

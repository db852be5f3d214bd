"""Collectives inside of a map whose axis nothing binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import AXES_OF, AXIS_NAME, BINDS_AXES, MESH
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Constant, Function, Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import TransformCall

_WORDS = frozenset(name.rpartition(".")[2] for name in AXES_OF)
_CALLS = 3  # how far calls of functions are followed
# What may keep a statement inside of it from being run.
_DOUBTFUL = (ast.If, ast.IfExp, ast.Try, ast.While, ast.For, ast.Match, ast.BoolOp, ast.comprehension)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def unbound_axes(model: Model, site: TransformCall) -> Iterator[tuple[ast.Call, str]]:
    """The collectives that a mapped function certainly runs, each with the name that nothing in the file binds."""
    option, function = BINDS_AXES.get(site.transform.name), site.function
    if option is None or site.entry is not None or site.wrapper is None or not isinstance(function, Function):
        return
    module = function.module
    if not any(word in module.source.text for word in _WORDS):
        return
    given = site.wrapper.option(option)
    by_mesh = option == MESH and _is_made_here(site.node, site.module)
    if function.module is not site.caller or not (by_mesh or given is None or isinstance(given, Constant)):
        return
    with model.aside():
        for call, axis in _collectives(model, module, function.node, _CALLS):
            if not _is_spoken_of(model, module, axis):
                yield call, axis


def _is_made_here(node: ast.AST, module: ModuleInfo) -> bool:
    """Whether a mesh is made in this file, so that the names of its axes stand here."""
    mesh = next((k.value for k in getattr(node, "keywords", ()) if k.arg == MESH), None)
    made = [n.value for n in walk(module.tree) if isinstance(n, ast.Assign) for t in n.targets if _is_name(t, mesh)]
    return bool(made) and all(isinstance(value, ast.Call) for value in made)


def _is_name(target: ast.expr, name: ast.expr | None) -> bool:
    return isinstance(target, ast.Name) and isinstance(name, ast.Name) and target.id == name.id


def _collectives(model: Model, module: ModuleInfo, function: ast.AST, depth: int) -> Iterator[tuple[ast.Call, str]]:
    """The collectives that a function, or one that it calls, certainly runs."""
    for call in walk(function):
        if not isinstance(call, ast.Call) or not _is_run(module, call, function):
            continue
        called = model.expression(call.func, frame_at(model, module, call))
        if isinstance(called, Library) and called.name in AXES_OF:
            yield from ((call, axis) for axis in _axes(call, AXES_OF[called.name]))
        elif isinstance(called, Function) and called.module is module and depth > 0:
            yield from _collectives(model, module, called.node, depth - 1)


def _is_run(module: ModuleInfo, call: ast.Call, function: ast.AST) -> bool:
    """Whether a call is run whenever its function is."""
    outer = around(module.tree, call)
    inner = outer[outer.index(function) + 1 :] if function in outer else [function]
    return not any(isinstance(each, (*_DOUBTFUL, *_FUNCTIONS)) for each in inner)


def _axes(call: ast.Call, position: int) -> Iterator[str]:
    given = call.args[position] if len(call.args) > position else None
    given = given or next((keyword.value for keyword in call.keywords if keyword.arg == AXIS_NAME), None)
    for each in given.elts if isinstance(given, ast.Tuple) else [given]:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def _is_spoken_of(model: Model, module: ModuleInfo, axis: str) -> bool:
    """Whether the name of an axis stands anywhere in the file but in collectives."""
    for node in walk(module.tree):
        if isinstance(node, ast.Constant) and node.value == axis:
            calls = [each for each in around(module.tree, node)[-2:] if isinstance(each, ast.Call)]
            called = model.expression(calls[-1].func, frame_at(model, module, calls[-1])) if calls else None
            if not (isinstance(called, Library) and called.name in AXES_OF):
                return True
    return False

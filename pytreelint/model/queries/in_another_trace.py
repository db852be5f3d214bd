"""Reads in what another transform compiles: the trace that has stored a tracer is over before that one begins."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around
from pytreelint.model.values.marks import kind_of
from pytreelint.model.values.parts import inner_function

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.kept_tracers import Leak
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.value import Transformed


def is_in_another_trace(site: Leak, functions: Sequence[ast.AST], module: ModuleInfo, model: Model) -> bool:
    """Whether functions around a read of an attribute are compiled by themselves, and not run by what stores it.

    Nothing else assigns the attribute: the first trace of the reader would find that, and keep it.
    """
    if module is not site.module or not isinstance(site.node, ast.Attribute):
        return False
    compiled = [_node(each) for each in model.events.wrappers.values() if kind_of(each.transform) == "staging"]
    if not any(each in compiled for each in functions) or _is_run_by(site, functions, model):
        return False
    uses = occurrences(module.tree).attributes.get(site.name, ())
    stores = (each for each in uses if isinstance(each.ctx, ast.Store))
    return all(any(outer is site.frame.function for outer in around(module.tree, each)) for each in stores)


def _node(wrapper: Transformed | None) -> ast.AST | None:
    function = inner_function(wrapper) if wrapper is not None else None
    return function.node if function is not None else None


def _is_run_by(site: Leak, functions: Sequence[ast.AST], model: Model) -> bool:
    """Whether what stores the tracer, or what is traced there, runs one of these functions, or they are the same."""
    traced = (site.frame.function, _node(model.events.wrappers.get(site.trace.node)))
    waiting, seen = list(functions), set[ast.AST]()
    while waiting:
        function = waiting.pop()
        if function in traced:
            return True
        if function not in seen:
            seen.add(function)
            waiting += [caller for caller, _ in model.callers_of(function) if isinstance(caller, FUNCTIONS)]
    return False

"""Attributes of the project's modules that a compiled function reads: constants of the program, whoever sets them.

`settings.rate` is a name of `settings`, which some function of this or another file gives another value.
"""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.types.compiled_in import assigned, compiling, constant_of, happens, is_constant, may_outdate, read
from pytreelint.model.types.first_bound import first_bound
from pytreelint.model.types.restored import constant_or_restored
from pytreelint.model.values.frame import token_of
from pytreelint.model.values.happenings import Assigned
from pytreelint.model.values.states import event_at
from pytreelint.model.values.value import DYNAMIC, ModuleValue, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

HOLDERS = frozenset([ModuleValue, Object])  # whose attributes a program may have for constants


def read_attribute(ev: Interpreter, holder: Value, value: Value, node: ast.Attribute, frame: Frame) -> None:
    """An attribute of an instance or a module is read inside of a trace."""
    if not isinstance(holder, ModuleValue):
        read(ev, holder, node.attr, value, node, frame)
        return
    found, top = compiling(ev, node.attr, frame), _top(ev, holder)
    first = _first(ev, top, node.attr) if found is not None and top is not None else None
    if found is not None and top is not None and first is not None and is_constant(ev, first):
        known = replace(found, value=constant_of(value))
        happens(ev, token_of(top), known, frame, event_at(frame, node))


def written_attribute(ev: Interpreter, holder: ModuleValue, value: Value, node: ast.Attribute, frame: Frame) -> None:
    """An attribute of a module is assigned: another one than the module has bound, or the step before."""
    top = _top(ev, holder) if may_outdate(frame) else None
    first = _first(ev, top, node.attr) if top is not None else None
    if top is None or first is None or not is_constant(ev, first):
        return
    known = constant_or_restored(ev, value, frame, node)
    if known is None and not _goes_on(node, frame):
        known = DYNAMIC  # it may be the same once more
    assigned(ev, token_of(top), Assigned(node.attr, known), frame, event_at(frame, node), known != first)


def _top(ev: Interpreter, holder: ModuleValue) -> Frame | None:
    """Where the names of a module of the project stand."""
    module = ev.program.module(holder.name)
    return ev.top(module) if module is not None and module.origin == "project" else None


def _first(ev: Interpreter, top: Frame | None, name: str) -> Value | None:
    return first_bound(ev, top, name) if top is not None else None


def _goes_on(node: ast.AST, frame: Frame) -> bool:
    """Whether a statement gives another value each time that it runs: `rate *= 0.5`, or one that a loop computes."""
    around = takewhile(lambda each: not isinstance(each, FUNCTIONS), outwards(frame.module.tree, node))
    return any(isinstance(each, (ast.AugAssign, ast.For, ast.AsyncFor, ast.While)) for each in around)

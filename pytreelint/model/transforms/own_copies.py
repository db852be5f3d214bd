"""Objects that a function may change in place, of which a transform gives it copies: what it changes there is lost."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import standing
from pytreelint.model.transforms.roles import filtered_role
from pytreelint.model.types.changers import has_changers
from pytreelint.model.values.lost import OwnCopy
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import Bound, Container, Function, Object, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand

_REBUILDING = ("jit", "checkpoint", "map", "grad")


def told(ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], inner: Arguments) -> None:
    """Emits the arguments that the function of a wrapper has changed, or that change by their own methods."""
    transform, function = wrapper.transform, wrapper.function
    if transform.family not in _REBUILDING or transform.refills:  # which hand on what was changed
        return
    offset = int(isinstance(function, Bound))
    code = function.function if isinstance(function, Bound) else function
    if not isinstance(code, Function) or not isinstance(code.node, ast.FunctionDef) or code.module.origin != "project":
        return
    names = [each.arg for each in (*code.node.args.posonlyargs, *code.node.args.args)][offset:]
    for index, (name, operand) in enumerate(zip(names, operands[: len(inner.args)], strict=False)):
        value, changed = operand.value, index in inner.changed
        role = filtered_role(wrapper, index, operand) if transform.filtered else operand.role
        if role == "traced" and isinstance(value, (Object, Container, Node)) and (changed or has_changers(value)):
            given = inner.frame.module, operand.node, inner.node
            place = wrapper.module, wrapper.site
            ev.emit(OwnCopy(code.module, code.node, transform, name, value, changed, given, place))


def built(ev: Interpreter, value: Value, arguments: Arguments) -> None:
    """Emits the objects that a traced function builds of leaves, where it gives them names of their own: changes of
    these are lost unless it takes them apart again.

    model, optimizer = nnx.merge(graphdef, state)
    """
    frame, call = arguments.frame, arguments.node
    if not frame.staging or not isinstance(function := frame.function, ast.FunctionDef):
        return
    statement = standing(frame.module.tree)[call].holder if call in standing(frame.module.tree) else None
    named: list[tuple[ast.expr, Value]] = []
    match statement, value:
        case ast.Assign(targets=[ast.Name() as target]), Object():
            named = [(target, value)]
        case ast.Assign(targets=[ast.Tuple(elts=targets)]), Container(items=items) if len(targets) == len(items):
            named = list(zip(targets, items, strict=True))
    names = [target.id for target, _ in named if isinstance(target, ast.Name)]
    for name, (_, each) in zip(names, named, strict=False):
        if len(names) == len(named) and has_changers(each):
            place = frame.module, call
            transform, given = frame.staging[-1].transform, (frame.module, call, call)
            ev.emit(OwnCopy(frame.module, function, transform, name, each, False, given, place, frozenset(names)))

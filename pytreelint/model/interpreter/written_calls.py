"""Call expressions: what they pass, and what the callee changed, given back to the names that hold it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra import kept_items, subscripts
from pytreelint.model.algebra.refused_names import left_out_of_all
from pytreelint.model.interpreter.assignments import changed
from pytreelint.model.interpreter.calls import call
from pytreelint.model.types import added_items, renewing_layers
from pytreelint.model.values import cut
from pytreelint.model.values.arguments import INSTANCE, Arguments, before_call
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.holders import held_by
from pytreelint.model.values.identity import parted
from pytreelint.model.values.value import Container, Object, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def call_node(ev: Interpreter, node: ast.Call, frame: Frame) -> Value:
    """A call expression: evaluate it, then give back to names what the callee changed."""
    function = ev.expression(node.func, frame)
    arguments = gather(ev, node, frame)
    if frame.tracing:
        added_items.added(ev, node, arguments, frame)
        if type(function) in renewing_layers.KINDS:
            renewing_layers.called(ev, node, function, arguments, frame)
    bounds = ev.bounds
    deep = frame.depth > bounds.nested_calls or bounds.steps > bounds.limit
    result = cut.give_up(arguments) if deep else call(ev, function, arguments)
    for position, value in arguments.changed.items():
        target = _target(node, function, position, frame) or node
        changed(ev, target, value, frame, before_call(function, arguments, position))
    if arguments.changed and arguments.args and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
        kept_items.has_grown(before_call(function, arguments, INSTANCE), arguments.args[0], node, frame)
    return result


def _target(node: ast.Call, function: Value, position: int | str, frame: Frame) -> ast.expr | None:
    if position == INSTANCE and any(isinstance(option, Object) for option in options_of(function)):  # by `__call__`
        return node.func if all(isinstance(option, Object) for option in options_of(function)) else None
    if position == INSTANCE:
        holder = node.func.value if isinstance(node.func, ast.Attribute) else None
        return held_by(holder, frame) if isinstance(holder, ast.Call) else holder
    if isinstance(position, str):
        return next((k.value for k in node.keywords if k.arg == position), None)
    if not 0 <= position < len(node.args) or any(isinstance(each, ast.Starred) for each in node.args[: position + 1]):
        return None
    return node.args[position]


def gather(ev: Interpreter, node: ast.Call, frame: Frame) -> Arguments:
    """The arguments of a call expression."""
    args: list[Value] = []
    spread: list[Value] = []
    starred = 0
    for argument in node.args:
        if type(argument) is not ast.Starred:
            if not spread:
                args.append(ev.expression(argument, frame))
            continue
        assert isinstance(argument, ast.Starred)
        known = subscripts.sequence(value := ev.expression(argument.value, frame))
        if known is None or spread:
            spread.append(subscripts.unpacked(ev, value))
            continue
        args.extend(parted(value, ("[]", index), item) for index, item in enumerate(known.items))
        starred += len(known.items)
        if known.rest is not None:
            spread.append(known.rest)
    keywords: dict[str, Value] = {}
    for keyword in node.keywords:
        value = ev.expression(keyword.value, frame)
        if keyword.arg is not None:
            keywords[keyword.arg] = value
            continue
        value = left_out_of_all(value)
        if isinstance(value, Container) and value.kind == "dict":
            pairs = [pair for pair in zip(value.keys, value.items, strict=True) if isinstance(pair[0], str)]
            keywords |= {str(key): parted(value, ("[]", key), item) for key, item in pairs}
            spread += [value.rest] if value.rest is not None else []
        else:
            spread.append(subscripts.held(value))
    return Arguments(
        tuple(args), keywords, node, frame, not spread, spread=union(spread) if spread else None, starred=starred
    )

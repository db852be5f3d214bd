"""What a call did to what it was given: one run of a function, told to each of its callers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra import accesses, draws
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.values.identity import Token, actual, actual_tokens, is_bare
from pytreelint.model.values.memory import Result
from pytreelint.model.values.reassigned import assigned_in_call, given_away, unassigned
from pytreelint.model.values.states import Event, Facts, facts, left, note
from pytreelint.model.values.value import Function, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def done_by(function: Function, frame: Frame, cut: bool) -> Facts:
    """What a call has certainly done when it has returned."""
    if cut or frame.yields or isinstance(function.node, ast.AsyncFunctionDef):
        return Facts()
    return facts(frame) if isinstance(function.node, ast.Lambda) else left(frame)


def returned(
    ev: Interpreter, result: Result, function: Function, env: Mapping[str, Value], arguments: Arguments
) -> Value:
    """What a caller gets, in tokens of its own; what the call did happens to the caller's objects."""
    for (kind, token), event in result.done.events.items():
        known = actual_tokens(token, result.formals, env, result.start)
        root, path = token.path()
        name = result.formals.get(root)
        node = _place(function, name, arguments) if known else arguments.node
        kept = function.owner is not None and path != () and name == next(iter(env), None)
        by = event.by if kind == "donated" else function.name
        when = (arguments.node,) if event.when else ()
        here = Event(arguments.frame.module, node, by, event, arguments.frame.region, when, kept)
        for each in known:
            if kind == "used":
                accesses.needs(ev, each, node, arguments.frame, event)
            elif kind == "drawn":
                draws.draw(ev, each, node, arguments.frame, here)
            elif not ev.events.doubting[0]:
                note(arguments.frame, kind, each, here)
    formals = result.formals
    new = {t: Token() for t in result.shared if t not in formals or is_bare(env[formals[t]])}
    changed = {n: actual(v, result.formals, env, result.start, new) for n, v in result.changed.items()}
    changed |= {n: unassigned(changed[n], env[n], token) for token, n in result.formals.items() if n in changed}
    arguments.changed, arguments.cut = arguments.given(function.node.args, changed), result.cut
    value = actual(result.value, result.formals, env, result.start, new)
    assigned_in_call(result.formals, env)
    if result.cut:
        given_away(env.values())
    return value


def _place(function: Function, name: str | None, arguments: Arguments) -> ast.AST:
    """Where a call gives a parameter; the call, where that is not seen."""
    positions = signature(function.node.args).positions
    return arguments.node if name is None else arguments.expression(positions.get(name, -2), name)

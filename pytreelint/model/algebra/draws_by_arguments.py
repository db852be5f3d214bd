"""Calls that draw from a key where their arguments say so: alike for what is given alike.

for layer in layers:
    x = dropout(layer(x), key, train)  # the same mask for each layer, or none
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.model.algebra.draws import drawn_before, is_nothing, is_right, is_thrown_away, reused
from pytreelint.model.syntax.parameters import steady_parameters
from pytreelint.model.values.happenings import DrawnBy, DrawnIf
from pytreelint.model.values.sites import KeyReused
from pytreelint.model.values.states import Event, event_of, note
from pytreelint.model.values.value import Constant, Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter


def draw(
    ev: Interpreter,
    token: Token,
    by: DrawnBy,
    given: Mapping[str, Value],
    places: Mapping[str, ast.AST],
    frame: Frame,
    event: Event,
) -> None:
    """A call has drawn from a key, if what it was given for some parameters says so.

    Arguments:
        given: its arguments; places: where each of them stands in the call.
    """
    read = [_same(given.get(name), places.get(name), frame) for name in by.parameters]
    known = [each for each in read if each is not None]
    if len(known) < len(read) or is_nothing(ev, frame):
        return
    asks = DrawnIf(f"{event.innermost.module.name}\n{by.path}", True, tuple(known), None)
    same = event_of(frame, asks, token)
    before = same or drawn_before(frame, token)
    if before is None or (same is None and before.when):
        note(frame, asks, token, event)
    elif not is_right(ev, token, before, event, frame) and not is_thrown_away(before):
        reused(ev, token, KeyReused(frame.module, event.node, before, event, frame))


def _same(given: Value | None, place: ast.AST | None, frame: Frame) -> object:
    """What is equal for two calls that are given the same: an object, a constant, a parameter that nothing rebinds."""
    if given is None or isinstance(given, Container):
        return None  # it may have been filled since
    if given.token is not None or isinstance(given, Constant):
        return given.token or given
    is_steady = isinstance(place, ast.Name) and place.id in steady_parameters(frame.function)
    return place.id if is_steady and isinstance(place, ast.Name) else None

"""Loops that go through all items of a container: what they donate of each, or draw from, is the whole."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import SOME, Token
from pytreelint.model.values.states import Event, Facts, Kind, facts, note

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Step
    from pytreelint.model.values.value import Value


class GoneThrough:
    """A loop begins to go through a container, to its end."""

    __slots__ = ("_before", "_loop", "_parts", "_whole")

    def __init__(self, frame: Frame, source: Value, loop: ast.AST) -> None:
        self._before, self._loop, self._whole = facts(frame), loop, source.token
        self._parts = _parts(source.token)

    def ended(self, frame: Frame) -> None:
        """It has gone through all items. Where it has assigned some, others are there now.

        Where there is a key to draw from, the loop has run.
        """
        whole, before = self._whole, self._before
        if whole is None or whole.rewritten or facts(frame) is before or _parts(whole) != self._parts:
            return
        for kind, token, event in _used_up_since(before, facts(frame)):
            if token.parent is whole and token.step is not None and token.step[0] == SOME:
                if all(each is self._loop for each in event.when):
                    note(frame, kind, whole, replace(event, when=(), region=frame.region) if kind == "drawn" else event)


def _parts(token: Token | None) -> dict[Step, Token]:
    return dict(token.parts or {}) if token is not None else {}


def _used_up_since(before: Facts, now: Facts) -> list[tuple[Kind, Token, Event]]:
    return [
        (kind, token, event)
        for (kind, token), event in now.events.items()
        if kind in ("donated", "drawn") and (kind, token) not in before.events
    ]

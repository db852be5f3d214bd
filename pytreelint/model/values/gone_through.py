"""Loops that go through all items of a container: what they donate of each, or draw from, is the whole."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeGuard

from pytreelint.knowledge.record import replace
from pytreelint.model.values.happenings import Kind
from pytreelint.model.values.identity import PASS, SOME, Token, carried, plain, with_tokens
from pytreelint.model.values.key_ranges import RANGE, SOMEWHERE, numbered
from pytreelint.model.values.states import Event, Facts, facts
from pytreelint.model.values.value import Array, Container

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Step
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Value


Used = tuple[Kind, Token, Event]  # what was used up, and how
_SOME_FIRST = (RANGE, (0, SOMEWHERE))


class GoneThrough:
    """A loop begins to go through a container, to its end."""

    __slots__ = ("_before", "_beside", "_loop", "_parts", "_whole")

    def __init__(self, frame: Frame, source: Value, loop: ast.AST) -> None:
        self._before, self._loop, self._whole = facts(frame), loop, source.token
        self._parts, self._beside = _parts(source.token), _keys_beside(source)

    def ended(self, ev: Interpreter, frame: Frame) -> list[Used]:
        """It has gone through all items: what of each it has used up. Where it has assigned some, others are there now.

        Where there is a key to draw from, the loop has run.
        """
        whole, before, found = self._whole, self._before, list[Used]()
        if facts(frame) is before:
            return found
        is_whole = whole is not None and not whole.rewritten and _parts(whole) == self._parts
        for kind, token, event in _used_up_since(before, facts(frame)):
            holder, step = token.parent, token.step
            if holder is None or step is None or not all(each is self._loop for each in event.when):
                continue
            drawn = replace(event, when=(), region=frame.region) if kind == "drawn" else event
            if step[0] == SOME and is_whole and whole is not None and holder is whole:
                found.append((kind, holder, drawn))
            elif step[0] == SOME and holder in self._beside and kind == "drawn":
                found.append((kind, holder.part(_SOME_FIRST), drawn))
            elif step[0] == PASS and kind == "drawn" and (some := numbered(ev, self._loop, step, frame)) is not None:
                found.append((kind, holder.part(some), drawn))
        return found


def _keys_beside(source: Value) -> list[Token]:
    """The keys of which a loop takes one beside other things: `for i, key in enumerate(keys)`."""
    row = source.rest if isinstance(source, Container) and source.kind == "iterator" else None
    held = [item for item in row.items if isinstance(item, Array) and item.flavour == "key"] if _is_row(row) else []
    tokens = [item.token for item in held if item.token is not None]
    return [token.parent for token in tokens if token.parent is not None and token.step and token.step[0] == SOME]


def _is_row(row: Value | None) -> TypeGuard[Container]:
    return isinstance(row, Container) and row.kind == "tuple"


def item_of_each(value: Value, given: Value) -> Value:
    """What a transform hands to its function of what it goes through, part by part: some item of what it was given."""
    return with_tokens(carried(plain(value), given), lambda token: Token(token, (SOME, object())))


def handed_through(frame: Frame, before: Facts, start: int) -> list[Used]:
    """A transform has gone through what it was given: what its function has drawn from each item of is the whole.

    Arguments:
        before, start: what had happened before, and the serial behind those of the tokens by then.
    """
    found = list[Used]()
    for kind, token, event in _used_up_since(before, facts(frame)):
        if kind == "drawn" and token.serial >= start and token.parent is not None and not event.when:
            if token.step is not None and token.step[0] == SOME and token.parent.serial < start:
                found.append((kind, token.parent, event))
    return found


def _parts(token: Token | None) -> dict[Step, Token]:
    return dict(token.parts or {}) if token is not None else {}


def _used_up_since(before: Facts, now: Facts) -> list[tuple[Kind, Token, Event]]:
    return [
        (kind, token, event)
        for (kind, token), event in now.events.items()
        if kind in ("donated", "drawn") and (kind, token) not in before.events
    ]

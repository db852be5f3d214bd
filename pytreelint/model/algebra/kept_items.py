"""Lists that a loop fills with objects which it donates: what needs all items needs a deleted one.

history.append(state)
state = step(state)  # donates: `jnp.stack(history)` fails
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import SOME, Token, is_bare, tokens_in
from pytreelint.model.values.regions import innermost_loop
from pytreelint.model.values.states import Facts, HeldBy, event_at, event_in, facts, note, part_of_it, put

if TYPE_CHECKING:
    import ast

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.states import Event, Events
    from pytreelint.model.values.value import Value

_FILLED = (SOME, "filled")  # a list has this part as long as nothing but `append` has changed it


def about_to_grow(holder: Value, frame: Frame) -> None:
    """A list is about to get an item: what it was known to hold is not, if something else has changed it since."""
    token = holder.token
    if token is None or _FILLED in (token.parts or {}):
        return
    events = facts(frame).events
    if any(isinstance(kind, HeldBy) and kind.holder is token for kind, _ in events):
        kept = {k: e for k, e in events.items() if not (isinstance(k[0], HeldBy) and k[0].holder is token)}
        put(frame, Facts(kept))


def has_grown(holder: Value | None, item: Value, node: ast.AST, frame: Frame) -> None:
    """A list has got an item, after something was donated: in a loop that is not run item by item, or after it."""
    token = holder.token if holder is not None else None
    if token is None or not facts(frame).donates():
        return
    is_filled = any(isinstance(kind, HeldBy) and kind.holder is token for kind, _ in facts(frame).events)
    if not is_filled and (is_bare(item) or innermost_loop(frame.region) is None):
        return
    token.part(_FILLED)
    for each in tokens_in(item):
        note(frame, HeldBy(token), each, event_at(frame, node))
    events = facts(frame).events
    for (kind, held), since in [*events.items()]:
        if isinstance(kind, HeldBy) and kind.holder is token and (dead := _death(held, frame)) is not None:
            _is_deleted(token, dead, since, frame)


def deleted(token: Token, event: Event, frame: Frame) -> None:
    """An object is deleted, and with it an item of each list that holds it, a part of it or its whole."""
    around = set(token.holders())
    for (kind, held), since in [*facts(frame).events.items()]:
        if isinstance(kind, HeldBy) and (held in around or token in set(held.holders())):
            _is_deleted(kind.holder, event, since, frame)


def deleted_in(held: Value, events: Events) -> Event | None:
    """What has deleted items of a list that a loop has filled with them."""
    holder, items = held.token, set(tokens_in(held))
    for (kind, token), event in events.items():
        if kind == "donated" and (token in items or (holder is not None and token.is_part(holder))):
            return event
    return None


def _death(token: Token, frame: Frame) -> Event | None:
    found = event_in(facts(frame).events, "donated", token)
    part = part_of_it(frame, "donated", token) if found is None else None
    return part[1] if part is not None else found


def _is_deleted(holder: Token, event: Event, since: Event, frame: Frame) -> None:
    """An item of a list is deleted, which it may have got on one path only."""
    if _FILLED in (holder.parts or {}) and part_of_it(frame, "donated", holder) is None:
        event = replace(event, when=(*event.when, *since.when)) if since.when else event
        note(frame, "donated", holder.part((SOME, object())), event)

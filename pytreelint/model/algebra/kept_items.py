"""Lists that a loop fills with objects which it donates: what needs all items needs a deleted one.

history.append(state)
state = step(state)  # donates: `jnp.stack(history)` fails
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.loop_items import is_left_early, numbered_sequence
from pytreelint.model.values.happenings import HeldBy
from pytreelint.model.values.identity import SOME, Token, is_bare, stamped, tokens_in, with_tokens
from pytreelint.model.values.regions import chain, innermost_loop
from pytreelint.model.values.states import Facts, event_at, event_in, facts, note, part_of_it, put

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.states import Event, Events
    from pytreelint.model.values.value import Value

TAKEN = "taken"  # of an item that a loop takes, with the loop
_ITEM = (SOME, "deleted")  # an item, wherever it stands, that is deleted as a whole
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
        note(frame, HeldBy(token, each is item.token), each, event_at(frame, node))
    events = facts(frame).events
    for (kind, held), since in [*events.items()]:
        if isinstance(kind, HeldBy) and kind.holder is token:
            whole = event_in(facts(frame).events, "donated", held)
            part = part_of_it(frame, "donated", held) if whole is None else None
            if dead := whole or (part and part[1]):
                _is_deleted(token, dead, since, frame, whole=kind.whole and whole is not None)


def deleted(token: Token, event: Event, frame: Frame) -> None:
    """An object is deleted, and with it an item of each list that holds it, a part of it or its whole."""
    around = set(token.holders())
    for (kind, held), since in [*facts(frame).events.items()]:
        inside = isinstance(kind, HeldBy) and token in set(held.holders())
        if isinstance(kind, HeldBy) and (inside or held in around):
            _is_deleted(kind.holder, event, since, frame, whole=inside and kind.whole)


def deleted_in(held: Value, events: Events) -> Event | None:
    """What has deleted items of a list that a loop has filled with them."""
    holder, items = held.token, set(tokens_in(held))
    for (kind, token), event in events.items():
        if kind == "donated" and (token in items or (holder is not None and token.is_part(holder))):
            return event
    return None


def taken(value: Value, loop: ast.AST, frame: Frame) -> Value:
    """What a loop through all items of a list takes in one of its iterations: an item that is deleted, if there is one.

    What each iteration does with it, one does with a deleted item.
    """
    if is_bare(value) or not facts(frame).donates():
        return value
    return with_tokens(value, lambda token: _taken(token, loop, frame) or token)


def taken_by_number(item: Value, holder: Value, index: ast.expr, frame: Frame) -> Value:
    """The same of `history[i]` in `for i in range(len(history))`."""
    if holder.token is None or not isinstance(index, ast.Name) or not facts(frame).donates():
        return item
    for each in chain(frame.region):
        sequence = numbered_sequence(each.node, index.id) if each.kind == "loop" and each.frame is frame else None
        if isinstance(sequence, ast.Name):
            known = frame.find(sequence.id)
            is_whole = known is not None and known.token is holder.token and not is_left_early(each.node)
            return taken(item, each.node, frame) if is_whole else item
    return item


def _taken(token: Token, loop: ast.AST, frame: Frame) -> Token | None:
    holder, step = token.parent, token.step
    if holder is None or step is None or step[0] != SOME or _FILLED not in (holder.parts or {}):
        return None
    dead = (holder.parts or {}).get(_ITEM)
    known = dead is not None and ("donated", dead) in facts(frame).events
    return Token(dead, (TAKEN, loop)) if known else None


def gathered(items: Value, each: Value, loop: ast.AST, frame: Frame) -> Value:
    """The list of what a comprehension makes of each item: where that is a part of it, one of these is deleted, too."""
    token = each.token
    dead = event_in(facts(frame).events, "donated", token) if token is not None else None
    if token is None or dead is None or _loop_of(token) is not loop:
        return items
    made = stamped(items, items.token or Token())
    assert made.token is not None
    made.token.part(_FILLED)
    note(frame, "donated", made.token.part(_ITEM), dead)
    return made


def _loop_of(token: Token) -> object:
    """The loop that takes an item, or that of which it is a part; where it is one of several, that of one."""
    for each in token.holders():
        if each.step is not None and each.step[0] == TAKEN:
            return each.step[1]
        found = next((loop for loop in map(_loop_of, each.alternatives) if loop is not None), None)
        if found is not None:
            return found
    return None


def is_taken_surely(token: Token, frame: Frame, inner: Event | None) -> bool:
    """Whether an item that a loop takes is used in each of its iterations, and not in some; true of other objects.

    `inner`: the use in what is called.
    """
    loop = _loop_of(token)
    if loop is None:
        return True
    if frame.unsure or (inner is not None and inner.when):
        return False
    for each in chain(frame.region):
        if each.node is loop:
            return True
        if each.kind == "branch":
            return False
    return False  # behind the loop: its last item


def _is_deleted(holder: Token, event: Event, since: Event, frame: Frame, whole: bool) -> None:
    """An item of a list is deleted, which it may have got on one path only; `whole`: and not a part of it alone."""
    if _FILLED not in (holder.parts or {}):
        return
    event = replace(event, when=(*event.when, *since.when)) if since.when else event
    if part_of_it(frame, "donated", holder) is None:
        note(frame, "donated", holder.part((SOME, object())), event)
    if whole:
        note(frame, "donated", holder.part(_ITEM), event)

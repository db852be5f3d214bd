"""Keys that a function asks its library for, which takes them from the one that its caller gave.

net = haiku.transform(lambda x: haiku.dropout(haiku.next_rng_key(), 0.5, x))
net.apply(params, rng, x)  # draws from `rng`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.pure_pairs import KEYS_ASKED_FOR
from pytreelint.model.algebra import draws
from pytreelint.model.values.identity import Token
from pytreelint.model.values.states import Facts, event_at, facts, note, put

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Value

_OUTER = Token()  # what a caller gave, whoever that is


def asked(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A library's function gives a key out of the one that a caller gave."""
    if name in KEYS_ASKED_FOR and not ev.events.doubting[0]:
        note(arguments.frame, "keyed", _OUTER, event_at(arguments.frame, arguments.node, name))


def given(ev: Interpreter, key: Value, arguments: Arguments) -> None:
    """A function has run with this key for those that it asks for."""
    frame = arguments.frame
    events = facts(frame).events
    event = events.get(("keyed", _OUTER))
    if event is None:
        return
    put(frame, Facts({each: e for each, e in events.items() if each != ("keyed", _OUTER)}))
    if key.token is not None and draws.may_be_key(key) and not event.when:
        node = arguments.expression(0)
        draws.draw(ev, key.token, node, frame, event_at(frame, node, event.by, event))

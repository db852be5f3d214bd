"""Keys that a new state keeps although something has drawn from them, where its class's users draw from that field.

def reset(key):
    where = jax.random.uniform(key, (2,))
    return State(where, key=key)  # `step` splits `state.key`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pytreelint.model.algebra import draws
from pytreelint.model.values.kept import KeptKey
from pytreelint.model.values.sites import KeyReused
from pytreelint.model.values.states import event_at
from pytreelint.model.values.value import Array, Container, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.memory import Result
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.states import Event


def noted(ev: Interpreter, result: Result, frame: Frame, given: Mapping[str, Value]) -> None:
    """Notes which fields of its parameters a call certainly draws from, and which drawn keys the states keep that it
    makes.

    Arguments:
        result: what it has certainly done, and what it gives; given: its parameters.
    """
    drawn = {token: event for (kind, token), event in result.done.events.items() if kind == "drawn" and not event.when}
    if not drawn or ev.events.doubting[0]:
        return
    instances = [value for value in given.values() if isinstance(value, Object)]
    for token, event in drawn.items():
        root, path = token.path()
        for value in instances:
            if root is value.token and len(path) == 1 and path[0][0] == ".":
                ev.events.field_draws.setdefault((value.cls, str(path[0][1])), event)
    known = {value.cls for value in instances}
    for state in states(result.value):
        if isinstance(state, Object) and state.cls not in known:
            ev.events.kept_keys += _kept(state, drawn, frame)


def _kept(state: Object, drawn: Mapping[Token, Event], frame: Frame) -> Iterator[KeptKey]:
    for name, held in state.fields:
        token, why = held.token, held.why
        if isinstance(held, (Array, Unknown)) and token is not None and token in drawn and why is not None:
            if why.module is frame.module:
                yield KeptKey(state.cls, name, token, drawn[token], why.node, frame)


def states(value: Value) -> tuple[Value, ...]:
    """What a function gives, or each of several things."""
    return value.items if isinstance(value, Container) and value.kind == "tuple" else (value,)


def told(ev: Interpreter) -> None:
    """Emits the keys that were kept, in whose field something was seen to draw."""
    for each in ev.events.kept_keys:
        again = ev.events.field_draws.get((each.cls, each.field))
        if again is not None and not draws.are_halves(each.drawn.innermost, again.innermost):
            event = event_at(each.frame, each.node, again.by, again)
            draws.reused(ev, each.token, KeyReused(each.frame.module, each.node, each.drawn, event, each.frame))

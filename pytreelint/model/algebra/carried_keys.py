"""Keys that go on: from one iteration to the next, out of a compiled function, in what a call leaves to later ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import SPLITTER
from pytreelint.model.algebra import draws, kept_keys
from pytreelint.model.algebra.draws import reused
from pytreelint.model.algebra.split_keys import is_taken
from pytreelint.model.values.identity import is_bare, resolved, tokens_in
from pytreelint.model.values.sites import KeyReused
from pytreelint.model.values.states import Facts, facts
from pytreelint.model.values.value import Array, Container, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.memory import Result
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.states import Event


def keys_made(given: Value, arguments: Iterable[Value]) -> frozenset[Token]:
    """The keys that a compiled function has made and gives back: other arrays, and the keys that they were inside."""
    taken = {token for value in arguments for token in tokens_in(value)}
    return frozenset(token for token in _keys_in(given) if taken.isdisjoint(token.holders()))


def _keys_in(value: Value) -> Iterator[Token]:
    if isinstance(value, Array) and value.flavour == "key" and value.token is not None:
        yield value.token
    elif isinstance(value, (Container, Object)) and not is_bare(value):
        for part in value.items if isinstance(value, Container) else (held for _, held in value.fields):
            yield from _keys_in(part)


def keys_handed_through(given: Value, frame: Frame) -> frozenset[Token]:
    """The keys that a compiled function was given, has drawn from, and gives back: the same numbers in a new array.

    What is donated besides is deleted, other than what comes back.
    """
    events = facts(frame).events
    used = {token for kind, token in events if kind == "drawn"}
    return frozenset(each for each in tokens_in(given) if each in used and ("donated", each) not in events)


def begun_with(ev: Interpreter, before: Facts, frame: Frame, carry: Value, given: Value) -> None:
    """A body draws from a key of its carry: the first iteration does from the one that the loop begins with.

    Arguments:
        before: what had happened before it; carry: what the body was given; given: what the loop was given for it.
    """
    for (kind, token), event in facts(frame).events.items():
        root, path = token.path()
        if kind == "drawn" and root is carry.token and (kind, token) not in before.events and not event.when:
            for each in resolved(given, path):
                draws.draw(ev, each, event.node, frame, event)


def handed_on(ev: Interpreter, before: Facts, frame: Frame, carry: Value, left: Value) -> None:
    """A body draws from a key of its carry, and returns for the next iteration one that it has drawn from.

    Arguments:
        before: what had happened before the first one; carry: what the body was given; left: what it returned.
    """
    for token, event, _, drawn in _both_drawn(facts(frame), carry, left):
        if ("drawn", token) not in before.events and not (drawn.when and drawn is not event):
            _again(ev, token, event.inner or event, drawn.inner or drawn, frame, carried=True)


def left_used(ev: Interpreter, result: Result, frame: Frame, given: Mapping[str, Value]) -> None:
    """A function leaves for later a key that it has drawn from: in what it was given, or in the state that it returns.

    self.key, used = jax.random.split(self.key)
    return jax.random.normal(self.key, shape)  # and not `used`

    Arguments:
        result: what it has certainly done and changed, and what it gives; given: its parameters.
    """
    kept_keys.noted(ev, result, frame, given)
    left = [(given[name], value) for name, value in result.changed.items() if name in given]
    states = [state for state in kept_keys.states(result.value) if isinstance(state, Object)]
    if states:
        left += [(each, state) for each in given.values() for state in states if _is_next(each, state)]
    for before, after in left:
        for token, event, kept, drawn in _both_drawn(result.done, before, after):
            is_kept = kept is token and not any(after is value for value in result.changed.values())
            is_split = kept is not token and event.innermost.by == SPLITTER and not drawn.when
            # who takes one key by its number leaves the others for somebody else
            if token is not before.token and (is_kept or is_split) and not is_taken(token):
                _again(ev, token, event, drawn, frame)
                ev.events.reused.setdefault(event.node, event.node)


def _is_next(before: Value, after: Value) -> bool:
    """Whether a function has made another instance of the class of one that it was given."""
    alike = isinstance(before, Object) and isinstance(after, Object) and before.cls is after.cls
    return alike and after.token is not before.token


def _both_drawn(done: Facts, given: Value, left: Value) -> Iterator[tuple[Token, Event, Token, Event]]:
    """The keys of a tree that were drawn from, with those that stand in their place afterwards and were, too."""
    for (kind, token), event in done.events.items():
        root, path = token.path()
        if kind != "drawn" or event.when or root is not given.token:
            continue
        found = resolved(left, path)
        drawn = done.events.get((kind, found[0])) if len(found) == 1 else None
        if drawn is not None:
            yield token, event, found[0], drawn


def _again(ev: Interpreter, token: Token, split: Event, earlier: Event, frame: Frame, carried: bool = False) -> None:
    """Emits that a key is drawn from where the next iteration, or call, begins."""
    reused(ev, token, KeyReused(split.module, split.node, earlier, split, frame), carried)

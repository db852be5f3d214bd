"""What has the structure, shapes and dtypes of another object, and new arrays: it takes a donated buffer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import CARRIERS, Token, is_formal, stamped, with_tokens
from pytreelint.model.values.value import Container, Value

_V = TypeVar("_V", bound=Value)


def updated(value: _V, *of: Token | None) -> _V:
    """A value with the structure, shapes and dtypes of other objects, whose arrays it has anew."""
    if type(value) not in CARRIERS:
        return value
    if not any(of):
        return value
    updates = frozenset[Token]().union(*(_sources(token) for token in of if token is not None))
    return stamped(value, Token(updates=updates)) if updates else value


def updated_by_all(value: _V, ways: Sequence[Value]) -> _V:
    """A value that one of several ways gives: it has the shapes of what all of them have anew, or hand on."""
    if type(value) not in CARRIERS:
        return value
    if isinstance(value, Container) and value.rest is None and all(_is_alike(value, way) for way in ways):
        columns = zip(*(way.items for way in ways if isinstance(way, Container)), strict=True)
        items = tuple(updated_by_all(item, each) for item, each in zip(value.items, columns, strict=True))
        value = stamped(replace(value, items=items), value.token)
    sources = [_sources(way.token) if way.token is not None else frozenset[Token]() for way in ways]
    updates = frozenset[Token].intersection(*sources)
    return stamped(value, Token(updates=updates)) if updates else value


def _is_alike(value: Container, other: Value) -> bool:
    return isinstance(other, Container) and other.rest is None and len(other.items) == len(value.items)


def _sources(token: Token) -> frozenset[Token]:
    """What an object is, or has anew, of the parameters of the call that is being followed."""
    return token.updates | {token} if is_formal(token) else token.updates


def renewed(value: Value, kept: Collection[Token] = ()) -> Value:
    """A tree whose arrays are all new, but for those that are `kept`."""
    return with_tokens(
        value, lambda each: each if each in kept else Token(updates=k) if (k := _sources(each)) else None
    )

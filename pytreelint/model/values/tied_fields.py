"""Fields of an instance that hold one object: `self.average = self.params`. A call that is given the instance sees it.

What a parameter holds has no tokens of its own inside, so that calls are remembered by equal arguments; which fields
are one object is a part of what a call is remembered by.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytreelint.model.values.identity import Token, stamped
from pytreelint.model.values.value import Object, Value

Tied = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def tied_fields(env: Mapping[str, Value]) -> Tied:
    """Returns, by parameter, the fields that hold the object of an earlier field, and that one."""
    found = []
    for name, value in env.items():
        if type(value) is Object and value.token is not None and (pairs := _pairs(value, value.token)):
            found.append((name, pairs))
    return tuple(found)


def _pairs(value: Object, token: Token) -> tuple[tuple[str, str], ...]:
    first: dict[Token, str] = {}
    pairs = []
    for name, held in value.fields:
        own = held.token or (token.parts.get((".", name)) if token.parts is not None else None)
        if own is None or own.alternatives:
            continue
        if own in first:
            pairs.append((name, first[own]))
        first.setdefault(own, name)
    return tuple(pairs)


def with_tied(inside: dict[str, Value], tied: Tied) -> None:
    """Gives the parameters of a call, which have formal tokens, one token for fields that hold one object."""
    for name, pairs in tied:
        value = inside[name]
        if isinstance(value, Object) and value.token is not None:
            for field, earlier in pairs:
                held = value.get(field)
                if held is not None:
                    value = stamped(value.put(field, stamped(held, value.token.part((".", earlier)))), value.token)
            inside[name] = value

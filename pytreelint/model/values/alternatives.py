"""Objects after paths meet: one of those that a value was on each of them."""

from __future__ import annotations

from pytreelint.model.values.identity import CARRIERS, Token, plain, stamped
from pytreelint.model.values.value import NONE, Value

MOST_ALTERNATIVES = 3  # of a token after joins; more are as good as none


def joined(first: Value, second: Value, both: Value) -> Value:
    """What two values have in common: with a token that is one of theirs, and without any in its parts."""
    value = plain(both)
    if first.token is second.token:
        return stamped(value, first.token) if first.token is not None else value
    if first.token is None or second.token is None:
        return value
    alternatives = tuple(dict.fromkeys((*_alternatives(first.token), *_alternatives(second.token))))
    if len(alternatives) > MOST_ALTERNATIVES:
        return value
    return stamped(value, Token(alternatives=alternatives, updates=first.token.updates & second.token.updates))


def either(first: Value, second: Value, both: Value) -> Token | None:
    """The token of what is one of two objects on the paths that meet; None on one of them is no object."""
    if both.token is not None or type(both) not in CARRIERS:
        return both.token
    one, two = first.token, second.token
    if one is two or (two is None and second == NONE):
        return one
    if one is None or two is None:
        return two if one is None and first == NONE else None
    alternatives = tuple(dict.fromkeys((*_alternatives(one), *_alternatives(two))))
    return Token(
        alternatives=alternatives if len(alternatives) <= MOST_ALTERNATIVES else (), updates=one.updates & two.updates
    )


def _alternatives(token: Token) -> tuple[Token, ...]:
    return token.alternatives or (token,)

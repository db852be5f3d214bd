"""Objects after paths meet: one of those that a value was on each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import CARRIERS, Token, is_bare, known_as, plain, restamped
from pytreelint.model.values.value import NONE, Container, Object, Union, Value

# Of a token after joins; more are as good as none, and a change of one of them is not seen in the others. Each costs a
# look at each change in place.
MOST_ALTERNATIVES = 8


def joined(first: Value, second: Value, both: Value) -> Value:
    """What two equal values have in common: tokens that are one of theirs."""
    if is_bare(first) or is_bare(second):
        return plain(both)
    token = first.token if first.token is second.token else one_of((first.token, second.token))
    return restamped(_parts(first, second, both), token)


def _parts(first: Value, second: Value, both: Value) -> Value:
    if isinstance(both, Container) and isinstance(first, Container) and isinstance(second, Container):
        items = map(joined, first.items, second.items, both.items)
        rest = both.rest
        if rest is not None and first.rest is not None and second.rest is not None:
            rest = joined(first.rest, second.rest, rest)
        return known_as(replace(both, items=tuple(items), rest=rest), both)
    if isinstance(both, Object) and isinstance(first, Object) and isinstance(second, Object):
        held = zip(first.fields, second.fields, both.fields, strict=True)
        return known_as(replace(both, fields=tuple((n, joined(a, b, c)) for (_, a), (_, b), (n, c) in held)), both)
    return plain(both)


def part_of_each(name: str, held: Value, wholes: Sequence[Object]) -> Value:
    """What a field holds of instances that differ in another one: still the object that is in one of theirs.

    state = state.replace(step=0) if resume else state  # `state.params` is one object
    """
    if held.token is not None or type(held) not in CARRIERS:
        return held
    tokens: list[Token | None] = []
    for whole in wholes:
        part = whole.get(name)
        own = part.token if part is not None else None
        tokens.append(own or (whole.token.part((".", name)) if part is not None and whole.token is not None else None))
    found = one_of(tokens)
    return held if found is None else restamped(held, found)


def one_of(tokens: Iterable[Token | None]) -> Token | None:
    """The token of what is one of several objects; None where one of them is not known."""
    options = list(dict.fromkeys(tokens))
    if len(options) == 1 or None in options:
        return options[0] if len(options) == 1 else None
    known = [token for token in options if token is not None]
    alternatives = tuple(dict.fromkeys(each for token in known for each in token.alternatives or (token,)))
    if len(alternatives) > MOST_ALTERNATIVES:
        return None
    return Token(alternatives=alternatives, updates=frozenset.intersection(*(token.updates for token in known)))


def either(first: Value, second: Value, both: Value) -> Token | None:
    """The token of what is one of two objects on the paths that meet; None on one of them is no object."""
    if both.token is not None or type(both) not in CARRIERS:
        return both.token
    one, two = first.token, second.token
    if one is two or (two is None and second == NONE):
        return one
    if one is None and first == NONE:
        return two
    return None if one is None or two is None else one_of((one, two)) or Token()


def with_choice(value: Union, choice: object) -> Union:
    """A value of which it is noted what chooses between its alternatives: the same object as before."""
    return restamped(replace(value, choice=choice), value.token)

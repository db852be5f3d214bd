"""The tokens of a call's parameters, and what they are to its caller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pytreelint.model.values.identity import (
    CARRIERS,
    EACH,
    HOLDERS,
    Renamed,
    Token,
    each_of,
    is_bare,
    is_formal,
    part_at,
    plain,
    resolved,
    stamped,
    with_tokens,
)
from pytreelint.model.values.value import Array, Container, Object, Value

_DEPTH = 5  # how far into a tree that a call deletes its arrays are looked for


def formals(env: Mapping[str, Value]) -> tuple[dict[str, Value], dict[Token, str]]:
    """The parameters of a call with formal tokens, and these by name."""
    given: dict[str, Value] = {}
    tokens: dict[Token, str] = {}
    for name, value in env.items():
        if type(value) in CARRIERS:
            token = Token(None, None, name)
            tokens[token] = name
            value = stamped(plain(value) if type(value) in HOLDERS else value, token)
        given[name] = value
    return given, tokens


def actual(value: Value, tokens: Mapping[Token, str], env: Mapping[str, Value], start: int, new: Renamed) -> Value:
    """A result of a call, with the tokens of its arguments; what the call has made is without, unless it is shared.

    Arguments:
        tokens: the formal tokens, by parameter; `env`: what the parameters were given; `start`: when the call began.
        new: the tokens that shared objects have in this call.
    """

    def translated(token: Token) -> Token | None:
        return new[token] if token in new else _outside(token, tokens, env, start)

    return value if is_bare(value) else with_tokens(value, translated)


def actual_tokens(token: Token, tokens: Mapping[Token, str], env: Mapping[str, Value], start: int) -> list[Token]:
    """What a token of a call is to its caller: of a tree that has none as a whole, all of its parts."""
    root, path = token.path()
    if (name := tokens.get(root)) is not None:
        return resolved(env[name], path)
    return [token] if root.serial < start and not token.alternatives else []


def arrays_apart(token: Token, tokens: Mapping[Token, str], env: Mapping[str, Value]) -> list[Token]:
    """The arrays in an object of the caller's that have tokens of their own: they are deleted with it."""
    root, path = token.path()
    held = part_at(env[tokens[root]], path)[1] if root in tokens else None
    return list(_arrays(held)) if held is not None and not is_bare(held) else []


def _arrays(value: Value, depth: int = 0) -> Iterator[Token]:
    if isinstance(value, Array) and value.token is not None and value.flavour in ("jax", "key"):
        yield value.token
    parts: tuple[Value, ...] = value.items if isinstance(value, Container) else ()
    parts += tuple([held for _, held in value.fields]) if isinstance(value, Object) else ()
    for part in parts if depth < _DEPTH else ():
        yield from _arrays(part, depth + 1)


def _outside(token: Token, tokens: Mapping[Token, str], env: Mapping[str, Value], start: int) -> Token | None:
    if token.alternatives:
        options = [actual_tokens(each, tokens, env, start) for each in token.alternatives]
        one_of = tuple(each[0] if len(each) == 1 else Token() for each in options)
        return Token(alternatives=one_of, updates=_updates(token, tokens, env, start))
    if (one := each_of(token)) is not None:
        other = _outside(one, tokens, env, start)
        return Token(None, (EACH, other)) if other is not None else None
    root, path = token.path()
    name = tokens.get(root)
    known = actual_tokens(token, tokens, env, start)
    if name is not None and known and part_at(env[name], path)[0] is None:
        return Token(updates=frozenset(known))  # of a tree that has none as a whole, its parts
    if known:
        return known[0]
    updates = _updates(token, tokens, env, start)
    return Token(updates=updates) if updates else None


def _updates(token: Token, tokens: Mapping[Token, str], env: Mapping[str, Value], start: int) -> frozenset[Token]:
    """What an object has anew: of the caller's objects, and of its own parameters that these have anew."""
    own = [each for source in token.updates for each in actual_tokens(source, tokens, env, start)]
    return frozenset(own).union(*(filter(is_formal, each.updates) for each in own if each.updates))

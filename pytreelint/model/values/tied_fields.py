"""Parts of a parameter that are one object: `self.average = self.params`. A call that is given the whole sees it.

What a parameter holds has no tokens of its own inside, so that calls are remembered by equal arguments; which parts
are one object, or a part of which other one (`self.start = self.state["w"]`), is a part of what a call is remembered
by.
"""

from __future__ import annotations

from collections.abc import Mapping

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import CARRIERS, WITH_PARTS, Step, Token, parts_are_bare, stamped
from pytreelint.model.values.parts import steps_of
from pytreelint.model.values.value import Container, Object, Value

Path = tuple[Step, ...]
Tied = tuple[tuple[str, tuple[tuple[Path, Path], ...]], ...]
_DEPTH = 4  # a field, and a part of it: an array of the parameters of a state
_MOST = 32  # items of one container that are looked at: more are the layers of a model, each its own
_PARTS = 256  # parts of one argument that are looked at


def tied_fields(env: Mapping[str, Value]) -> Tied:
    """Returns, by parameter, the parts that are the object of an earlier part, and that one."""
    found = []
    for name, value in env.items():
        if type(value) in WITH_PARTS and value.token is not None and not parts_are_bare(value):
            pairs = _pairs(value, value.token)
            found += [(name, pairs)] if pairs else []
    return tuple(found)


def _pairs(value: Value, token: Token) -> tuple[tuple[Path, Path], ...]:
    first: dict[Token, Path] = {}
    pairs = []
    found: list[tuple[Path, Token]] = []
    _add_parts(found, value, token, ())
    for path, own in found[:_PARTS]:
        known = _known(own, first)
        if known is not None and known != path:
            pairs.append((path, known))
        first.setdefault(own, path)
    return tuple(pairs)


def _add_parts(found: list[tuple[Path, Token]], value: Value, token: Token | None, above: Path) -> None:
    """Adds the parts of a value that are known as objects."""
    known = token.parts if token is not None else None
    goes_on = len(above) + 1 < _DEPTH and len(found) < _PARTS
    for step, held in _steps(value):
        own = held.token or (known.get(step) if known is not None else None)
        if own is not None and not own.alternatives:
            found.append(((*above, step), own))
        if goes_on and type(held) in WITH_PARTS:
            _add_parts(found, held, own, (*above, step))


def _steps(value: Value) -> list[tuple[Step, Value]]:
    return [] if isinstance(value, Container) and len(value.items) >= _MOST else steps_of(value)


def _known(token: Token, first: Mapping[Token, Path]) -> Path | None:
    """Where an object stands already, or was taken from."""
    steps: Path = ()
    for each in token.holders():
        if each in first:
            return (*first[each], *steps) if not steps or token.is_part(each) else None
        if each.step is not None:
            steps = (each.step, *steps)
    return None


def with_tied(inside: dict[str, Value], tied: Tied) -> None:
    """Gives the parameters of a call, which have formal tokens, one token for parts that are one object."""
    for name, pairs in tied:
        value = inside[name]
        if value.token is None:
            continue
        tokens: dict[Path, Token] = {}
        for path, earlier in pairs:
            token = value.token
            for step in earlier:
                token = token.part(step)
            tokens[earlier] = tokens[path] = token
        inside[name] = _stamped_at(value, tokens)


def _stamped_at(value: Value, tokens: Mapping[Path, Token]) -> Value:
    """A value with tokens on some of its parts."""
    own = tokens.get(()) if type(value) in CARRIERS else None
    inner: dict[Step, dict[Path, Token]] = {}
    for path, token in tokens.items():
        if path:
            inner.setdefault(path[0], {})[path[1:]] = token
    if not inner:
        return stamped(value, own) if own is not None else value
    parts = [_stamped_at(held, inner[step]) if step in inner else held for step, held in _steps(value)]
    whole: Value = value
    if isinstance(value, Object):
        names = [name for name, _ in value.fields]
        whole = replace(value, fields=tuple(zip(names, parts, strict=True)))
    elif isinstance(value, Container):
        whole = replace(value, items=tuple(parts))
    return stamped(whole, own or value.token)

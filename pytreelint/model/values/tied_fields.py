"""Parts of a parameter that are one object: `self.average = self.params`. A call that is given the whole sees it.

What a parameter holds has no tokens of its own inside, so that calls are remembered by equal arguments; which parts
are one object, or a part of which other one (`self.start = self.state["w"]`), is a part of what a call is remembered
by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import CARRIERS, WITH_PARTS, Step, Token, part_of, parts_are_bare, stamped
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
    for path, own in islice(_parts(value, token), _PARTS):
        known = _known(own, first)
        if known is not None and known != path:
            pairs.append((path, known))
        first.setdefault(own, path)
    return tuple(pairs)


def _parts(value: Value, token: Token | None, above: Path = ()) -> Iterator[tuple[Path, Token]]:
    """The parts of a value that are known as objects."""
    known = token.parts if token is not None else None
    for step, held in _steps(value):
        own = held.token or (known.get(step) if known is not None else None)
        if own is not None and not own.alternatives:
            yield (*above, step), own
        if len(above) + 1 < _DEPTH and type(held) in WITH_PARTS:
            yield from _parts(held, own, (*above, step))


def _steps(value: Value) -> Iterator[tuple[Step, Value]]:
    if isinstance(value, Object):
        yield from (((".", name), held) for name, held in value.fields)
    elif isinstance(value, Container) and len(value.items) < _MOST:
        steps = value.keys if value.kind == "dict" else range(len(value.items))
        yield from ((("[]", step), held) for step, held in zip(steps, value.items, strict=True))


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
        whole = value.token
        for path, earlier in pairs if whole is not None else ():
            token = whole
            for step in earlier:
                token = token.part(step) if token is not None else None
            value = _stamped_at(_stamped_at(value, earlier, token), path, token)
        inside[name] = value


def _stamped_at(value: Value, path: Path, token: Token | None) -> Value:
    """A value with a token on one of its parts."""
    if not path:
        return stamped(value, token) if type(value) in CARRIERS else value
    held = part_of(value, path[0])
    new = _stamped_at(held, path[1:], token) if held is not None else None
    if new is None:
        return value
    if isinstance(value, Object):
        return stamped(value.put(str(path[0][1]), new), value.token)
    assert isinstance(value, Container)
    at = value.keys.index(path[0][1]) if value.kind == "dict" else path[0][1]
    items = (new if index == at else item for index, item in enumerate(value.items))
    return stamped(replace(value, items=tuple(items)), value.token)

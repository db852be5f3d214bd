"""What calls make and what equals itself alone: another one at each call, which knows the region of its own call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import is_formal, known_as, restamped
from pytreelint.model.values.value import Container, Function, Object, Optimizer, Partial, Transformed, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region

_LEVELS = 2  # how far into a result what was made is looked for; of what is deeper, the region is not known
_GIVEN_LEVELS = 4
_EQUAL_ITSELF = frozenset([Object, Optimizer, Partial, Transformed])


def note_made(
    ev: Interpreter, value: Value, changed: Mapping[str, Value], frame: Frame, given: Mapping[str, Value]
) -> Region | None:
    """Returns the region of a call that gives, or leaves in its parameters, what it made: see `as_made_in`.

    None: there is nothing of that kind, or it belongs to this very call, which counts as a making then: a function
    knows the names around it; and what was made may have been given, where that is of the same region.

    Arguments:
        value: what the call gives; changed: what it leaves in its parameters; given: its arguments.
    """
    made = [*_made([value], frame, _LEVELS), *_made_inside(changed.values(), frame, _LEVELS)]
    if not made:
        return None
    alone = any(type(each) is Function or _compiles(each) for each in made)
    perhaps = not alone and any(each.token is None for each in made)
    if alone or (perhaps and _holds_of(frame.region, given.values(), _GIVEN_LEVELS)):
        ev.memory.makings += 1
        return None
    return frame.region


def _made(values: Iterable[Value], frame: Frame, levels: int) -> Iterator[Value]:
    """What a call has made that equals itself alone, in its results."""
    for value in values:
        kind = type(value)
        if kind is Function:
            assert isinstance(value, Function)
            if value.closure is not None and frame in (value.closure, value.closure.parent):  # there: with its defaults
                yield value
        elif kind in _EQUAL_ITSELF:
            if _is_made_in(value, frame) and not (value.token is not None and is_formal(value.token)):
                yield value
        if levels and (kind is Object or kind is Container):
            yield from _made_inside([value], frame, levels)


def _made_inside(values: Iterable[Value], frame: Frame, levels: int) -> Iterator[Value]:
    """The same of what stands in values; what a parameter holds is no new object, whatever has become of it."""
    for value in values:
        if type(value) is Object:
            yield from _made([held for _, held in value.fields], frame, levels - 1)
        elif type(value) is Container:
            yield from _made(value.items, frame, levels - 1)


def _is_made_in(value: Value, frame: Frame) -> bool:
    assert isinstance(value, (Object, Optimizer, Partial, Transformed))
    region = value.created_in
    if region is None or (isinstance(value, Object) and value.cls.pytree != "no"):
        return False
    return region is frame.region or region.frame is frame


def _compiles(value: Value) -> bool:
    """Whether a wrapper is asked for the frame in which it was made, and its callers."""
    return isinstance(value, Transformed) and value.transform.cached_by != ""


def _holds_of(region: Region | None, values: Iterable[Value], levels: int) -> bool:
    """Whether something in a tree was created in a region."""
    for value in values:
        if getattr(value, "created_in", None) is region:
            return True
        if levels and isinstance(value, Object):
            if _holds_of(region, [held for _, held in value.fields], levels - 1):
                return True
        elif levels and isinstance(value, Container) and _holds_of(region, value.items, levels - 1):
            return True
    return False


def as_made_in(now: Region | None, value: Value, made_in: Region, levels: int = _LEVELS) -> Value:
    """A result of a call in `made_in`, as one in the region `now` gives it: what it has made, it has made there."""
    kind = type(value)
    copy = value
    if kind is Container and levels:
        assert isinstance(value, Container)
        items = tuple(as_made_in(now, item, made_in, levels - 1) for item in value.items)
        if any(new is not old for new, old in zip(items, value.items, strict=True)):
            copy = replace(value, items=items)
    elif kind in _EQUAL_ITSELF:
        assert isinstance(value, (Object, Optimizer, Partial, Transformed))
        region = _moved(value.created_in, made_in, now)
        if region is not value.created_in:
            copy = replace(value, created_in=region)
        if levels and isinstance(copy, Object):
            fields = tuple((name, as_made_in(now, held, made_in, levels - 1)) for name, held in copy.fields)
            if any(new[1] is not old[1] for new, old in zip(fields, copy.fields, strict=True)):
                copy = replace(copy, fields=fields)
    return value if copy is value else restamped(known_as(copy, value), value.token)


def _moved(region: Region | None, before: Region, now: Region | None) -> Region | None:
    """A region in which another one around it takes the place of `before`."""
    if region is None or region is before:
        return now if region is before else None
    outer = _moved(region.outer, before, now)
    inside = _moved(region.inside, before, now)
    return region if outer is region.outer and inside is region.inside else replace(region, outer=outer, inside=inside)


def of_arguments(values: dict[str, Value], env: Mapping[str, Value]) -> dict[str, Value]:
    """Parameters as a call leaves them, each with the region in which its argument was created."""
    told = values
    for name, value in values.items():
        if type(value) is Object:
            assert isinstance(value, Object)
            region = getattr(env[name], "created_in", None)
            if region is not value.created_in:
                told = dict(values) if told is values else told
                told[name] = restamped(known_as(replace(value, created_in=region), value), value.token)
    return told

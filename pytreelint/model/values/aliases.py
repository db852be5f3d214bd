"""Other names for what was changed in place: what they hold is no longer known."""

from __future__ import annotations

from collections.abc import Iterator

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Container, Object, Unknown, Value

_DEPTH = 4
_CHANGEABLE = frozenset([Container, Object])
_CHANGED = Unknown("changed under another name")


def forget(frame: Frame, name: str, before: Value | None, after: Value) -> None:
    """Makes other names of an object unknown after it changed in place as `name`, here and in outer functions."""
    gone = {mark for old in _altered(before, after) if (mark := _mark(old)) is not None}
    each: Frame | None = frame if gone else None
    while each is not None:
        for other, held in (each.env or {}).items():
            if other != name and isinstance(held, (Container, Object)):
                assert each.env is not None
                each.env[other] = _without(held, gone)
        each = each.parent


def _altered(before: Value | None, after: Value, depth: int = 0) -> Iterator[Value]:
    """Returns the objects on the way from a value to the part of it that changed."""
    if before is None or before is after or depth > _DEPTH:
        return
    mark = _mark(before)
    if mark is None or mark == _mark(after):
        return
    yield before
    if isinstance(before, Object) and isinstance(after, Object):
        left = dict(after.fields)
        for name, value in before.fields:
            if isinstance(value, (Container, Object)) and name in left and not _is_other(left[name], value, before):
                yield from _altered(value, left[name], depth + 1)
    elif isinstance(before, Container) and isinstance(after, Container) and len(before.items) == len(after.items):
        for old, new in zip(before.items, after.items, strict=True):
            if old is not new and not _is_other(new, old, before):
                yield from _altered(old, new, depth + 1)


def _is_other(new: Value, old: Value, holder: Value) -> bool:
    """Whether a part was assigned another object, so that the old one is as it was."""
    token = new.token
    return token is not None and token is not old.token and (holder.token is None or token.parent is not holder.token)


def _mark(value: Value) -> int | None:
    """Returns a mark that two names for one object share, without the evidence, which may differ."""
    if isinstance(value, Object):
        return id(value.fields) if value.fields else None
    if isinstance(value, Container) and value.kind in ("list", "dict", "set"):
        return id(value.items) if value.items else id(value.rest) if value.rest is not None else None
    return None


def _without(value: Value, gone: set[int], depth: int = 0) -> Value:
    if _mark(value) in gone:
        return replace(_CHANGED, why=value.why)
    if depth > _DEPTH:
        return value
    if isinstance(value, Container):
        if _CHANGEABLE.isdisjoint(map(type, value.items)) and type(value.rest) not in _CHANGEABLE:
            return value  # most are, and large ones: tables
        items = tuple(_without(item, gone, depth + 1) for item in value.items)
        rest = _without(value.rest, gone, depth + 1) if value.rest is not None else None
        same = rest is value.rest and all(new is old for new, old in zip(items, value.items, strict=True))
        return value if same else replace(value, items=items, rest=rest)
    if isinstance(value, Object):
        fields = tuple((name, _without(item, gone, depth + 1)) for name, item in value.fields)
        same = all(new[1] is old[1] for new, old in zip(fields, value.fields, strict=True))
        return value if same else replace(value, fields=fields)
    return value

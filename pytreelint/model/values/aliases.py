"""Other names for what was changed in place: they hold the changed object, or nothing that is known."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import TypeVar

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame, changed_by_closure
from pytreelint.model.values.identity import Inside, Step, Token, restamped
from pytreelint.model.values.occurring import every
from pytreelint.model.values.reassigned import assigned
from pytreelint.model.values.states import event_of
from pytreelint.model.values.value import Container, Object, Union, Unknown, Value, options_of

_DEPTH = 4
_CHANGEABLE = frozenset([Container, Object, Union])
_CHANGED = Unknown("changed under another name")

_Pair = tuple[Value, Value, bool]
_V = TypeVar("_V", bound=Value)


def still(before: Value | None, after: _V, frame: Frame) -> _V:
    """Returns what an object is after a change in place: the same object, whose parts are read anew."""
    token = before.token if before is not None else None
    if before is None or token is None or after is before or after.token is token:
        return after
    assigned(before, None)
    if after.token is not None or type(after) not in _CHANGEABLE or event_of(frame, "donated", token) is not None:
        return after  # of what was deleted, parts may be there anew
    return restamped(after, token)


def forget(frame: Frame, name: str, before: Value | None, after: Value) -> None:
    """Gives other names of an object what it is after it changed in place as `name`, here and in outer functions."""
    change = _Change(_altered(before, after))
    each: Frame | None = frame if change else None
    while each is not None:
        for other, held in (each.env or {}).items():
            if type(held) in _CHANGEABLE and other != name:
                assert each.env is not None
                now = change.of(held, None)
                if now is not held:
                    each.env[other] = now
                    each.grown.add(other)
        each = each.parent
    if before is not None and any(outer.env is None for outer in frame.and_around() if outer is not frame):
        _forget_in_callers(frame, change, before)


def _forget_in_callers(frame: Frame, change: _Change, before: Value) -> None:
    """A function that has returned has left an inner one, which changes what the callers may have: how often it is
    called, and by whom besides, is not known.

    put = box.setter()
    put(3)  # `box.value` is another one

    Where none of them has the object for certain, it may be any that is like it.
    """
    held = list(_in_callers(frame))
    known = [(each, name, value, now) for each, name, value in held if (now := change.of(value, None)) is not value]
    if not known:
        known = [(each, name, value, _CHANGED) for each, name, value in held if _may_be(value, before)]
    for each, name, value, now in known:
        assert each.env is not None
        after = changed_by_closure(value, now, each.tracing == frame.tracing)
        each.env[name] = restamped(after, value.token) if value.token is not None else after
        each.grown.add(name)


def _in_callers(frame: Frame) -> Iterator[tuple[Frame, str, Value]]:
    """What the activations that led here, and those around them, hold of what can be changed in place."""
    seen, led = set(map(id, frame.and_around())), frame.back
    while led is not None:
        for each in led[0].and_around():
            if id(each) not in seen:
                seen.add(id(each))
                yield from [(each, name, held) for name, held in (each.env or {}).items() if type(held) in _CHANGEABLE]
        led = led[0].back


def _may_be(value: Value, before: Value) -> bool:
    """Whether a value may be the object that was changed: of the same class, or a container of the same."""
    if isinstance(value, Union):
        return any(_may_be(option, before) for option in value.options)
    if isinstance(before, Object):
        return isinstance(value, Object) and (value.cls in before.cls.mro or before.cls in value.cls.mro)
    return isinstance(before, Container) and bool(before.items) and value == before


class _Change:
    """Objects before and after a change.

    Attributes:
        after: what certain objects have become; perhaps: objects of which one was changed; marks: what names for one
            object without a token have in common.
    """

    def __init__(self, altered: Iterator[_Pair]) -> None:
        self.after: dict[Token, Value] = {}
        self.perhaps: set[Token] = set()
        self.marks: set[int] = set()
        for old, new, certain in altered:
            if old.token is not None and certain:
                self.after[old.token] = new
                self.perhaps.update(old.token.alternatives)
            else:
                self.perhaps.update(each.token for each in options_of(old) if each.token is not None)
            for each in options_of(old):
                if (mark := _mark(each)) is not None:
                    self.marks.add(mark)
        self.tokens = self.perhaps.union(self.after)
        self.others: dict[int, Value] = {}

    def __bool__(self) -> bool:
        return bool(self.after or self.perhaps or self.marks)

    def of(self, value: Value, part: Token | None, depth: int = 0) -> Value:
        """What a value is after the change; `part`: its token as a part of what holds it."""
        token = value.token or part
        if token is not None:
            changed = self.after.get(token)
            if changed is not None:
                return restamped(changed, token)
            alternatives = token.alternatives
            if token in self.perhaps or (alternatives and any(each in self.after for each in alternatives)):
                return replace(_CHANGED, why=value.why)
        if _mark(value) in self.marks:
            return replace(_CHANGED, why=value.why)
        if depth > _DEPTH or type(value) not in _CHANGEABLE:
            return value
        if id(value) in self.others:
            return value
        if isinstance(value, (Container, Object)) and not self.may_be_in(value):
            self.others[id(value)] = value
            return value
        return self.inside(value, depth)

    def may_be_in(self, value: Container | Object) -> bool:
        """Whether a part of a value, however deep, is one of the objects that were changed: of most values none is."""
        marks, tokens = known_inside(value)
        if not self.marks.isdisjoint(marks) or not self.tokens.isdisjoint(tokens):
            return True
        holders = tokens if value.token is None else (value.token, *tokens)
        return any(each.parts and not self.tokens.isdisjoint(each.parts.values()) for each in holders)

    def _any(self, value: Value, depth: int) -> Value:
        """What any of several objects is, of which one was changed."""
        changed = self.of(value, None, depth)
        return value if changed is value else every([value, changed])

    def inside(self, value: Value, depth: int) -> Value:
        """A value whose parts were changed."""
        token = value.token
        if type(value) is Container:
            if _CHANGEABLE.isdisjoint(map(type, value.items)) and type(value.rest) not in _CHANGEABLE:
                return value  # most are, and large ones: tables
            steps = value.keys if value.kind == "dict" else range(len(value.items))
            known = (token.parts if token is not None else None) or {}
            parts = zip(steps, value.items, strict=False)
            items = [self.of(item, known.get(("[]", step)), depth + 1) for step, item in parts]
            rest = self._any(value.rest, depth + 1) if value.rest is not None else None
            same = rest is value.rest and all(map(is_, items, value.items))
            return value if same else restamped(replace(value, items=tuple(items), rest=rest), token)
        if type(value) is Object:
            return self._fields(value, depth)
        if type(value) is Union:
            options = [
                option if option.token is None and type(option) not in _CHANGEABLE else self.of(option, None, depth + 1)
                for option in value.options
            ]
            same = all(map(is_, options, value.options))
            return value if same else restamped(replace(value, options=tuple(options)), token)
        return value

    def _fields(self, value: Object, depth: int) -> Object:
        """An instance of which fields were changed; most have many, of which few can be."""
        token = value.token
        known = (token.parts if token is not None else None) or {}
        now: dict[str, Value] = {}
        for name, held in value.fields:
            if type(held) in _CHANGEABLE:
                changed = self.of(held, known.get((".", name)), depth + 1)
                if changed is not held:
                    now[name] = changed
        if not now:
            return value
        return restamped(replace(value, fields=tuple((n, now.get(n, held)) for n, held in value.fields)), token)


def known_inside(value: Container | Object) -> Inside:
    """The marks and tokens of the parts of a value, however deep: worked out once, as each change asks of all names."""
    known = value._inside
    if known is None:
        marks: set[int] = set()
        tokens: set[Token] = set()
        for part in [held for _, held in value.fields] if isinstance(value, Object) else (*value.items, value.rest):
            if part is not None:
                _note(part, marks, tokens)
        known = frozenset(marks), frozenset(tokens)
        object.__setattr__(value, "_inside", known)
    return known


def _note(part: Value, marks: set[int], tokens: set[Token]) -> None:
    if part.token is not None:
        tokens.update((part.token, *part.token.alternatives))
    if isinstance(part, (Container, Object)):
        if (mark := _mark(part)) is not None:
            marks.add(mark)
        inner = known_inside(part)
        marks.update(inner[0])
        tokens.update(inner[1])
    elif isinstance(part, Union):
        for option in part.options:
            _note(option, marks, tokens)


def _part(token: Token | None, step: Step) -> Token | None:
    return token.parts.get(step) if token is not None and token.parts is not None else None


def _altered(before: Value | None, after: Value, certain: bool = True, depth: int = 0) -> Iterator[_Pair]:
    """The objects on the way from a value to what changed in it, before and after; `certain`: they are one object."""
    if before is None or before is after or depth > _DEPTH or type(before) not in _CHANGEABLE:
        return
    if depth and (_is_unchanged(before, after) or _is_another(after)):
        return
    yield before, after, certain
    for step, old, new in _changed_parts(before, after):
        one, two = old.token or _part(before.token, step), new.token or _part(after.token, step)
        if one is two or one is None or two is None:
            yield from _altered(old, new, certain and one is not None and one is two, depth + 1)


def _changed_parts(before: Value, after: Value) -> list[tuple[Step, Value, Value]]:
    """The parts of a tree that are other ones after a change: before, and after it."""
    if isinstance(before, Object) and isinstance(after, Object):
        left = dict(after.fields)
        return [((".", name), old, left[name]) for name, old in before.fields if left.get(name, old) is not old]
    if isinstance(before, Container) and isinstance(after, Container) and before.keys == after.keys:
        steps = before.keys if before.kind == "dict" else range(len(before.items))
        parts = zip(steps, before.items, after.items, strict=False)
        return [(("[]", step), old, new) for step, old, new in parts if old is not new]
    return []


def _is_another(after: Value) -> bool:
    """Whether a part of what was changed is no list, dict or instance any more: another object was assigned there."""
    return type(after) not in _CHANGEABLE and not isinstance(after, Unknown)


def _is_unchanged(before: Value, after: Value) -> bool:
    mark = _mark(before)
    if mark is None or mark != _mark(after):
        return False
    return not (isinstance(before, Container) and isinstance(after, Container)) or before.rest is after.rest


def _mark(value: Value) -> int | None:
    """Returns a mark that two names for one object share, without the evidence, which may differ."""
    if type(value) is Object:
        return id(value.fields) if value.fields else None
    if type(value) is Container and value.kind in ("list", "dict", "set"):
        return id(value.items) if value.items else id(value)
    return None

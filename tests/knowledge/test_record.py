"""Records behave as frozen dataclasses do, but for the check on assignment."""

from __future__ import annotations

import dataclasses

import pytest

from pytreelint.knowledge import record as records


@records.record(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    note: str = records.field(default="", compare=False)
    hidden: int = records.field(default=0, init=False, repr=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    x: int
    y: int = 0
    note: str = dataclasses.field(default="", compare=False)
    hidden: int = dataclasses.field(default=0, init=False, repr=False, compare=False)


@records.record(frozen=True, slots=True, eq=False)
class Place:
    x: int


@records.record(frozen=True, slots=True, order=True)
class Rank:
    x: int


@records.record(frozen=True, slots=True)
class Counted:
    x: int

    def __hash__(self) -> int:
        return 7


def test_equality_and_hash_are_those_of_a_frozen_dataclass() -> None:
    assert Point(1, note="a") == Point(1, note="b")
    assert Point(1) != Point(2)
    assert hash(Point(1, 2)) == hash(Frozen(1, 2))
    assert hash(Counted(1)) == 7
    assert Place(1) != Place(1)
    assert Rank(1) < Rank(2)


def test_it_is_shown_as_a_dataclass_is() -> None:
    assert repr(Point(1, note="a")) == "Point(x=1, y=0, note='a')"
    assert repr(Frozen(1, note="a")) == repr(Point(1, note="a")).replace("Point", "Frozen")


def test_a_copy_with_other_values() -> None:
    point = Point(1, 2, "a")
    point.hidden = 5  # type: ignore[misc]  # what is no argument is not copied
    changed = records.replace(point, y=3)
    assert (changed.x, changed.y, changed.note, changed.hidden) == (1, 3, "a", 0)
    with pytest.raises(TypeError, match="nothing"):
        records.replace(point, nothing=1)  # type: ignore[call-arg]


def test_it_has_no_room_for_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).other = 2  # type: ignore[attr-defined]


@records.record(frozen=True, slots=True)
class Named:
    """Fields that are called as what `replace` calls its own."""

    value: int
    changes: int
    kind: int
    name: int


@pytest.mark.parametrize("name", ["value", "changes", "kind", "name"])
def test_a_field_of_any_name_is_replaced(name: str) -> None:
    assert getattr(records.replace(Named(1, 2, 3, 4), **{name: 5}), name) == 5

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


@records.record(frozen=True, slots=True)
class Child(Point):
    parts: list[int] = records.field(default_factory=list, kw_only=True)
    more: str = "b"


def test_a_record_inherits_the_fields_of_its_base() -> None:
    child = Child(1, 2, "a", "c", parts=[3])
    assert (child.x, child.y, child.note, child.more, child.parts) == (1, 2, "a", "c", [3])
    assert Child.__match_args__ == ("x", "y", "note", "more")
    assert Child(1) == Child(1, note="z")
    assert Child(1) != Child(1, parts=[2])
    assert Child(1).parts is not Child(1).parts
    assert Child(1) != Point(1)
    assert "parts=[]" in repr(Child(1))


def test_dataclasses_takes_records() -> None:
    assert [each.name for each in dataclasses.fields(Child)] == ["x", "y", "note", "hidden", "parts", "more"]
    assert dataclasses.replace(Child(1), y=4) == Child(1, 4)
    assert dataclasses.is_dataclass(Child)
    assert not dataclasses.is_dataclass(records.field)


@records.dataclass(slots=True)
class Counter:
    count: int = 0
    seen: dict[str, int] = records.field(default_factory=dict)


def test_a_dataclass_whose_fields_change_is_equal_by_value_and_has_no_hash() -> None:
    counter = Counter()
    counter.count += 1
    assert counter == Counter(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)


def test_an_order_is_one_of_records_of_a_class() -> None:
    assert sorted([Rank(2), Rank(1)]) == [Rank(1), Rank(2)]
    assert Rank(2) >= Rank(2)
    with pytest.raises(TypeError, match="not supported"):
        Rank(1) < Point(1)  # type: ignore[operator]  # noqa: B015


def test_missing_and_unknown_arguments_are_errors() -> None:
    with pytest.raises(TypeError, match=r"Point.__init__\(\) missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=2)  # type: ignore[call-arg]

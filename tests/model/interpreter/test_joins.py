"""Which object a name holds where paths meet."""

from __future__ import annotations

from pytreelint.model.interpreter.joins import join
from pytreelint.model.values.identity import named
from pytreelint.model.values.value import NONE, Array, Unknown, Value, constant


def held(first: Value, second: Value) -> Value:
    joined = join({"x": first}, {"x": second})
    assert joined is not None
    return joined["x"]


def test_it_is_one_of_two_known_objects() -> None:
    one, two = named(Array("jax")), named(Unknown("given"))
    found = held(one, two).token
    assert found is not None
    assert found.alternatives == (one.token, two.token)


def test_it_is_one_object_where_one_of_them_is_not_known() -> None:
    one = named(Array("jax"))
    found = held(one, Unknown("given")).token
    assert found is not None
    assert found is not one.token
    assert found.alternatives == ()


def test_what_is_it_or_none_is_it() -> None:
    one = named(Array("jax"))
    assert held(one, NONE).token is one.token


def test_numbers_are_no_objects() -> None:
    assert held(constant(1), constant(2)).token is None

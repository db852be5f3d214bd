"""How values join, and what makes them equal."""

from __future__ import annotations

import ast

import pytest

from pytreelint.model.values.occurring import every
from pytreelint.model.values.value import (
    DYNAMIC,
    FUEL,
    NONE,
    UNRESOLVED,
    Array,
    Container,
    Opaque,
    Scalar,
    Union,
    Unknown,
    Value,
    constant,
    union,
)
from pytreelint.model.values.why import Why
from tests.model.snippets import Snippet, show

A, B = Array("jax", "inexact"), Array("numpy", "integer")

JOINS: list[tuple[list[Value], str]] = [
    ([A, A], "jax:inexact"),
    ([A, B], "any"),
    ([A, Array("jax", "bool")], "jax"),
    ([A, NONE], "jax:inexact | None"),
    ([constant(1), constant(True), constant(1.0)], "1 | True | 1.0"),
    ([Container("list", (A,)), Container("list", (A, NONE))], "[jax:inexact, *None]"),
    ([Container("list", (A,)), Container("tuple", (A,))], "[jax:inexact] | (jax:inexact)"),
    ([Union((A, NONE)), NONE, Scalar("int")], "jax:inexact | None | int"),
    ([constant(n) for n in range(7)], "int"),
    ([*(constant(n) for n in range(7)), constant("a"), A, NONE], "int | 'a' | jax:inexact | None"),
    ([Container("list", (constant(n),) * n) for n in range(2, 9)], "[int, int, *3 | 4 | 5 | 6 | 7 | 8]"),
    ([Opaque("object", str(n)) for n in range(7)], "?"),
    ([], "?"),
]


@pytest.mark.parametrize(("values", "expected"), JOINS, ids=[expected for _, expected in JOINS])
def test_join(values: list[Value], expected: str) -> None:
    assert show(union(values)) == expected


def test_what_a_container_was_given_is_all_in_it() -> None:
    joined = every([A, Opaque("str")])
    assert isinstance(joined, Union)
    assert joined.each
    assert every([A, A]) == A


def test_evidence_does_not_tell_values_apart() -> None:
    why = Why(Snippet("").module, ast.Name("x"), "because")
    assert Array("jax", why=why) == Array("jax")
    assert union([Array("jax", why=why), Array("jax")]) == Array("jax")


def test_a_value_that_is_unknown_says_why_and_is_like_any_other() -> None:
    assert Unknown("parameter").reason == "parameter"
    assert Unknown("parameter") == DYNAMIC
    assert union([DYNAMIC, Unknown("parameter")]) == DYNAMIC
    assert FUEL not in (DYNAMIC, Unknown("fuel"))
    assert FUEL == UNRESOLVED

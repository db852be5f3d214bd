"""Edits leave everything outside their spans as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.engine.edits import Spans, apply, compatible
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Edit

TEXTS = ["a = 1\nb = 2\n", "a = 1\r\nb = 2", "a = 1\rb = 2\r", "a = 'é𝄞'\x0c\nb = 2\n", "a = 1\r\nb = 2\nc = 3\r"]


def edit(row: int, column: int, end_row: int, end_column: int, content: str) -> Edit:
    return Edit(Place("f.py", row, column, end_row, end_column), content)


@pytest.mark.parametrize("text", TEXTS)
def test_only_the_span_changes(text: str) -> None:
    assert apply(text, [edit(1, 1, 1, 2, "name")]) == text.replace("a", "name", 1)
    assert apply(text, [edit(2, 5, 2, 6, "[]")]) == text.replace("2", "[]", 1)
    assert apply(text, []) == text


def test_the_same_insertion_is_made_once() -> None:
    assert apply("x\n", [edit(1, 1, 1, 1, "import a\n"), edit(1, 1, 1, 1, "import a\n")]) == "import a\nx\n"


def test_beyond_the_last_line() -> None:
    assert apply("x", [edit(2, 1, 2, 1, "!")]) == "x!"


def test_the_first_of_two_that_overlap_is_taken_whole() -> None:
    outer, inner = [edit(1, 1, 1, 6, "f(b)")], [edit(1, 3, 1, 4, "c"), edit(2, 1, 2, 2, "d")]
    assert compatible("a(b)c\nx\n", [outer, inner]) == [0]
    assert compatible("a(b)c\nx\n", [inner, outer]) == [0]
    assert compatible("a(b)c\nx\n", [[edit(1, 1, 1, 2, "z")], inner]) == [0, 1]
    assert compatible("a(b)c\nx\n", [[*outer, *inner], inner]) == [1]


def test_two_ways_of_one_repair_are_not_mixed() -> None:
    plain, more = [edit(1, 1, 1, 2, "f")], [edit(1, 1, 1, 2, "f"), edit(1, 2, 1, 2, "(k=1)")]
    assert compatible("a\n", [plain, more]) == [0]
    assert compatible("a\n", [more, plain]) == [0]
    assert compatible("a\n", [more, list(more)]) == [0, 1]


def test_of_two_insertions_at_one_point_the_second_waits() -> None:
    call, option = [edit(1, 1, 1, 1, "f("), edit(1, 2, 1, 2, ")")], [edit(1, 2, 1, 2, ", k=1")]
    assert compatible("a)\n", [call, option]) == [0]
    assert compatible("a)\n", [call, call]) == [0, 1]


@given(st.text(alphabet="ab \n\r\x0cé𝄞", max_size=40), st.integers(0, 40))
def test_offsets_and_positions_are_inverse(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    if text[offset - 1 : offset + 1] == "\r\n":
        return  # inside a line's end there is no column
    row, column = Spans(text).position(offset)
    assert Spans(text).span(Place("f", row, column, row, column)) == (offset, offset)

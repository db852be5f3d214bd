"""Columns of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.report.cells import CUT, cells, window


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("x = 1", 4, 5, ("x = 1", 4, 5)),
        ("\tx", 1, 2, ("    x", 4, 5)),
        ("名前 = 1", 5, 6, ("名前 = 1", 7, 8)),
        ("名前 = 1", 0, 2, ("名前 = 1", 0, 4)),
        ("e\u0301 = 1", 5, 6, ("e\u0301 = 1", 4, 5)),
        ("x", 1, 1, ("x", 1, 2)),
        ("", 0, 0, ("", 0, 1)),
    ],
)
def test_the_span_stands_under_its_text(text: str, start: int, end: int, shown: tuple[str, int, int]) -> None:
    assert tuple(window(text, start, end, 80)) == shown


@pytest.mark.parametrize("character", ["\x1b", "\x00", "\x0c", "\x9b", "\u202e", "\ud800", "\x7f"])
def test_what_could_drive_the_terminal_is_made_visible(character: str) -> None:
    shown = "".join(cell.text for cell in cells(f"a{character}b"))
    assert character not in shown
    assert len(shown) == 3


def test_a_minified_line_is_cut_around_the_span() -> None:
    text = "a" * 3_000_000 + "MARKED" + "b" * 1_000_000
    shown = window(text, 3_000_000, 3_000_006, 80)
    assert len(shown.text) == 80
    assert shown.text[shown.start : shown.end] == "MARKED"
    assert shown.text.startswith(CUT)
    assert shown.text.endswith(CUT)


@given(st.text(max_size=300), st.integers(0, 320), st.integers(0, 320), st.integers(40, 120))
def test_never_wider_than_asked_and_always_a_mark(text: str, start: int, end: int, width: int) -> None:
    shown = window(text, start, end, width)
    assert sum(cell.width for cell in cells(shown.text)) <= width
    assert 0 <= shown.start < shown.end <= width + 1

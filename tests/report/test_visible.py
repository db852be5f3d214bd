"""What could drive, forge or hide anything is escaped, and nothing else."""

from __future__ import annotations

import io
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.report.segments import Segment, line
from pytreelint.report.terminal import write
from pytreelint.report.visible import visible

HOSTILE = {
    "colour": ("\x1b[31mred", "\\x1b[31mred"),
    "title": ("\x1b]0;t\x07", "\\x1b]0;t\\x07"),
    "link": ("\x1b]8;;http://x\x07y", "\\x1b]8;;http://x\\x07y"),
    "C1": ("\x9b31m", "\\x9b31m"),
    "line end": ("a\nb.py:1:1: PTL999", "a\\nb.py:1:1: PTL999"),
    "other line ends": ("\r\x0b\x0c\x1c\x85\u2028\u2029", "\\r\\x0b\\x0c\\x1c\\x85\\u2028\\u2029"),
    "tab": ("a\tb", "a\\tb"),
    "erasing": ("x\x08\x7f", "x\\x08\\x7f"),
    "turning": ("\u202egnp\u2066\u2069", "\\u202egnp\\u2066\\u2069"),
    "invisible": ("a\u200bb\ufeff\u2060\U000e0041", "a\\u200bb\\ufeff\\u2060\\U000e0041"),
    "no text": ("\udcff", "\\udcff"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_hostile_is_escaped(case: str) -> None:
    text, shown = HOSTILE[case]
    assert visible(text) == shown
    assert visible(shown) == shown


@pytest.mark.parametrize("text", ["", "a b", "é 名前 \u3000", "[bold]x[/bold]", "e\u0301", "\\n", "👩\u200d💻", "├─ ✓"])
def test_other_text_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.characters(), max_size=60))
def test_no_control_is_left(text: str) -> None:
    assert not {category(character) for character in visible(text)} & {"Cc", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("color", [False, True])
@given(text=st.text(max_size=40))
def test_a_segment_never_makes_a_line_or_a_sequence(text: str, color: bool) -> None:
    stream = io.StringIO()
    write([line("before ", Segment(text, "strong"), " after")], stream, color=color)
    written = stream.getvalue()
    for sequence in ("\x1b[1m", "\x1b[0m"):  # ours
        written = written.replace(sequence, "")
    assert written == f"before {visible(text)} after\n"

"""Colour where it is wanted, the same text everywhere."""

from __future__ import annotations

import io
import re

import pytest

from pytreelint.report.segments import Segment, line
from pytreelint.report.terminal import PIPED_WIDTH, wants_color, width_of, write, write_markdown

LINES = [line(Segment("PTL101", "code"), " [bold]not markup[/bold] ", Segment("12", "label")), line("x" * 300)]


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "on_screen", "piped"),
    [
        ({}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_who_decides_on_colour(environ: dict[str, str], on_screen: bool, piped: bool) -> None:
    assert wants_color(Screen(), environ) is on_screen
    assert wants_color(io.StringIO(), environ) is piped


def written(*, color: bool) -> str:
    stream = io.StringIO()
    write(LINES, stream, color=color)
    return stream.getvalue()


def test_colour_changes_nothing_but_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in written(color=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", written(color=True)) == written(color=False)


def test_a_stream_without_the_characters_gets_escapes() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write([line("├─ 名 \udce9")], stream, color=False)
    stream.flush()
    assert raw.getvalue() == rb"\u251c\u2500 \u540d \udce9" + b"\n"


def test_piped_width_does_not_depend_on_the_machine() -> None:
    assert width_of(io.StringIO()) == PIPED_WIDTH


def test_a_page_is_plain_markdown_when_piped() -> None:
    stream = io.StringIO()
    write_markdown("# title\n", stream, color=False)
    assert stream.getvalue() == "# title\n"

"""The bar: for those who wait, and only for them."""

from __future__ import annotations

import io
import sys

import pytest

from pytreelint.cli import progress
from pytreelint.cli.progress import Bar


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, *, wanted: bool, patience: float) -> str:
    """What a run of two files puts on stderr."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with Bar(wanted=wanted) as bar:
        bar(1, 2)
        bar(2, 2)
    return stream.getvalue()


def test_a_long_run_on_a_terminal_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "checking" in shown(monkeypatch, Screen(), wanted=True, patience=0.0)


@pytest.mark.parametrize(
    ("stream", "wanted", "patience"),
    [(Screen(), True, 60.0), (Screen(), False, 0.0), (io.StringIO(), True, 0.0)],
    ids=["short", "quiet", "piped"],
)
def test_no_bar(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, wanted: bool, patience: float) -> None:
    assert shown(monkeypatch, stream, wanted=wanted, patience=patience) == ""

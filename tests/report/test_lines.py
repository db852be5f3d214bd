"""Concise lines, the summary, paths, tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.text.place import Place
from pytreelint.report.concise import concise
from pytreelint.report.paths import shown
from pytreelint.report.segments import plain, text_of
from pytreelint.report.summary import fixable, summary
from pytreelint.report.table import table
from pytreelint.rules.finding import Applicability, Finding, Fix, Severity
from tests.report.making import finding

PLACE = Place("/elsewhere/net.py", 5, 3, 5, 11)


def test_concise_is_one_line_whatever_the_message() -> None:
    line = plain(concise([finding(PLACE, message="two\nlines")]))
    assert line == "/elsewhere/net.py:5:3: PTL101 [static-array] two lines\n"


def of_severity(severity: Severity) -> Finding:
    return Finding("PTL101", "static-array", severity, "m", PLACE)


@pytest.mark.parametrize(
    ("severities", "n_files", "words"),
    [
        ((), 0, "All checks passed in 0 files."),
        ((), 1, "All checks passed in 1 file."),
        (("error",), 1, "Found 1 error in 1 file."),
        (
            ("advice", "warning", "error", "error", "advice"),
            1200,
            "Found 2 errors, 1 warning, 2 advice in 1,200 files.",
        ),
    ],
)
def test_summary(severities: tuple[Severity, ...], n_files: int, words: str) -> None:
    assert text_of(summary([of_severity(one) for one in severities], n_files)) == words


def test_summary_of_files_that_could_not_be_checked() -> None:
    assert text_of(summary([], 3, failed=2)) == "Found nothing in 3 files, 2 of which could not be checked."
    found = text_of(summary([of_severity("error")], 3, failed=1))
    assert found == "Found 1 error in 3 files, 1 of which could not be checked."


def test_paths_are_as_one_can_paste_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    shown.cache_clear()
    project = str(tmp_path)
    assert shown(str(tmp_path / "src" / "net.py"), project) == "net.py"
    assert shown(str(tmp_path / "train.py"), project) == str(Path("..") / "train.py")
    assert shown(str(tmp_path / "train.py")) == str(Path("..") / "train.py")
    assert shown("/elsewhere/net.py", project) == "/elsewhere/net.py"


def test_columns_are_aligned() -> None:
    rows = plain(table(("code", "name"), [("PTL101", "a"), ("X", "bc")]))
    assert rows == "code    name\nPTL101  a\nX       bc\n"


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (["safe", "safe"], "[*] 2 fixable: run `pytreelint fix`."),
        (["safe", "unsafe"], "[*] 2 fixable (1 safe): run `pytreelint fix`, with --unsafe-fixes for all."),
        (["unsafe"], "[*] 1 fixable (none safe): run `pytreelint fix --unsafe-fixes`."),
    ],
)
def test_how_many_fixes_there_are(kinds: list[Applicability], words: str) -> None:
    fixes = [Finding("PTL101", "n", "error", "m", PLACE, fix=Fix(kind, "", ())) for kind in kinds]
    told = fixable([*fixes, finding(PLACE)], lambda f: f.fix is not None and f.fix.applicability == "safe")
    assert told is not None
    assert text_of(told) == words


def test_nothing_is_said_where_nothing_has_a_fix() -> None:
    assert fixable([finding(PLACE)], lambda f: True) is None


def test_concise_marks_what_has_a_fix() -> None:
    one = Finding("PTL101", "n", "error", "m", PLACE, fix=Fix("safe", "", ()))
    assert plain(concise([one])) == "/elsewhere/net.py:5:3: PTL101 [*] [n] m\n"

"""Workflow commands, and the summary of a step."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytreelint.model.text.place import Place, Step
from pytreelint.report.github import github
from pytreelint.report.paths import shown
from pytreelint.report.step_summary import MOST_BYTES, step_summary
from pytreelint.rules.finding import Finding, Severity


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown.cache_clear()


def found(
    base: Path, name: str = "net.py", message: str = "an array", end: int = 5, severity: Severity = "error"
) -> Finding:
    place = Place(str(base / name), 5, 3, end, 11)
    return Finding("PTL101", "static-array", severity, message, place)


def test_a_command_with_its_place(tmp_path: Path) -> None:
    (command,) = github([found(tmp_path)], str(tmp_path))
    place = "file=net.py,line=5,endLine=5,col=3,endColumn=11"
    assert command == f"::error title=PTL101 static-array,{place}::net.py:5:3: PTL101 an array\n"


def test_columns_go_with_one_line_only(tmp_path: Path) -> None:
    (command,) = github([found(tmp_path, end=7)], str(tmp_path))
    assert "line=5,endLine=7::" in command


@pytest.mark.parametrize(("severity", "word"), [("error", "error"), ("warning", "warning"), ("advice", "notice")])
def test_severities(tmp_path: Path, severity: Severity, word: str) -> None:
    (command,) = github([found(tmp_path, severity=severity)], str(tmp_path))
    assert command.startswith(f"::{word} ")


def test_evidence_and_help_follow_in_one_command(tmp_path: Path) -> None:
    step = Step(Place(str(tmp_path / "net.py"), 1, 1, 1, 2), "built here")
    one = Finding("PTL101", "static-array", "error", "m", found(tmp_path).place, (step,), "first\nsecond")
    (command,) = github([one], str(tmp_path))
    assert command.endswith("%0A  1: built here (net.py:1:1)%0Ahelp: first%0Asecond\n")
    assert command.count("\n") == 1


def test_nothing_ends_a_command_or_begins_one(tmp_path: Path) -> None:
    hostile = found(tmp_path, "a,b:c%\n::set-env::\u202e.py", "100%\n::error::forged\r\u202e")
    (command,) = github([hostile], str(tmp_path))
    assert command.count("\n") == 1
    properties, _, message = command.removeprefix("::error ").partition("::")
    assert "file=a%2Cb%3Ac%25\\n%3A%3Aset-env%3A%3A\\u202e.py," in properties
    assert "100%25 ::error::forged\\r\\u202e" in message


def test_the_summary_is_a_table_with_links(tmp_path: Path) -> None:
    environ = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "a/b", "GITHUB_SHA": "c0ffee"}
    text = step_summary(
        [found(tmp_path, "a b.py", "`x | y` is <b>, *not*")], "Found 1 error in 3 files.", str(tmp_path), environ
    )
    assert "Found 1 error in 3 files." in text
    assert "(https://github.com/a/b/blob/c0ffee/a%20b.py#L5)" in text
    assert "<code>x &#124; y</code> is &#60;b&#62;, &#42;not&#42; |\n" in text


def test_nothing_found_is_no_table(tmp_path: Path) -> None:
    assert "|" not in step_summary([], "Found it.", str(tmp_path), {})


def test_a_long_summary_is_cut(tmp_path: Path) -> None:
    text = step_summary([found(tmp_path, message="m" * 1000)] * 1000, "Found it.", str(tmp_path), {})
    assert len(text) < MOST_BYTES + 2000
    assert "more: the log has them all." in text

"""What is withheld: fixes that get in each other's way, lose a comment, leave no Python, or never come to rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import pytreelint.engine.fixing as fixing
from pytreelint.engine.config import load
from pytreelint.engine.fixing import Plan, plan
from pytreelint.engine.run import Report
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Edit, Finding, Fix

Rule = Callable[[str], list[tuple[str, str]]]


@pytest.fixture
def planned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Rule], Plan]:
    """The plan for a file under a made-up rule, which says what to replace in a text, and by what."""
    file = tmp_path / "f.py"
    settings = load([str(file)])

    def report(text: str, rule: Rule) -> Report:
        findings = tuple(finding(str(file), text, old, new) for old, new in rule(text))
        return Report(findings, (str(file),), digests={str(file): Source.read(str(file)).digest})

    def make(text: str, rule: Rule) -> Plan:
        file.write_text(text)

        def checked(*_: object, unsaved: dict[str, Source], **__: object) -> Report:
            return report(unsaved[str(file)].text, rule)

        monkeypatch.setattr(fixing, "check", checked)
        result = plan([str(file)], settings, lambda found: True, report(text, rule), {})
        assert file.read_text() == text
        return result

    return make


def finding(path: str, text: str, old: str, new: str) -> Finding:
    at = text.index(old)
    row, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
    place = Place(
        path, row, column, row + old.count("\n"), len(old.rpartition("\n")[2]) + ("\n" not in old) * (column - 1) + 1
    )
    return Finding("PTL201", "rule", "error", old, place, fix=Fix("safe", "replace", (Edit(place, new),)))


def only(result: Plan) -> str:
    assert not result.fixed
    (reason,) = result.withheld.values()
    return reason


def test_conflicts_are_made_one_after_the_other(planned: Callable[[str, Rule], Plan]) -> None:
    def rule(text: str) -> list[tuple[str, str]]:
        return [pair for pair in [("f(g(x))", "h(g(x))"), ("g(x)", "k(x)")] if pair[0] in text]

    (fixed,) = planned("y = f(g(x))\n", rule).fixed.values()
    assert (fixed.text, len(fixed.findings)) == ("y = h(k(x))\n", 2)


def test_what_never_comes_to_rest_is_withheld(planned: Callable[[str, Rule], Plan]) -> None:
    assert "do not come to rest" in only(planned("x = 1\n", lambda text: [("1", "11")]))
    flip = planned("x = 1\n", lambda text: [("1", "2")] if "1" in text else [("2", "1")])
    assert "(PTL201) do not come to rest" in only(flip)


def test_a_result_that_is_no_python_is_withheld(planned: Callable[[str, Rule], Plan]) -> None:
    rule: Rule = lambda text: [("1", "(")] if "1" in text else []  # noqa: E731
    assert "would be no Python" in only(planned("x = 1\n", rule))


def test_a_comment_is_never_lost(planned: Callable[[str, Rule], Plan]) -> None:
    rule: Rule = lambda text: [("f(  # why\n1)", "1")] if "f" in text else []  # noqa: E731
    assert "would lose the comment '# why'" in only(planned("x = f(  # why\n1)\n", rule))


def test_only_files_that_were_given_change(tmp_path: Path) -> None:
    file, other = tmp_path / "f.py", tmp_path / "other.py"
    file.write_text("x = 1\n")
    other.write_text("x = 1\n")
    found = replace(finding(str(other), "x = 1\n", "1", "2"), message="elsewhere")
    report = Report((found,), (str(file),), digests={str(file): Source.read(str(file)).digest})
    assert "not among the files" in only(plan([str(file)], load([str(file)]), lambda _: True, report, {}))

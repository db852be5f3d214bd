"""Injected bugs: the entries are whole, the changes come and go, and findings are judged by their lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.corpus import Package, pinned
from benchmarks.injected.__main__ import differences, kept, wanted
from benchmarks.injected.bugs import Bug, Edit, by_package, changed, read_bugs, read_file
from benchmarks.injected.checking import Said, injected, judged, said
from benchmarks.injected.drivers import last_line, shown
from benchmarks.injected.score import table

BUG = Bug(
    "net",
    "static-weight",
    "static field",
    ("PTL101",),
    ("w = field()",),
    "why",
    "read",
    (Edit("a.py", "x", "w = field()"),),
)
RIGHT = Said("a.py", "PTL101", "w = field()")

ENTRY = """
[[bug]]
name = "one"
mechanism = "static field"
codes = ["PTL101"]
why = "why"
verified = "{verified}"
at = ["new"]
[[bug.edit]]
file = "a.py"
old = '''old'''
new = '''new'''
"""


def test_every_entry_is_about_a_pinned_package_and_has_a_name_of_its_own() -> None:
    bugs = read_bugs()
    assert {bug.package for bug in bugs} <= {name.replace("-", "_") for name in pinned()}
    assert Counter(bug.key for bug in bugs).most_common(1)[0][1] == 1


def test_the_outcome_of_every_bug_is_kept() -> None:
    assert list(kept()) == [bug.key for bug in read_bugs()]


def test_an_entry_with_a_driver_needs_one(tmp_path: Path) -> None:
    path = tmp_path / "net.toml"
    path.write_text(ENTRY.format(verified="driver"), encoding="utf-8")
    with pytest.raises(ValueError, match="net/one: a driver has a symptom"):
        list(read_file(path))
    path.write_text(ENTRY.format(verified="read"), encoding="utf-8")
    assert [bug.key for bug in read_file(path)] == ["net/one"]


def test_a_bug_comes_and_goes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x\n", encoding="utf-8")
    with injected(BUG, tmp_path):
        assert (tmp_path / "a.py").read_text(encoding="utf-8") == "w = field()\n"
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "x\n"


def test_an_old_text_stands_there_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x\nx\n", encoding="utf-8")
    with pytest.raises(ValueError, match="stands 2 times"):
        changed(BUG, tmp_path)


def test_the_line_of_a_finding_stands_in_what_was_changed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no line of `at`"):
        changed(replace(BUG, at=("other",)), tmp_path)


def test_a_finding_at_the_line_is_the_bug() -> None:
    assert judged(BUG, Counter([RIGHT])).outcome == "found"


def test_a_finding_whose_evidence_has_the_line_is_the_bug() -> None:
    at_the_call = Said("b.py", "PTL101", "jit(f)(net)", frozenset(["w = field()"]))
    assert judged(BUG, Counter([at_the_call])).outcome == "found"


def test_a_finding_at_another_line_is_said_to_be_elsewhere() -> None:
    assert judged(BUG, Counter([Said("a.py", "PTL101", "other")])).outcome == "elsewhere"


def test_a_finding_of_another_rule_is_said_beside_a_missed_bug() -> None:
    other = Said("a.py", "PTL209", "if x:")
    outcome = judged(BUG, Counter([other]))
    assert (outcome.outcome, outcome.others) == ("missed", (other,))
    assert list(differences([outcome], {BUG.key: {"outcome": "found", "others": []}})) == [
        "net/static-weight: found before, missed now",
        "net/static-weight: said anew beside the bug: PTL209 a.py: if x:",
    ]


def test_the_score_is_by_mechanism() -> None:
    lines = table([judged(BUG, Counter([RIGHT])), judged(replace(BUG, name="two"), Counter())]).splitlines()
    assert lines[0] == "1 of 2  static field"
    assert lines[-1] == "1 of 2 found, 0 more at another line"


def test_bugs_go_with_their_package(tmp_path: Path) -> None:
    package = Package("net", "1", tmp_path / "net")
    assert list(by_package([BUG], [Package("other", "1", tmp_path / "other"), package])) == [(package, [BUG])]
    assert wanted(BUG, []) and wanted(BUG, ["net"]) and not wanted(BUG, ["net/other"])


def test_a_finding_of_the_report_is_known_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("first\n    second\n", encoding="utf-8")
    step = {"filename": str(path), "location": {"row": 1}}
    item = {"filename": str(path), "location": {"row": 2}, "code": "PTL101", "related": [step]}
    finding = said(tmp_path, item)
    assert finding == Said("a.py", "PTL101", "second")
    assert finding.evidence == {"first"}


def test_a_driver_shows_its_symptom_only_with_the_bug(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("x = 0\n", encoding="utf-8")
    edit = Edit("net.py", "x = 0", "x = 1")
    bug = replace(BUG, verified="driver", edits=(edit,), at=("x = 1",), driver="import net; 1 / (1 - net.x)")
    assert shown(replace(bug, symptom="ZeroDivisionError"), tmp_path, []) == "shown"
    assert shown(replace(bug, symptom="Import"), tmp_path, []).startswith("not shown: ZeroDivisionError")
    always = replace(bug, driver="print('x')", symptom="x")
    assert shown(always, tmp_path, []) == "shown without the bug as well: x"


def test_the_last_line_says_most() -> None:
    assert last_line("a\nb\n\n") == "b"
    assert last_line("") == "no output"

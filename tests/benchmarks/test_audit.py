"""The audit says what changed against the verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import audit
from benchmarks.audit import Verdict, compare, open_lines, read_verdicts, tally, without_tool
from benchmarks.corpus import Package, packages, pinned
from benchmarks.linting import Coverage, Found, findings_of
from benchmarks.sample import is_bug, read_sample
from pytreelint.report import counts
from pytreelint.report.segments import plain

FOUND = Found("haliax", "1.3", "haliax/nn.py", 7, "PTL801", "said")


def judged(verdict: bool | str) -> Verdict:
    return Verdict("haliax", "1.3", "haliax/nn.py", 7, "PTL801", verdict, "because")


def test_a_finding_with_a_true_verdict_is_no_trouble() -> None:
    assert list(compare([judged(True)], [FOUND])) == []


def test_a_finding_without_verdict_is_trouble() -> None:
    assert list(compare([], [FOUND])) == ["no verdict    haliax haliax/nn.py:7 PTL801 said"]


def test_a_false_finding_that_still_comes_out_is_trouble() -> None:
    assert list(compare([judged(False)], [FOUND])) == ["false alarm   haliax haliax/nn.py:7 PTL801 said: because"]


def test_a_true_finding_that_is_lost_is_trouble() -> None:
    assert list(compare([judged(True)], [])) == ["lost          haliax haliax/nn.py:7 PTL801: because"]


def test_a_false_finding_that_is_gone_is_no_trouble() -> None:
    assert list(compare([judged(False)], [])) == []


def test_findings_without_verdict_come_as_lines_to_complete() -> None:
    assert list(open_lines([judged(True)], [FOUND])) == []
    assert '"verdict": null, "reason": "said"' in next(open_lines([], [FOUND]))


def test_the_tally_counts_by_code() -> None:
    assert tally([judged(True)], [FOUND]) == "PTL801: 1 right of 1, 0 to shrug at"
    assert tally([judged("shrug")], [FOUND]) == "PTL801: 1 right of 1, 1 to shrug at"
    assert tally([judged(False)], [FOUND]) == "PTL801: 0 right of 1, 0 to shrug at"


def test_a_finding_to_shrug_at_is_no_trouble_and_may_go() -> None:
    assert list(compare([judged("shrug")], [FOUND])) == []
    assert list(compare([judged("shrug")], [])) == []


def test_findings_about_the_run_itself_are_not_judged() -> None:
    assert without_tool([FOUND, Found("haliax", "1.3", "haliax/nn.py", 1, "PTL901")]) == [FOUND]


def test_coverage_is_summed_over_packages() -> None:
    """Of the very texts that a check prints."""
    coverage = Coverage()
    for unknown, clean in ((90, 910), (6, 194)):
        sites = {("TransformCall", "clean"): clean, ("call", "unknown:dynamic call"): unknown}
        coverage.add(plain(counts.coverage(sites)))
    assert str(coverage).splitlines() == [
        "coverage: 1,200 sites, 96 unknown (8.0%)",
        "     96   8.0%  what a call gives that is not followed",
    ]


def test_files_of_findings_are_relative_to_the_package(tmp_path: Path) -> None:
    item = {"filename": str(tmp_path.resolve() / "a" / "b.py"), "location": {"row": 3}, "code": "PTL101", "message": ""}
    assert list(findings_of(Package("a", "1", tmp_path), [item])) == [Found("a", "1", "a/b.py", 3, "PTL101")]


def test_a_verdict_needs_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "audit.jsonl"
    fields = '"package": "a", "version": "1", "file": "b.py", "line": 1, "code": "PTL101", "verdict": true'
    table.write_text(f'{{{fields}, "reason": ""}}\n', encoding="utf-8")
    monkeypatch.setattr(audit, "VERDICTS", table)
    with pytest.raises(ValueError, match="no verdict or no reason"):
        read_verdicts()


def test_verdicts_are_about_the_pinned_versions() -> None:
    everything = {(package.name, package.version) for package in packages(Path(), pinned())}
    assert {(verdict.package, verdict.version) for verdict in read_verdicts()} <= everything
    assert {(item["package"], item["version"]) for item in read_sample()} <= everything


def test_the_sample_is_judged() -> None:
    sample = read_sample()
    assert len(sample) >= 100
    assert all(item["reason"] for item in sample)
    assert all(item["verdict"] == "right" or is_bug(item) for item in sample)


def test_a_package_that_is_not_pinned_is_named() -> None:
    with pytest.raises(SystemExit, match="called ott_jax: names stand in"):
        packages(Path(), ["optax", "ott_jax"])

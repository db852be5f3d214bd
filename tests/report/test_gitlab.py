"""The code quality report."""

from __future__ import annotations

import json
from pathlib import Path

from pytreelint.model.text.place import Place
from pytreelint.report.gitlab import gitlab
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Finding


def test_every_key(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "src" / "net.py"), 5, 3, 6, 11)
    finding = Finding("PTL101", "static-array", "warning", "two\nlines", place)
    (found,) = json.loads(gitlab([finding], Texts(), str(tmp_path)))
    assert len(found.pop("fingerprint")) == 32
    assert found == {
        "description": "two lines",
        "check_name": "PTL101",
        "severity": "minor",
        "location": {"path": "src/net.py", "lines": {"begin": 5, "end": 6}},
    }


def test_fingerprints_are_unique(tmp_path: Path) -> None:
    findings = [Finding("PTL101", "n", "error", "m", Place(str(tmp_path / "a.py"), row, 1, row, 2)) for row in (1, 2)]
    found = json.loads(gitlab(findings, Texts(), str(tmp_path)))
    assert found[0]["fingerprint"] != found[1]["fingerprint"]


def test_no_finding_is_an_empty_array(tmp_path: Path) -> None:
    assert gitlab([], Texts(), str(tmp_path)) == "[]\n"

"""What code scanning reads."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pytreelint.model.text.place import Place, Step
from pytreelint.report.sarif import sarif
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Edit, Finding, Fix
from pytreelint.rules.rule import all_rules
from tests.report.making import place_of

SCHEMA = json.loads((Path(__file__).parent / "sarif.subset.json").read_text(encoding="utf-8"))
PUBLISHED = os.environ.get("PYTREELINT_SARIF_SCHEMA", "")  # a copy of sarif-schema-2.1.0.json of OASIS
SOURCE = "import jax\n\nstep = jax.jit(f)\n"


def run_of(base: Path, *findings: Finding, errors: tuple[str, ...] = ()) -> dict[str, Any]:
    """The run, once the log satisfies the schema."""
    log = json.loads(sarif(findings, all_rules(), Texts(), str(base), errors))
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(log, SCHEMA)
    if PUBLISHED:
        jsonschema.validate(log, json.loads(Path(PUBLISHED).read_bytes()))
    run: dict[str, Any] = log["runs"][0]
    return run


def found_in(path: Path, message: str = "`f` is opaque", fix: Fix | None = None) -> Finding:
    """A finding with one step of evidence, in one file."""
    step = Step(place_of(path, "import jax"), "imported here")
    return Finding(
        "PTL201", "opaque-leaf-in-jit", "error", message, place_of(path, "jax.jit(f)"), (step,), "filter_jit(f)", fix
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "a file.py"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_no_finding_is_a_run_without_results(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {rule.code for rule in all_rules()}


def test_paths_are_relative_and_escaped(tmp_path: Path, source: Path) -> None:
    run = run_of(tmp_path, found_in(source))
    (result,) = run["results"]
    where = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert where == {"uri": "src/a%20file.py", "uriBaseId": "%SRCROOT%"}
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"].endswith("/")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "PTL201"


def test_a_file_elsewhere_has_a_file_uri(tmp_path: Path, source: Path) -> None:
    (result,) = run_of(tmp_path / "other", found_in(source))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")


def test_the_evidence_is_a_flow_that_ends_at_the_finding(tmp_path: Path, source: Path) -> None:
    (result,) = run_of(tmp_path, found_in(source))["results"]
    steps = [each["location"] for each in result["codeFlows"][0]["threadFlows"][0]["locations"]]
    assert [step["message"]["text"] for step in steps] == ["imported here", "`f` is opaque"]
    assert steps[-1]["physicalLocation"] == result["locations"][0]["physicalLocation"]
    assert result["relatedLocations"][0]["id"] == 1


def test_a_fix_replaces_regions(tmp_path: Path, source: Path) -> None:
    fix = Fix("unsafe", "Use `filter_jit`", (Edit(place_of(source, "jax.jit"), "filter_jit"),))
    (result,) = run_of(tmp_path, found_in(source, fix=fix))["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    region = {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 15}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "filter_jit"}}]
    assert result["fixes"][0]["description"]["text"] == "Use `filter_jit` (unsafe)"


def marks_of(base: Path, *findings: Finding) -> list[dict[str, str]]:
    return [result["partialFingerprints"] for result in run_of(base, *findings)["results"]]


def test_fingerprints_survive_moved_lines(tmp_path: Path, source: Path) -> None:
    before = marks_of(tmp_path, found_in(source))
    source.write_text('"""A docstring."""\n\n' + SOURCE, encoding="utf-8")
    assert marks_of(tmp_path, found_in(source)) == before


def test_equal_lines_have_fingerprints_of_their_own(tmp_path: Path, source: Path) -> None:
    source.write_text(SOURCE + "step = jax.jit(f)\n" + "step = jax.jit(f)\n" * 100, encoding="utf-8")
    lines = [Finding("PTL201", "n", "error", "m", Place(str(source), row, 8, row, 18)) for row in range(3, 100)]
    marks = marks_of(tmp_path, *lines)
    assert len({mark["pytreelintFinding/v1"] for mark in marks}) == len(lines)
    assert len({mark["primaryLocationLineHash"] for mark in marks}) == len(lines)


def test_odd_characters_and_links_are_only_text(tmp_path: Path) -> None:
    path = tmp_path / "\u202ea\nb\udcff.py"
    place = Place(str(path), 1, 1, 1, 1)
    (result,) = run_of(tmp_path, Finding("PTL901", "unreadable-file", "error", "`\x1b[0](evil)` \u202e", place))[
        "results"
    ]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "%E2%80%AEa%0Ab%FF.py"
    assert result["message"]["text"] == "`\\x1b\\[0\\](evil)` \\u202e"
    assert "primaryLocationLineHash" not in result["partialFingerprints"]


def test_an_error_of_the_program_is_told(tmp_path: Path) -> None:
    (invocation,) = run_of(tmp_path, errors=("Traceback\n  ...",))["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "Traceback\n  ..."

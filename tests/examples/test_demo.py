"""The demo: exactly the expected findings, their causes in other files, and a clear difference otherwise."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.fixtures.server import quick

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def demo() -> ModuleType:
    """`run_demo.py`, which is a script and no package."""
    spec = importlib.util.spec_from_file_location("run_demo", EXAMPLES / "run_demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["run_demo"] = module
    spec.loader.exec_module(module)
    return module


def found(expected: Any) -> dict[str, Any]:
    """The finding, as the JSON report has it, that an expectation asks for."""
    return {
        "code": expected.code,
        "name": "some-rule",
        "message": "said",
        "filename": str(EXAMPLES / expected.file),
        "location": {"row": expected.row, "column": 1},
        "related": [{"filename": str(EXAMPLES / expected.cause)}],
    }


def test_the_demo_finds_exactly_what_is_expected() -> None:
    command = [sys.executable, str(EXAMPLES / "run_demo.py")]
    run = subprocess.run(command, env={**os.environ, **quick()}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("$ pytreelint check examples/classifier\n")


def test_every_cause_lies_in_another_file_than_its_finding() -> None:
    items = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))
    assert all(item["file"] != item["cause"] for item in items)
    assert len({item["code"] for item in items}) == len(items)


def test_no_difference_between_the_expected_findings_and_themselves(demo: ModuleType) -> None:
    expected = demo.read_expected()
    assert list(demo.compare(expected, [found(one) for one in expected])) == []


def test_a_missing_finding_is_named(demo: ModuleType) -> None:
    first, *rest = demo.read_expected()
    assert list(demo.compare([first, *rest], [found(one) for one in rest])) == [f"missing      {first}"]


def test_an_unexpected_finding_is_named(demo: ModuleType) -> None:
    first, *rest = demo.read_expected()
    troubles = list(demo.compare(rest, [found(one) for one in [first, *rest]]))
    assert troubles == [f"unexpected   {first.file}:{first.row}: {first.code}: said"]


def test_a_finding_without_the_way_to_its_cause_is_named(demo: ModuleType) -> None:
    first, *rest = demo.read_expected()
    items = [{**found(first), "related": []}, *(found(one) for one in rest)]
    assert list(demo.compare([first, *rest], items)) == [f"no evidence  {first}; it mentions no other place"]

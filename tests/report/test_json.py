"""The array that editors and scripts read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from pytreelint.model.text.place import Place, Step
from pytreelint.report.json import check_json
from pytreelint.rules.finding import Edit, Finding, Fix

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "check.v1.json"
PLACE = Place("/project/net.py", 5, 5, 5, 11)


def read(*findings: Finding) -> list[dict[str, Any]]:
    """The report as its reader has it, once it satisfies the published schema."""
    found: list[dict[str, Any]] = json.loads(check_json(findings))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(found, schema)
    return found


def test_no_finding_is_an_empty_array() -> None:
    assert read() == []


def test_every_key_of_a_finding() -> None:
    step = Step(Place("/project/train.py", 1, 1, 2, 3), "here")
    fix = Fix("safe", "drop the marker", (Edit(PLACE, "kernel: Array"),))
    finding = Finding("PTL101", "static-array", "error", "`kernel` is an array", PLACE, (step,), "help", fix)
    (found,) = read(finding)
    span = {"location": {"row": 5, "column": 5}, "end_location": {"row": 5, "column": 11}}
    assert found.pop("url").endswith("/rules/PTL101/")
    assert found == {
        "code": "PTL101",
        "name": "static-array",
        "message": "`kernel` is an array",
        "filename": "/project/net.py",
        **span,
        "severity": "error",
        "related": [
            {
                "filename": "/project/train.py",
                "location": {"row": 1, "column": 1},
                "end_location": {"row": 2, "column": 3},
                "message": "here",
            }
        ],
        "fix": {
            "applicability": "safe",
            "message": "drop the marker",
            "edits": [{"content": "kernel: Array", **span}],
        },
    }


def test_no_fix_is_null() -> None:
    assert read(Finding("PTL901", "unreadable-file", "error", "is gone", PLACE))[0]["fix"] is None

"""`--statistics` and `jsonl`."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from pytreelint.model.text.place import Place
from pytreelint.report.json import check_json
from pytreelint.report.jsonl import check_jsonl
from pytreelint.report.segments import plain
from pytreelint.report.statistics import statistics, statistics_json
from pytreelint.rules.finding import Finding, Fix

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "statistics.v1.json"
PLACE = Place("/project/net.py", 1, 1, 1, 2)


def found(code: str, name: str, *, fix: bool = False) -> Finding:
    return Finding(code, name, "error", "m", PLACE, fix=Fix("safe", "", ()) if fix else None)


FINDINGS = [found("PTL201", "b"), *[found("PTL101", "a", fix=True)] * 11]


def test_the_most_frequent_rule_comes_first() -> None:
    assert plain(statistics(FINDINGS)) == "11  PTL101  [*]  a\n 1  PTL201       b\n"


def test_as_json() -> None:
    counted = json.loads(statistics_json(FINDINGS))
    jsonschema.validate(counted, json.loads(SCHEMA.read_text(encoding="utf-8")))
    first, _ = counted
    assert first == {"code": "PTL101", "name": "a", "count": 11, "fixable": 11}
    assert json.loads(statistics_json([])) == []


def test_jsonl_holds_the_objects_of_json() -> None:
    assert [json.loads(row) for row in check_jsonl(FINDINGS).splitlines()] == json.loads(check_json(FINDINGS))
    assert check_jsonl([]) == ""

"""Accepted findings: what they answer, what is gone, what is no baseline."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from pytreelint.engine.baseline import (
    Baseline,
    BaselineError,
    Key,
    compared,
    counted,
    covering,
    covers_all,
    pruned,
    read_baseline,
    updated,
    written,
)
from pytreelint.engine.symbols import Symbols
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Finding

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "baseline.v1.json"
SOURCE = "x = 1\n\n\nclass A:\n    @staticmethod\n    def f():\n        return 1\n\n    y = [\n        2]\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(SOURCE)
    return tmp_path


def found(project: Path, row: int, code: str = "PTL101") -> Finding:
    return Finding(code, "n", "error", f"in row {row}", Place(str(project / "src" / "a.py"), row, 1, row, 2))


def symbols() -> Symbols:
    return Symbols({})


@pytest.mark.parametrize(
    ("row", "symbol"), [(1, "<module>"), (4, "A"), (5, "A.f"), (6, "A.f"), (7, "A.f"), (10, "A"), (99, "<module>")]
)
def test_the_symbol_around_a_row(project: Path, row: int, symbol: str) -> None:
    assert symbols().of(found(project, row).place) == symbol


def test_a_file_without_a_tree_is_one_symbol(project: Path) -> None:
    (project / "src" / "a.py").write_text("def f(:\n")
    assert symbols().of(found(project, 1).place) == "<module>"


def accepting(project: Path, *findings: Finding) -> Baseline:
    path = project / "base.json"
    path.write_text(written(counted(findings, str(path), symbols())))
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(path.read_text()), schema)
    return read_baseline(str(path))


def everything(key: Key) -> bool:
    return True


def test_moved_findings_are_accepted(project: Path) -> None:
    baseline = accepting(project, found(project, 7))
    assert baseline.counts == {("src/a.py", "PTL101", "A.f"): 1}
    (project / "src" / "a.py").write_text("\n\n" + SOURCE)
    beside = compared([found(project, 9)], baseline, symbols(), everything)
    assert (beside.findings, beside.accepted, beside.stale) == ((), 1, {})


def test_one_more_shows_them_all(project: Path) -> None:
    baseline = accepting(project, found(project, 6))
    more = (found(project, 6), found(project, 7))
    assert compared(more, baseline, symbols(), everything).findings == more


def test_another_rule_or_symbol_is_new(project: Path) -> None:
    baseline = accepting(project, found(project, 6))
    new = (found(project, 6, "PTL102"), found(project, 1))
    beside = compared(new, baseline, symbols(), everything)
    assert beside.findings == new
    assert beside.stale == {("src/a.py", "PTL101", "A.f"): 1}


def test_update_and_prune_keep_what_nobody_looked_at() -> None:
    old: dict[Key, int] = {("a.py", "PTL101", "f"): 3, ("b.py", "PTL101", "f"): 1}
    now: dict[Key, int] = {("a.py", "PTL101", "f"): 2, ("a.py", "PTL102", "f"): 1}

    def only_a(key: Key) -> bool:
        return key[0] == "a.py"

    assert updated(old, now, only_a) == {**now, ("b.py", "PTL101", "f"): 1}
    assert pruned(old, now, only_a) == {("a.py", "PTL101", "f"): 2, ("b.py", "PTL101", "f"): 1}
    assert pruned(old, {}, only_a) == {("b.py", "PTL101", "f"): 1}


def test_what_a_run_covers(project: Path) -> None:
    path = str(project / "base.json")
    is_covered = covering(path, [str(project / "src" / "a.py")], {"PTL101"}, {"PTL101", "PTL102"})
    (project / "b.py").write_text("")
    assert is_covered(("src/a.py", "PTL101", "f"))
    assert not is_covered(("src/a.py", "PTL102", "f"))
    assert is_covered(("src/a.py", "PTL099", "a rule that is gone"))
    assert not is_covered(("b.py", "PTL101", "f"))
    assert is_covered(("gone\0.py", "PTL101", "f"))
    assert not covers_all(Baseline(path, {("b.py", "PTL101", "f"): 1}), [])
    assert covers_all(Baseline(path, {("gone.py", "PTL101", "f"): 1}), [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("<<<<<<< HEAD\n", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "`version` is missing"),
        ('{"version": true}', "`version` is missing"),
        ('{"version": 2, "findings": {}}', "newer pytreelint"),
        ('{"version": 1}', "an object is expected"),
        ('{"version": 1, "findings": {"a.py": []}}', "a.py: an object is expected"),
        ('{"version": 1, "findings": {"a.py": {"PTL101": {"f": 0}}}}', "no count: 0"),
        ('{"version": 1, "findings": {"a.py": {"PTL101": {"f": true}}}}', "no count: True"),
    ],
)
def test_what_is_no_baseline(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(text)
    with pytest.raises(BaselineError, match=words):
        read_baseline(str(path))


@pytest.mark.parametrize("name", [".", "nowhere.json", "binary.json", "/dev/zero"])
def test_what_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    with pytest.raises(BaselineError):
        read_baseline(str(tmp_path / name))


def test_odd_paths_come_back(tmp_path: Path) -> None:
    counts: dict[Key, int] = {("\udcff\n\u202e.py", "PTL101", "f"): 1}
    path = tmp_path / "base.json"
    path.write_text(written(counts))
    assert read_baseline(str(path)).counts == counts

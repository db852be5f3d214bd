"""`pytreelint tree` is true: it contradicts JAX nowhere.

The stored table serves where the libraries are installed in its versions; other versions are asked anew.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tree.oracle import TABLE, Verdict, judge_all, read_table, summary
from tests.tree.truth import LIBRARIES

ORACLE = os.environ.get("PYTREELINT_ORACLE", sys.executable)
ROOT = Path(__file__).resolve().parents[2]


def ask(expression: str) -> Any:
    """What a function of `tests.tree.truth` gives in the environment that has the libraries."""
    program = f"import json; from tests.tree import truth; print(json.dumps({expression}))"
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    run = subprocess.run([ORACLE, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(run.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    """The truth about the libraries that are installed."""
    stored = json.loads(TABLE.read_text(encoding="utf-8"))
    present = ask("truth.versions()")
    if any(stored["versions"][name] != version for name, version in present.items()):
        rebuilt: dict[str, Any] = ask("truth.build_all()")
        return rebuilt
    return {name: node for name, node in stored["classes"].items() if name.split(".")[0] in present}


def test_the_table_covers_the_libraries() -> None:
    names = read_table()
    assert len(names) >= 60
    assert {name.split(".")[0] for name in names} == set(LIBRARIES) - {"jax"}


@pytest.fixture(scope="module")
def verdicts(truth: dict[str, Any]) -> list[Verdict]:
    """What `tree` believes about each leaf and static field of those."""
    assert len(truth) >= 50, "the libraries of the dev group are not installed"
    return list(judge_all(truth, ORACLE))


def test_tree_contradicts_jax_nowhere(verdicts: list[Verdict]) -> None:
    assert [str(verdict) for verdict in verdicts if verdict.agreement == "wrong"] == []


def test_tree_contradicts_jax_nowhere_where_no_library_is_installed(truth: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "site-packages").mkdir()
    verdicts = list(judge_all(truth, str(tmp_path / "site-packages")))
    assert [str(verdict) for verdict in verdicts if verdict.agreement == "wrong"] == []
    assert sum(verdict.agreement == "agree" for verdict in verdicts) > len(verdicts) / 2, summary(verdicts)


def test_tree_knows_every_leaf_and_static_field_of_most_classes(verdicts: list[Verdict]) -> None:
    names = {verdict.class_name for verdict in verdicts}
    in_doubt = {verdict.class_name for verdict in verdicts if verdict.agreement != "agree"}
    assert len(names - in_doubt) >= 30, summary(verdicts)


@pytest.mark.long
def test_the_stored_table_is_what_jax_says() -> None:
    stored = json.loads(TABLE.read_text(encoding="utf-8"))
    rebuilt = json.loads(ask("truth.full_table()"))
    same = {name for name, version in rebuilt["versions"].items() if stored["versions"][name] == version}
    assert "jax" in rebuilt["versions"]
    for name, node in rebuilt["classes"].items():
        if {"jax", name.split(".")[0]} <= same:
            assert node == stored["classes"][name], name

"""`pytreelint new-rule`, and `pytreelint.testing`, by which its tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.testing import assert_findings, assert_fixed, assert_raises, assert_runs, find, fix
from tests.cli.running import ROOT, environment, pytreelint

REMOVED = "import jax\n\njax.tree_map(abs, [1.0])  # expect: PTL803\n"


def test_what_is_written_passes_its_tests(tmp_path: Path) -> None:
    done = pytreelint("new-rule", "ACME001", "compiled-lambda", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "lint_rules/docs/ACME001.md" in done.out
    assert pytreelint("new-rule", "ACME002", "another-rule", "--folder", "lint_rules", cwd=tmp_path).code == 0
    (tmp_path / "pytreelint.toml").write_text('rules = ["./lint_rules"]\nextend-exclude = ["lint_rules/cases"]\n')
    plugin = ["-p", "no:pytreelint", "-p", "pytreelint.testing.plugin"]  # installed or not
    command = [sys.executable, "-m", "pytest", "-q", *plugin, "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*command, "lint_rules"], cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert "4 passed" in ran.stdout, ran.stdout
    assert pytreelint("check", cwd=tmp_path).out == "All checks passed in 3 files.\n"
    assert "no name" in pytreelint("check", "lint_rules/cases/ACME001/bad.py", "--select", "ACME001", cwd=tmp_path).out
    formatted = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--check",
        "--config",
        str(ROOT / "pyproject.toml"),
        "lint_rules",
    ]
    assert subprocess.run(formatted, cwd=tmp_path, check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("code", "name"), [("PTL300", "x"), ("acme1", "x"), ("ACME1", "Bad Name"), ("ACME1", "static-array")]
)
def test_what_can_be_no_rule_is_refused(tmp_path: Path, code: str, name: str) -> None:
    assert pytreelint("new-rule", code, name, cwd=tmp_path).code == 2
    assert not (tmp_path / "lint_rules").exists()


def test_no_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "lint_rules").mkdir()
    (tmp_path / "lint_rules" / "mine.py").write_text("# mine\n")
    done = pytreelint("new-rule", "ACME001", "mine", cwd=tmp_path)
    assert done.code == 2
    assert "mine.py: cannot be written" in done.err
    assert (tmp_path / "lint_rules" / "mine.py").read_text() == "# mine\n"


def test_findings_and_fixes() -> None:
    assert [finding.code for finding in assert_findings(REMOVED)] == ["PTL803"]
    assert_fixed(REMOVED, REMOVED.replace("tree_map", "tree.map"))
    assert find(REMOVED, select=["PTL1"]) == []
    assert fix("import jax\n") == "import jax\n"
    with pytest.raises(AssertionError, match="line 1: PTL803 is expected and not found"):
        assert_findings("x = 1  # expect: PTL803\n")
    with pytest.raises(AssertionError, match="line 3: PTL803 is found"):
        assert_findings(REMOVED.replace("  # expect: PTL803", ""))
    with pytest.raises(AssertionError, match="another program"):
        assert_fixed(REMOVED, REMOVED)


def test_modules_beside_a_program() -> None:
    files = {"net/__init__.py": "from jax import tree_map as mapped\n"}
    assert_findings("from net import mapped\n\nmapped(abs, [1])\n", files=files)
    assert_runs("import net\n", files={"net.py": ""})


def test_symptoms() -> None:
    assert_runs("x = 1\n")
    assert_raises("raise TypeError('no float')\n", "TypeError", "no fl")
    for exception, match in (("ValueError", ""), ("TypeError", "integer")):
        with pytest.raises(AssertionError):
            assert_raises("raise TypeError('no float')\n", exception, match)
    with pytest.raises(AssertionError, match="the program runs"):
        assert_raises("x = 1\n", "TypeError")
    with pytest.raises(AssertionError, match="no float"):
        assert_runs("raise TypeError('no float')\n")

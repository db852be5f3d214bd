"""The scaffold for newcomers."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

from pytreelint.report.page import explanation
from pytreelint.rules.rule import HEADINGS, all_rules
from tests.project.files import ROOT
from tools.new_rule import main


def test_what_is_written_is_a_rule_with_a_page_and_a_fixture(tmp_path: Path) -> None:
    assert main(["PTL999", "lost-leaf", "tool", "--root", str(tmp_path)]) == 0
    path = tmp_path / "pytreelint" / "rules" / "tool" / "lost_leaf.py"
    spec = importlib.util.spec_from_file_location("lost_leaf", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rule = module.LostLeaf()
    assert (rule.code, rule.name) == ("PTL999", "lost-leaf")
    assert all(f"## {heading}\n" in explanation(rule) for heading in HEADINGS)
    case = tmp_path / "fixtures" / "PTL999_lost_leaf" / "first_case"
    assert sorted(path.name for path in case.iterdir()) == ["bad.py", "case.toml", "fixed.py", "ok_without_jit.py"]
    assert "# expect: PTL999" in (case / "bad.py").read_text(encoding="utf-8")
    assert all(ast.parse(program.read_text(encoding="utf-8")).body for program in case.glob("*.py"))


def test_what_is_written_is_formatted_and_typed(tmp_path: Path) -> None:
    import subprocess

    assert main(["PTL999", "lost-leaf", "tool", "--root", str(tmp_path)]) == 0
    written = str(tmp_path / "pytreelint" / "rules" / "tool")
    for command in (["ruff", "format", "--check"], ["ruff", "check"]):
        arguments = [sys.executable, "-m", *command, "--config", str(ROOT / "pyproject.toml"), written]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("code", "name", "family"),
    [("PTL1", "lost-leaf", "tool"), ("PTL999", "Lost_Leaf", "tool"), ("PTL999", "lost-leaf", "my/tool")],
)
def test_malformed_words_are_refused(tmp_path: Path, code: str, name: str, family: str) -> None:
    assert main([code, name, family, "--root", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())


def test_what_exists_is_not_overwritten(tmp_path: Path) -> None:
    for rule in all_rules()[:1]:
        assert main([rule.code, "lost-leaf", "tool", "--root", str(tmp_path)]) == 2
        assert main(["PTL999", rule.name, "tool", "--root", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())

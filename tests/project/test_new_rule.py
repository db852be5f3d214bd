"""The scaffold for newcomers."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint.report.page import explanation
from pytreelint.rules.rule import HEADINGS, all_rules
from tests.project.files import ROOT
from tools.new_rule import FAMILIES, main


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
    assert sorted(path.name for path in case.iterdir()) == ["bad.py", "case.toml", "fixed.py", "ok_square.py"]
    assert "# expect: PTL999" in (case / "bad.py").read_text(encoding="utf-8")
    assert all(ast.parse(program.read_text(encoding="utf-8")).body for program in case.glob("*.py"))


def test_what_is_written_is_formatted_and_typed(tmp_path: Path) -> None:
    assert main(["PTL999", "lost-leaf", "tool", "--root", str(tmp_path)]) == 0
    written = str(tmp_path / "pytreelint" / "rules" / "tool")
    for command in (["ruff", "format", "--check"], ["ruff", "check"]):
        arguments = [sys.executable, "-m", *command, "--config", str(ROOT / "pyproject.toml"), written]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("code", "name", "family"),
    [
        ("PTL1", "lost-leaf", "tool"),
        ("PTL999", "Lost_Leaf", "tool"),
        ("PTL999", "lost-leaf", "my/tool"),
        ("PTL999", "lost-leaf", "static"),  # of another hundred
        ("PTL799", "lost-leaf", "tool"),  # of none
        ("XYZ123", "lost-leaf", "static"),
    ],
)
def test_what_can_be_no_rule_is_refused(tmp_path: Path, code: str, name: str, family: str) -> None:
    assert main([code, name, family, "--root", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())


def test_every_rule_stands_in_the_folder_of_its_family() -> None:
    for rule in all_rules():
        assert type(rule).__module__.split(".")[2] == FAMILIES[rule.code[3]]


@pytest.mark.long
def test_the_command_of_the_page_fails_in_the_one_place_that_it_says(tmp_path: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (arguments,) = re.findall(r"python (-m tools\.new_rule .*)", page)
    clone = tmp_path / "clone"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name, follow_symlinks=False)
    assert run(clone, *arguments.split()).returncode == 0
    parts = [
        "tests/project",
        "tests/fixtures/test_marks.py",
        "tests/fixtures/test_shape.py",
        "tests/rules/test_refused.py",
    ]
    done = run(clone, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "-rf", *parts)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    code, name = arguments.split()[2:4]
    marks = "tests/fixtures/test_marks.py::test_findings_are_the_marks"
    at = f"FAILED {marks}[{code}_{name.replace('-', '_')}/first_case/bad]"
    assert [line.partition(" - ")[0] for line in failed if "no_library" not in line] == [at], done.stdout
    symptoms = run(clone, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/fixtures/test_symptoms.py", "-k", code)
    assert symptoms.returncode == 0, symptoms.stdout


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_what_exists_is_not_overwritten(tmp_path: Path) -> None:
    for rule in all_rules()[:1]:
        assert main([rule.code, "lost-leaf", "tool", "--root", str(tmp_path)]) == 2
        assert main(["PTL999", rule.name, "tool", "--root", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())

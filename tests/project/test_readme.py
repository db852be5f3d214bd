"""The README's samples are what the program prints, and it stands alone where only it is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from pytreelint.cli.group import COMMANDS
from tests.fixtures.server import quick
from tests.project.files import ROOT
from tools.samples import PROGRAM, with_samples

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_samples_are_what_is_printed() -> None:
    """Where they are not: `python -m tools.samples`."""
    assert README.count("<!-- sample: ") == 2
    assert with_samples(README) == README


def test_the_sample_fails_and_its_repaired_copy_runs(tmp_path: Path) -> None:
    folder = shutil.copytree(PROGRAM, tmp_path / "sample")
    assert "TypeError" in run(folder, "train.py").stderr
    assert run(folder, "-m", "pytreelint", "fix", ".").returncode == 0
    mended = run(folder, "train.py")
    assert mended.stdout.startswith("loss 0."), mended.stderr


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command, environ = [sys.executable, *arguments], {**os.environ, **quick()}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def test_the_commands_that_the_readme_names_exist() -> None:
    names = set(re.findall(r"`?pytreelint ([a-z]+) ", README))
    assert {"check", "fix", "rule", "tree"} <= names <= set(COMMANDS)


def test_no_link_is_relative_where_only_the_readme_is_shown() -> None:
    """On PyPI, say: there a link into the repository leads nowhere."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shown = README
    for rule in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        shown = re.sub(rule["pattern"], rule["replacement"], shown)
    assert re.findall(r"\]\((?!https://)[^)]*\)", README)
    assert not re.findall(r"\]\((?!https://)[^)]*\)", shown)
    assert "PTL201 | opaque-leaf-in-jit" in re.sub(r"\s+", " ", shown)

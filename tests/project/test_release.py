"""What is released: built, checked as the package index does, and tried in an empty environment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytreelint import __version__
from tests.project.files import ROOT
from tools.try_release import main, readme_commands


def test_the_readme_has_commands_to_try() -> None:
    commands = readme_commands()
    assert {words[0] for words in commands} >= {"check", "fix", "rule", "tree", "init", "baseline", "new-rule"}


def test_the_workflow_releases_what_was_tried() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert text.index("make test") < text.index("make dist") < text.index("upload-artifact") < text.index("publish@")
    assert "python -m tools.try_release dist" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.long
def test_from_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "build>=1.2", "twine>=6"], check=True)
    dist = tmp_path / "dist"
    subprocess.run([python, "-m", "build", "--outdir", str(dist), str(ROOT)], check=True, capture_output=True)
    checked = [python, "-m", "twine", "check", "--strict", *map(str, dist.iterdir())]
    assert subprocess.run(checked, check=False).returncode == 0
    assert main([str(dist)]) == 0
    assert capsys.readouterr().out.count(f"tried: pytreelint-{__version__}") == 2

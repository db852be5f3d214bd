"""`pytreelint init`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import pytreelint
from tests.cli.test_fix import BROKEN


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def contents(project: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()}


def test_all_at_once_and_then_nothing(project: Path) -> None:
    (project / "pyproject.toml").write_bytes(b"\xef\xbb\xbf[project]\r\nname = 'x'\r\n")
    (project / "ruff.toml").write_text("line-length = 9\n")
    (project / ".pre-commit-config.yaml").write_text("repos:\n- repo: a\n  hooks: []\n")
    before = contents(project)
    shown = pytreelint("init", "--diff", cwd=project)
    assert shown.code == 1
    assert contents(project) == before
    assert all(f"+++ {name}" in shown.out for name in ("pyproject.toml", "ruff.toml", ".pre-commit-config.yaml"))
    done = pytreelint("init", cwd=project)
    assert done.code == 0
    assert "Found 1 error in 1 file." in done.out
    after = contents(project)
    assert after["pyproject.toml"] == before["pyproject.toml"] + b'\r\n[tool.pytreelint]\r\ntarget = "runtime"\r\n'
    assert pytreelint("check", cwd=project).code == 1
    again = pytreelint("init", cwd=project)
    assert (again.code, again.err) == (0, "note: pyproject.toml configures pytreelint already\n")
    assert contents(project) == after


def test_without_metadata_there_is_a_file_of_its_own(project: Path) -> None:
    assert pytreelint("init", "--target", "equinox", cwd=project).code == 0
    assert (project / "pytreelint.toml").read_text() == 'target = "equinox"\n'


def test_a_file_of_hooks_that_is_shaped_otherwise_is_left(project: Path) -> None:
    (project / ".pre-commit-config.yaml").write_text("repos: [{repo: a, hooks: []}]\n")
    done = pytreelint("init", cwd=project)
    assert done.code == 0
    assert "      entry: pytreelint check\n" in done.err
    assert (project / ".pre-commit-config.yaml").read_text() == "repos: [{repo: a, hooks: []}]\n"


@pytest.mark.parametrize("content", [b"[[[", b"\xff", b"tool = 1\n"])
def test_metadata_that_cannot_be_read_stay(project: Path, content: bytes) -> None:
    (project / "pyproject.toml").write_bytes(content)
    done = pytreelint("init", cwd=project)
    assert "Traceback" not in done.err
    assert (project / "pyproject.toml").read_bytes() == content

"""The hooks, under the real pre-commit from PyPI, in an environment that has no jax."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_fix import BROKEN

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def pre_commit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed program, alone in an environment of its own."""
    folder = tmp_path_factory.mktemp("pre-commit")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pre-commit"]
    subprocess.run(install, check=True)
    return programs / "pre-commit"


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of what is here now, committed or not."""
    folder = tmp_path_factory.mktemp("hooks") / "pytreelint"
    for name in ("pytreelint", "docs/rules"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".pre-commit-hooks.yaml", "pyproject.toml", *(path.name for path in ROOT.glob("*.md")), "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return committed(folder)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text(BROKEN)
    return committed(folder)


def committed(folder: Path) -> Path:
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "-m", "all")
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True)


def test_fails_fixes_and_passes(pre_commit: Path, hooks: Path, project: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PRE_COMMIT_HOME": str(home)}
        environment.pop("PYTHONPATH", None)
        command = [str(pre_commit), *arguments, "--all-files", "--verbose"]
        return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)

    found = run("try-repo", str(hooks), "pytreelint")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "PTL201" in found.stdout
    repaired = run("try-repo", str(hooks), "pytreelint-fix")
    assert repaired.returncode == 1, repaired.stdout + repaired.stderr
    assert "files were modified by this hook" in repaired.stdout
    assert "@filter_jit" in (project / "train.py").read_text()
    configure(project, hooks)
    passed = run("run")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert passed.stdout.count("Passed") == 2
    packages = {path.name for path in home.rglob("site-packages/*")}
    assert "libcst" in packages
    assert "jax" not in packages


def configure(project: Path, hooks: Path) -> None:
    """Both hooks, as a project names them; `try-repo` keeps no environment to look into."""
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=hooks, capture_output=True, text=True, check=True)
    (project / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks}\n  rev: {head.stdout.strip()}\n  hooks:\n  - id: pytreelint-fix\n  - id: pytreelint\n"
    )
    git(project, "add", "--all")

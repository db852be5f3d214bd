"""`check --add-suppressions`, `--ignore-suppressions`, `require-reason`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import BROKEN, pytreelint
from tests.cli.test_fix import BROKEN as FIXABLE


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "fixable.py").write_text(FIXABLE, encoding="utf-8")
    return tmp_path


def test_comments_for_all_findings(project: Path) -> None:
    (project / "broken.py").write_text(BROKEN)
    done = pytreelint("check", "--add-suppressions", "old, see #12", "--output-format", "concise", cwd=project)
    assert done.code == 1
    assert done.err == (
        "not suppressed: broken.py:1: PTL901: no comment can suppress that\nSuppressed 1 finding in 1 file; 1 left.\n"
    )
    assert done.out.startswith("broken.py:1:")
    assert "# pytreelint: ignore[opaque-leaf-in-jit] old, see #12\n" in (project / "fixable.py").read_text()
    (project / "broken.py").unlink()
    (project / "pytreelint.toml").write_text("require-reason = true\n")
    assert pytreelint("check", cwd=project).code == 0
    assert "PTL201" in pytreelint("check", "--ignore-suppressions", cwd=project).out


def test_a_reason_is_demanded(project: Path) -> None:
    text = FIXABLE.replace("# compiled", "# pytreelint: ignore[PTL201]")
    (project / "fixable.py").write_text(text)
    assert pytreelint("check", cwd=project).code == 0
    (project / "pytreelint.toml").write_text("require-reason = true\n")
    assert "PTL904" in pytreelint("check", "--output-format", "concise", cwd=project).out
    assert "PTL904" in pytreelint("check", "--add-suppressions", "why", cwd=project).err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--add-suppressions", ""],
        ["--add-suppressions", "--"],
        ["--add-suppressions", "a\nimport os"],
        ["--add-suppressions", "a\u202e"],
        ["--add-suppressions", "a # noqa"],
        ["--add-suppressions", "a", "-"],
        ["--add-suppressions", "a", "--ignore-suppressions"],
        ["--add-suppressions", "a", "--fix"],
    ],
)
def test_what_is_refused_changes_nothing(project: Path, arguments: list[str]) -> None:
    assert pytreelint("check", *arguments, cwd=project).code == 2
    assert (project / "fixable.py").read_text() == FIXABLE


def test_what_cannot_be_written_is_left(project: Path) -> None:
    (project / "fixable.py").write_bytes(b"# coding: ascii\n" + FIXABLE.encode())
    done = pytreelint("check", "--add-suppressions", "caf\u00e9", cwd=project)
    assert done.code == 1
    assert "cannot be written in ascii" in done.err

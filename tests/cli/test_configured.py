"""`--config` and `--isolated`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import BROKEN, pytreelint


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "pytreelint.toml").write_text('ignore = ["PTL901"]\n')
    (tmp_path / "a=b.toml").write_text('fail-on = "error"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--isolated"], 1),
        (["--config", "ignore=[]"], 1),
        (["--isolated", "--config", 'ignore = ["ALL"]', "--config", 'select=["PTL901"]'], 1),
        (["--config", "a=b.toml"], 1),
        (["--config", "pytreelint.toml", "--config", "ignore=[]"], 1),
        (["--isolated", "--config", "a=b.toml"], 2),
        (["--config", "a=b.toml", "--config", "pytreelint.toml"], 2),
        (["--config", "ignor=[]"], 2),
    ],
)
def test_what_is_in_force(project: Path, arguments: list[str], code: int) -> None:
    assert pytreelint("check", *arguments, cwd=project).code == code

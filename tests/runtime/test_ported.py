"""Training programs in Equinox's manner: with our transforms in place of Equinox's they print the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = sorted((Path(__file__).parent / "ported").glob("*.py"))
ROOT = Path(__file__).parents[2]
# The one line that changes.
TRANSFORMS = re.compile(r"^from equinox import (?=[^\n(]*filter_jit|\([^)]*filter_jit)", flags=re.MULTILINE)


def printed(text: str, path: Path) -> str:
    """What a program prints in a process with eight devices."""
    path.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XLA_FLAGS": "", "JAX_NUM_CPU_DEVICES": "8"}
    ended = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, env=environment, check=False, cwd=path.parent
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def cases() -> list[Any]:
    """Both versions of each are compiled."""
    return [pytest.param(path, id=path.stem, marks=pytest.mark.long) for path in PROGRAMS]


@pytest.mark.parametrize("program", cases())
def test_the_same_numbers(program: Path, tmp_path: Path) -> None:
    theirs = program.read_text(encoding="utf-8")
    ours, changes = TRANSFORMS.subn("from pytreelint.runtime import ", theirs)
    assert changes == 1 and "eqx.filter" not in ours
    expected = printed(theirs, tmp_path / "theirs.py")
    assert len(expected.splitlines()) >= 5
    assert printed(ours, tmp_path / "ours.py") == expected

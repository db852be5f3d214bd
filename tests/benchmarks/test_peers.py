"""Which files another linter dies of."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.peers import deadly

LINTER = """
import pathlib, sys
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")) or [pathlib.Path(sys.argv[1])]:
    if "boom" in path.read_text():
        raise AttributeError("boom")
sys.exit(1)  # findings
"""


def test_deadly_files(tmp_path: Path) -> None:
    (tmp_path / "linter.txt").write_text(LINTER)
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in {"a": "boom", "b": "x = 1", "c": "y = 'boom'"}.items():
        (folder / f"{name}.py").write_text(text)
    line = [sys.executable, str(tmp_path / "linter.txt"), "."]
    dead = deadly(line, folder)
    assert [path.name for path in dead] == ["a.py", "c.py"]
    for path in dead:
        path.unlink()
    assert deadly(line, folder) == []

"""What mypy and pyright, both strict, are told: user programs in `typed/`, whose wrong lines say so."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pytreelint

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent / "typed"
PROGRAMS = sorted(FOLDER.glob("*.py"))
WRONG = {
    (path.name, number)
    for path in PROGRAMS
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    if "# wrong: " in line
}
CHECKERS = {
    "mypy": ["--config-file=", "--strict", "--follow-imports=silent", "--no-error-summary", "--hide-error-context"],
    "pyright": ["--project", str(FOLDER), "--pythonpath", sys.executable],
}
PLACE = re.compile(r"(\w+\.py):(\d+)(?::\d+)?(?: -|:) error: (.*)")


@pytest.mark.parametrize("checker", ["mypy", pytest.param("pyright", marks=pytest.mark.long)])
def test_right_programs_pass_and_wrong_lines_do_not(checker: str, tmp_path: Path) -> None:
    options = CHECKERS[checker]
    folder = FOLDER
    if checker == "mypy":
        # Below the root each program would have two names.
        folder = shutil.copytree(FOLDER, tmp_path / "programs")
        options = [*options, f"--cache-dir={tmp_path / 'cache'}", "--python-executable", sys.executable, "."]
    environment = {**os.environ, "MYPYPATH": str(ROOT), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", checker, *options]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    found = {(m[1], int(m[2])): m[3] for m in map(PLACE.search, ended.stdout.splitlines()) if m}
    assert found, ended.stdout + ended.stderr
    assert {place: text for place, text in found.items() if place not in WRONG} == {}
    assert WRONG - found.keys() == set()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_right_lines_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    assert runpy.run_path(str(path))


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(pytreelint.__file__).parent / "py.typed").is_file()

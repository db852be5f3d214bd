"""Runs the linter over copies of the programs and says what it found, program by program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.fixtures.cases import Program
from tests.fixtures.oracle import PYTHON
from tests.programs.cases import ROOT, Mark

REPOSITORY = ROOT.parents[1]


def found_in(programs: Iterable[Program]) -> Mapping[Path, frozenset[Mark]]:
    """The findings (file, row, code) of each program, by its path.

    The programs are copied out of the repository, so that its configuration says nothing about them, and are checked in
    one run, as a user would check a folder of scripts.
    """
    programs = tuple(programs)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name).resolve() / "programs"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
        paths = [str(program.path.relative_to(ROOT)) for program in programs]
        findings = run(paths, copy)
    return {program.path: frozenset(mark for mark in findings if within(mark, program)) for program in programs}


def within(mark: Mark, program: Program) -> bool:
    path = program.path.relative_to(ROOT).as_posix()
    return mark[0] == path or mark[0].startswith(path + "/")


def run(paths: list[str], folder: Path) -> frozenset[Mark]:
    """The marks of one call; a usage or internal error (exit code 2) ends the test."""
    command = [sys.executable, "-m", "pytreelint", "check", "--no-cache", "--output-format", "json", "--python", PYTHON]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run([*command, *paths], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"pytreelint exits with {done.returncode}\n{done.stderr}")
    return frozenset(
        (Path(item["filename"]).relative_to(folder).as_posix(), item["location"]["row"], item["code"])
        for item in json.loads(done.stdout)
    )

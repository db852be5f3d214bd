"""Mutants drawn at random and checked: which of them are found, and what else is said?"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.corpus import Package
from benchmarks.linting import CONFIGURATION, ROOT, make_environment
from benchmarks.mutants.mutant import Mutant

MOST_OF_A_FILE = 2
Said = tuple[int, str]


def drawn(every: Iterable[Mutant], seed: int, most_of_a_project: int | None = None) -> Iterator[Mutant]:
    """Mutants in a random order, few of one file, nor of one project."""
    mutants = list(every)
    random.Random(seed).shuffle(mutants)
    counts = Counter[Path]()
    for mutant in mutants:
        folder = mutant.package.folder
        if counts[mutant.file] < MOST_OF_A_FILE and (most_of_a_project is None or counts[folder] < most_of_a_project):
            counts.update((mutant.file, folder))
            yield mutant


def said(mutant: Mutant, environment: Path, text: str, codes: Sequence[str] = ()) -> list[Said]:
    """The lines and codes of the findings at a content of the mutant's file; `codes`: of these rules alone."""
    command = [sys.executable, "-m", "pytreelint", "check", "--no-cache", "--output-format", "json"]
    selection = ["--select", ",".join(codes)] if codes else []
    run = subprocess.run(
        [*command, *selection, "--python", str(environment), "--stdin-filename", str(mutant.file), "-"],
        cwd=mutant.package.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{mutant}: exit code {run.returncode}\n{run.stderr}")
    return [(item["location"]["row"], item["code"]) for item in json.loads(run.stdout)]


def outcome(mutant: Mutant, environment: Path, codes: Sequence[str]) -> tuple[list[Said], list[Said]]:
    """What is said of the mutant alone: by the rules that should speak, in its function, and besides."""
    before = Counter(said(mutant, environment, mutant.file.read_bytes().decode()))
    right, besides = list[Said](), list[Said]()
    first, last = mutant.scope
    for row, code in said(mutant, environment, mutant.text()):
        old = (mutant.row_before(row), code)
        if before[old]:
            before[old] -= 1
        else:
            (right if code in codes and first <= old[0] <= last else besides).append((row, code))
    return right, besides


def count(mutants: Iterable[Mutant], packages: Sequence[Package], codes: Sequence[str], most: int) -> str:
    """Check them one by one, say what became of each, and of all."""
    found = total = alone = 0
    projects = set[Path]()
    with tempfile.TemporaryDirectory() as scratch:
        environment = make_environment((package for package in packages if package.version), Path(scratch))
        for mutant in mutants:
            if total == most:
                break
            if mutant.package.version:  # a project that was named by its folder has its own settings
                (mutant.package.folder / "pytreelint.toml").write_text(CONFIGURATION, encoding="utf-8")
            right, besides = outcome(mutant, environment, codes)
            total += 1
            found += bool(right)
            alone += bool(right) and not besides
            projects.add(mutant.package.folder)
            also = f"   besides: {', '.join(f'{code} in line {row}' for row, code in besides)}" if besides else ""
            print("found " if right else "missed", f"{mutant}{also}", flush=True)
    return f"{found} of {total} found, {alone} with nothing besides, in {len(projects)} projects"

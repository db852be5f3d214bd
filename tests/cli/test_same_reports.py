"""A report is the same, byte for byte, whatever the number of processes and whatever the cache holds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import ROOT, Outcome, pytreelint

# Of so many rules, one has its fixtures in the project: some 60 files in `make test`, 700 in all.
EVERY = (16, pytest.param(5, marks=pytest.mark.long))


@pytest.fixture(params=EVERY)
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A project of fixtures and of programs of several files, whose modules import one another."""
    root, every = tmp_path / "project", request.param
    root.mkdir()
    for folder in sorted((ROOT / "fixtures").glob("PTL*"))[8::every]:
        shutil.copytree(folder, root / folder.name)
    for folder in sorted((ROOT / "tests" / "programs").glob("*_package"))[::every]:
        shutil.copytree(folder, root / folder.name)
    (root / "pytreelint.toml").write_text("")
    return root


def report(project: Path, *options: str) -> Outcome:
    outcome = pytreelint("check", "--output-format", "jsonl", "--coverage", "--select", "ALL", *options, cwd=project)
    assert outcome.code == 1, outcome.err
    return outcome


def entries(project: Path) -> list[Path]:
    return sorted(path for path in (project / ".cache").rglob("*") if path.is_file() and path.parent.parent != project)


def states(project: Path) -> Iterator[tuple[str, Outcome]]:
    """Reports from all that a cache can hold, by what it held."""
    yield "three processes", report(project, "--no-cache", "--jobs", "3")
    yield "nothing", report(project, "--jobs", "2")
    yield "everything", report(project)
    for path in entries(project)[::3]:
        path.unlink()
    yield "two thirds", report(project, "--jobs", "2")
    for path in entries(project)[::2]:
        path.write_bytes(path.read_bytes()[:-1])
    yield "damaged entries", report(project, "--jobs", "1")
    edited = next(path for path in sorted(project.rglob("*.py")) if "_package" in str(path))
    text = edited.read_text()
    edited.write_text(f"import os\n{text}")
    report(project)
    edited.write_text(text)
    yield "an edit that was taken back", report(project)


def test_reports_are_the_same_in_all_states_of_the_cache(project: Path) -> None:
    first = report(project, "--no-cache", "--jobs", "1")
    assert first.out.count("\n") > 20
    for state, outcome in states(project):
        assert outcome == first, state

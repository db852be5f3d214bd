"""Runs that are killed, that meet each other, or that find the disk full: files stay whole, the next run is right."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import environment, pytreelint
from tests.cli.test_fix import BROKEN

FILES = 6
MODULES = {f"t{number}.py": f"# {number}\n{BROKEN}" for number in range(FILES)}
FIXED = "filter_jit"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytreelint.toml").write_text("")
    write(tmp_path)
    return tmp_path


def write(project: Path) -> None:
    for name, text in MODULES.items():
        (project / name).write_text(text)


def start(project: Path, *arguments: str, most: int | None = None) -> subprocess.Popen[str]:
    """A run; `most` is how many bytes a file may have: what is written behind them fails, as on a full disk."""

    def limit() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return subprocess.Popen(
        [sys.executable, "-m", "pytreelint", *arguments],
        cwd=project,
        env=environment(project),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )


def killed_after(project: Path, seconds: float, *arguments: str) -> None:
    with start(project, *arguments) as process:
        time.sleep(seconds)
        process.kill()


def test_a_cache_whose_writers_are_killed_answers_rightly(project: Path) -> None:
    expected = pytreelint("check", "--no-cache", cwd=project)
    for attempt in range(10):
        killed_after(project, 0.3 + 0.06 * attempt, "check")
        write(project)
    for _ in range(2):  # what is left of the cache, and what a whole run made of it
        done = pytreelint("check", cwd=project)
        assert (done.code, done.out, done.err) == (expected.code, expected.out, expected.err)


def test_checks_at_once_say_the_same(project: Path) -> None:
    processes = [start(project, "check") for _ in range(3)]
    said = {process.communicate(timeout=120) for process in processes}
    assert len(said) == 1
    assert said == {(pytreelint("check", "--no-cache", cwd=project).out, "")}


def test_fixes_at_once_fix_each_file_once(project: Path) -> None:
    processes = [start(project, "fix") for _ in range(3)]
    outcomes = [process.communicate(timeout=120) for process in processes]
    assert not [err for _, err in outcomes if "Traceback" in err]
    texts = [(project / name).read_text() for name in MODULES]
    assert [text.count(f"import {FIXED}") for text in texts] == [1] * FILES
    assert sorted(path.name for path in project.glob("*.py")) == sorted(MODULES)
    assert pytreelint("fix", "--check", cwd=project).code == 0


def test_a_full_disk_costs_no_byte(project: Path) -> None:
    with start(project, "fix", most=100) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode not in (0, None)
    assert "Traceback" not in out + err
    assert "t0.py" in out + err
    assert {path.name: path.read_text() for path in project.glob("*.py")} == MODULES
    assert not [path for path in project.iterdir() if path.is_file() and path.name not in {*MODULES, "pytreelint.toml"}]


def test_a_full_disk_for_the_cache_changes_no_finding(project: Path) -> None:
    expected = pytreelint("check", "--no-cache", cwd=project)
    with start(project, "check", most=100) as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (expected.code, expected.out)
    assert "Traceback" not in err
    done = pytreelint("check", cwd=project)
    assert (done.code, done.out) == (expected.code, expected.out)


def test_reports_on_a_full_disk_are_an_error(project: Path) -> None:
    with start(project, "check", "--output", "sarif:out.sarif", most=100) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "out.sarif" in err
    assert "Traceback" not in out + err

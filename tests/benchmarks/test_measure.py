"""Time and memory of a command are those of the command and its children."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from benchmarks.check_speed import replicate
from benchmarks.corpus import Package
from benchmarks.measure import PROC, Cost, Job, costs
from benchmarks.table import Line

HOLD = "data = bytearray(60_000_000); import time; time.sleep(0.3)"


def cost_of(job: Job, folder: Path, runs: int) -> Cost:
    return costs([job], folder, runs)[job.name]


def test_the_time_is_measured(tmp_path: Path) -> None:
    cost = cost_of(Job("sleep", [sys.executable, "-c", "import time; time.sleep(0.1)"]), tmp_path, 2)
    assert 0.1 <= cost.fastest <= cost.seconds
    assert cost.exit_code == 0


def test_memory_is_summed_over_children(tmp_path: Path) -> None:
    spawn = f"import subprocess, sys; {HOLD.split(';')[0]}; subprocess.run([sys.executable, '-c', {HOLD!r}])"
    cost = cost_of(Job("spawn", [sys.executable, "-c", spawn]), tmp_path, 0)
    assert (cost.megabytes is None) == (not PROC.is_dir())
    assert cost.megabytes is None or cost.megabytes > 120


def test_jobs_take_turns(tmp_path: Path) -> None:
    order: list[str] = []
    jobs = [Job(name, [sys.executable, "-c", ""], partial(order.append, name)) for name in ("a", "b")]
    assert list(costs(jobs, tmp_path, 1)) == ["a", "b"]
    assert order == ["a", "b", "a", "b"]


def test_a_command_that_did_not_do_its_work_is_no_measurement(tmp_path: Path) -> None:
    job = Job("broken", [sys.executable, "-c", "raise SystemExit(2)"], refused=(2,))
    with pytest.raises(RuntimeError, match="exit code 2"):
        cost_of(job, tmp_path, 1)


def test_a_bound_is_kept_or_broken() -> None:
    assert Line("one", Cost(0.2, 0.2, 100.0, 0), 0.25, 300).kept
    assert not Line("one", Cost(0.3, 0.2, 100.0, 0), 0.25, 300).kept
    assert not Line("one", Cost(0.2, 0.2, 400.0, 0), 0.25, 300).kept


def test_copies_fill_up_to_the_target(tmp_path: Path) -> None:
    package = Package("a", "1", tmp_path / "corpus" / "a")
    package.folder.mkdir(parents=True)
    (package.folder / "b.py").write_text("x = 1\n" * 9, encoding="utf-8")
    assert replicate([package], tmp_path / "many", 25) == 30
    assert len({path.read_bytes() for path in (tmp_path / "many").rglob("*.py")}) == 3

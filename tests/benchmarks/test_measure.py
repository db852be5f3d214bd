"""Time and memory of a command are those of the command and its children."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from benchmarks.check_speed import Build, compared, told
from benchmarks.corpus import Package, gather
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


def test_a_corpus_has_no_file_twice(tmp_path: Path) -> None:
    found = []
    for name, texts in {"a": ("x = 1\n" * 9, "y = 1\n" * 9), "b": ("x = 1\n" * 9, "z = 1\n" * 9)}.items():
        found.append(Package(name, "1", tmp_path / "corpus" / name))
        found[-1].folder.mkdir(parents=True)
        for number, text in enumerate(texts):
            (found[-1].folder / f"{number}.py").write_text(text, encoding="utf-8")
    assert gather(found, tmp_path / "many", 25) == 27
    assert [path.relative_to(tmp_path / "many").as_posix() for path in sorted((tmp_path / "many").rglob("*.py"))] == [
        "a/0.py",
        "a/1.py",
        "b/1.py",
    ]
    assert 'src = ["a", "b"]' in (tmp_path / "many" / "pytreelint.toml").read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="27 lines, fewer than 28"):
        gather(found, tmp_path / "more", 28)


def test_processor_time_is_that_of_the_command(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.2: pass"
    assert cost_of(Job("busy", [sys.executable, "-c", busy]), tmp_path, 1).processor >= 0.2


def test_shares_of_other_programs_are_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    build = Build("ours", sys.executable, {}, 0.8, 36)

    def lines(seconds: float) -> list[Line]:
        return [Line(name, Cost(each, each, None, 0)) for name, each in {"ours cold": seconds, "jaxlint": 1}.items()]

    assert compared([build], lines(0.7))
    assert not compared([build], lines(0.9))
    assert "ours cold: 0.90 of the time of jaxlint, at most 0.8" in capsys.readouterr().out


def test_what_a_program_says_of_its_time_is_kept(tmp_path: Path) -> None:
    said = "print('1 error'); print('timing: 1 s'); print('  half of it'); print(); print('more')"
    assert told(Job("", [sys.executable, "-c", said]), tmp_path) == ["timing: 1 s", "  half of it"]

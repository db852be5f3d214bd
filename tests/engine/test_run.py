"""Runs as a whole: selection, suppression, order, stdin, several processes, and faults that cost one file."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytreelint.engine import part as part_module
from pytreelint.engine import pool as pool_module
from pytreelint.engine import reader as reader_module
from pytreelint.engine import run as run_module
from pytreelint.engine.discovery import MissingPathError, discover
from pytreelint.engine.run import Report, Stdin, check
from pytreelint.engine.settings import Settings
from tests.engine.judges import scripted


def write(root: Path, **files: str) -> Settings:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text)
    return Settings(str(root), cache_dir=str(root / ".cache"))


def run(root: Path, settings: Settings, jobs: int = 1, cache: bool = False) -> Report:
    return check([str(root)], settings, jobs=jobs, cache=cache, make_judge=scripted)


def told(report: Report) -> list[tuple[str, str]]:
    return [(f.code, Path(f.place.path).name) for f in report.findings]


def test_findings_are_sorted_and_unique(tmp_path: Path) -> None:
    settings = write(tmp_path, b="# find\n", a="# find\n", c=f"# find {tmp_path}/a.py\n", ok="x = 1\n")
    report = run(tmp_path, settings)
    assert told(report) == [("PTL101", "a.py"), ("PTL101", "b.py")]
    assert report.sites == {("Scripted", "found"): 3}
    assert report.n_files == 4
    assert [Path(file).name for file in report.files] == ["a.py", "b.py", "c.py", "ok.py"]
    assert (report.errors, report.notes) == ((), ())


def test_an_empty_folder_gives_an_empty_report(tmp_path: Path) -> None:
    report = run(tmp_path, Settings(str(tmp_path)))
    assert (report.findings, report.n_files) == ((), 0)


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MissingPathError):
        check([str(tmp_path / "gone")], Settings(str(tmp_path)), cache=False)


def test_selection_comes_after_suppression(tmp_path: Path) -> None:
    settings = write(
        tmp_path, a="# find\n", b="# find # pytreelint: ignore[static-array]\n", c="x = 1  # noqa: PTL101\n"
    )
    assert told(run(tmp_path, settings)) == [("PTL101", "a.py"), ("PTL902", "c.py")]
    only = replace(settings, select=("PTL9",), ignore=("PTL904",))
    assert told(run(tmp_path, only)) == []
    assert told(run(tmp_path, replace(settings, ignore=("unused-suppression",)))) == [("PTL101", "a.py")]


def test_per_file_ignores(tmp_path: Path) -> None:
    settings = replace(write(tmp_path, a="# find\n", b="# find\n"), per_file_ignores=(("b.py", ("PTL1",)),))
    assert told(run(tmp_path, settings)) == [("PTL101", "a.py")]


def test_a_finding_elsewhere_is_answered_by_the_comments_there(tmp_path: Path) -> None:
    settings = write(tmp_path, a="x = 1  # pytreelint: ignore[PTL101] as the paper says\n")
    settings = write(tmp_path, b=f"# find {tmp_path}/a.py\n")
    assert told(run(tmp_path, settings)) == []
    assert told(check([str(tmp_path / "b.py")], settings, cache=False, make_judge=scripted)) == []


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_report_does_not_depend_on_the_number_of_processes(tmp_path: Path, jobs: int) -> None:
    files = {f"f{number}": "# find\n" if number % 3 else "x = (\n" for number in range(12)}
    settings = write(tmp_path, **files)
    one = run(tmp_path, settings)
    many = run(tmp_path, settings, jobs=jobs)
    assert (many.findings, many.sites, many.files) == (one.findings, one.sites, one.files)
    assert len(many.findings) == 12


def test_workers_fill_the_cache(tmp_path: Path) -> None:
    settings = write(tmp_path, a="# find\n", b="x = 1\n", c="x = (\n")
    first = run(tmp_path, settings, jobs=2, cache=True)
    second = run(tmp_path, settings, cache=True)
    assert second.findings == first.findings
    assert second.seconds["judge"] == 0


@pytest.mark.parametrize("deed", ["exit", "kill"])
def test_a_worker_that_dies_costs_its_file(tmp_path: Path, deed: str) -> None:
    files = {f"f{number}": "# find\n" for number in range(8)}
    settings = write(tmp_path, **files, dying=f"# {deed}\n", last=f"# {deed}\n")
    report = run(tmp_path, settings, jobs=2)
    dead = [f for f in report.findings if f.code == "PTL901"]
    assert [Path(f.place.path).name for f in dead] == ["dying.py", "last.py"]
    assert all("the process that checked this file died" in f.message for f in dead)
    assert len(report.findings) == 10


@pytest.mark.parametrize(("bound", "held"), [("_MOST_HELD", -1), ("_MOST_HELD", 1_000), ("_HELD", -1)])
def test_a_worker_that_holds_too_much_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, held: int
) -> None:
    settings = write(tmp_path, **{f"f{number}": "# process\n" for number in range(8)})
    monkeypatch.setattr(reader_module, bound, held)
    report = run(tmp_path, settings, jobs=2)
    assert [name for _, name in told(report)] == [f"f{number}.py" for number in range(8)]
    few = bound == "_HELD"  # eight files: what is read for the first ones serves the others
    replaced = held < 0 and not few and pool_module._START == "fork"  # others know nothing of the patch
    assert len({process for _, process in report.sites}) == (8 if replaced else 2)
    assert str(os.getpid()) not in {process for _, process in report.sites}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("deed", ["raise", "recurse"])
def test_an_internal_error_costs_its_file(tmp_path: Path, deed: str, jobs: int) -> None:
    settings = write(tmp_path, a="# find\n", bad=f"# {deed}\n", c="# find\n")
    report = run(tmp_path, settings, jobs=jobs, cache=True)
    assert told(report) == [("PTL101", "a.py"), ("PTL101", "c.py")]
    (error,) = report.errors
    assert error.startswith(f"internal error on {tmp_path}/bad.py:\n")
    assert ("LookupError: scripted" if deed == "raise" else "RecursionError") in error
    assert run(tmp_path, settings, cache=True).errors


def test_stdin_is_checked_as_the_file_that_it_is_called(tmp_path: Path) -> None:
    settings = replace(write(tmp_path, net="x = (\n"), exclude=("gen",))
    stdin = Stdin(str(tmp_path / "net.py"), b"# find\n")
    assert told(check([], settings, stdin=stdin, make_judge=scripted)) == [("PTL101", "net.py")]
    broken = Stdin(str(tmp_path / "other.py"), b"\0")
    assert told(check([], settings, stdin=broken)) == [("PTL901", "other.py")]
    quiet = Stdin(str(tmp_path / "net.py"), b"# find # noqa\n")
    assert told(check([], settings, stdin=quiet, make_judge=scripted)) == []
    excluded = Stdin(str(tmp_path / "gen" / "a.py"), b"# find\n")
    assert check([], replace(settings, force_exclude=True), stdin=excluded).n_files == 0
    assert not (tmp_path / ".cache").exists()


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    settings = write(tmp_path, a="x = 1\n", b="x = 1\n", c="x = 1\n")
    seen: list[tuple[int, int]] = []
    for jobs in (1, 2):
        check([str(tmp_path)], settings, cache=False, jobs=jobs, progress=lambda *at: seen.append(at))
    assert seen == [(1, 3), (2, 3), (3, 3)] * 2


def test_phases_are_timed(tmp_path: Path) -> None:
    report = run(tmp_path, write(tmp_path, a="# find\n"), cache=True)
    assert set(report.seconds) == {"discover", "read", "cache", "judge", "suppress"}


def test_small_work_is_done_by_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = write(tmp_path, a="x = 1\n", b="x = 1\n")
    started: list[int] = []

    def start(files: object, order: object, jobs: int) -> list[object]:
        started.append(jobs)
        return []

    monkeypatch.setattr("pytreelint.engine.pool.examine_all", start)
    check([str(tmp_path)], settings, cache=False)
    assert started == []
    monkeypatch.setattr(part_module, "PARALLEL_FROM", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    check([str(tmp_path)], settings, cache=False)
    assert started == [2]


def test_workers_do_not_import_from_the_working_directory(tmp_path: Path) -> None:
    write(tmp_path, a="x = 1\n", b="# find\n")
    marker = tmp_path / "executed"
    for name in ("marshal", "struct", "click", "tomllib", "tokenize", "sitecustomize"):
        write(tmp_path, **{name: f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"})
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from pytreelint.engine import judge, pool\n"
        "from pytreelint.engine.run import check\n"
        "from pytreelint.engine.settings import Settings\n"
        f"sys.path[:0] = ['', {str(tmp_path)!r}]\n"  # as `python -m` does
        f"print(check([{str(tmp_path)!r}], Settings({str(tmp_path)!r}), cache=False, jobs=2).n_files)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(list(tmp_path.glob('*.py')))}\n"
    assert not marker.exists()


def test_python_dash_m_does_not_import_from_the_working_directory(tmp_path: Path) -> None:
    marker = tmp_path / "executed"
    for name in ("click", "rich", "pathspec", "tomllib", "struct", "tokenize"):
        write(tmp_path, **{name: f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n"})
    (tmp_path / "pytreelint.toml").write_text("")
    (tmp_path / ".gitignore").write_text("*.txt\n")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "pytreelint", "check", "--no-cache", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert not marker.exists()


HOSTILE = {
    "parentheses": "x = " + "(" * 1500 + "1" + ")" * 1500,
    "chain": "x = a" + ".b()" * 5000,
    "subscripts": "x = a" + "[0]" * 5000,
    "conditions": "import jax\ndef f(a):\n  if a: pass\n" + "".join(f"  elif a == {n}: pass\n" for n in range(900)),
    "nested_f_strings": "x = " + "f'{" * 140 + "1" + "}'" * 140,
    "sums": "import jax\nx = jax.jit(lambda a: a)(" + " + ".join(["1"] * 700) + ")\n",
    "attributes": "import jax\nx = jax.jit(jax" + ".b" * 600 + ")\n",
    "functions": "import jax\n"
    + "".join("    " * n + f"def f{n}(x):\n" for n in range(60))
    + "    " * 60
    + "return 1\n",
    "bytes": "\udcff",
    "nul": "x = 1\0",
    "cookie": "# coding: klingon\n",
    "unclosed": "x = '''",
}


def test_hostile_files_cost_themselves_only(tmp_path: Path) -> None:
    for name, text in HOSTILE.items():
        (tmp_path / f"{name}.py").write_bytes(text.encode("utf-8", "surrogateescape"))
    os.mkfifo(tmp_path / "fifo.py")
    (tmp_path / "dangling.py").symlink_to("nowhere.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    with (tmp_path / "large.py").open("wb") as file:
        file.truncate(5_000_000)
    settings = write(tmp_path, good="# find\n")
    report = run(tmp_path, settings)
    assert ("PTL101", "good.py") in told(report)
    assert report.errors == ()
    unread = {name for code, name in told(report) if code == "PTL901"}
    certain = {"parentheses", "bytes", "nul", "cookie", "unclosed", "fifo", "dangling", "large"}
    assert unread >= {f"{name}.py" for name in certain}
    assert unread <= {f"{name}.py" for name in certain | {"chain", "subscripts", "nested_f_strings", "conditions"}}


@pytest.mark.parametrize(("levels", "codes"), [(900, []), (1_100, ["PTL901"])])
@pytest.mark.parametrize("text", ["x = {}a", "def f(a):\n  return {}a\nf(1)"])
def test_syntax_is_followed_so_deep_and_no_deeper_whatever_the_stack_holds(
    tmp_path: Path, text: str, levels: int, codes: list[str]
) -> None:
    settings = write(tmp_path, deep="import jax\n" + text.format("not " * levels) + "\n")
    report = check([str(tmp_path)], settings, cache=False)
    assert [finding.code for finding in report.findings] == codes
    assert report.errors == ()
    assert all("nested too deeply to check" in finding.message for finding in report.findings)


def test_a_file_that_vanishes_during_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = write(tmp_path, a="# find\n", b="x = 1\n", c="# find\n")

    def then_remove(*given: Any) -> tuple[str, ...]:
        files = discover(*given)
        (tmp_path / "b.py").unlink()
        return files

    monkeypatch.setattr(run_module, "discover", then_remove)
    assert told(run(tmp_path, settings)) == [("PTL101", "a.py"), ("PTL901", "b.py"), ("PTL101", "c.py")]


def test_a_hundred_thousand_lines(tmp_path: Path) -> None:
    settings = write(tmp_path, a="import jax\n" + "value = other + 1  # text\n" * 100_000, b="# find\n")
    report = run(tmp_path, settings)
    assert told(report) == [("PTL101", "b.py")]

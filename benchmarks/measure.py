"""Wall time, processor time and memory of a command, children included."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
PROC = Path("/proc")
_BETWEEN = 0.02  # seconds between two looks at memory: a look at three processes takes a millisecond


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command costs.

    Attributes:
        seconds: the median wall time of the runs.
        fastest: the best of them.
        megabytes: the highest sum of resident memory over the command and its children at one moment; None where
            the system has no `/proc`. Pages that processes share count once in each.
        exit_code: of the last run.
        processor: seconds of all processors together, the least of the runs.
    """

    seconds: float
    fastest: float
    megabytes: float | None
    exit_code: int
    processor: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """A command to be measured, with what is done before each of its runs.

    Attributes:
        refused: exit codes that say that it did not do its work.
    """

    name: str
    command: Sequence[str]
    before: Callable[[], None] = lambda: None
    environment: Mapping[str, str] | None = None
    refused: Sequence[int] = ()


def costs(jobs: Sequence[Job], folder: Path, runs: int) -> dict[str, Cost]:
    """Run the jobs in a folder, one after the other, in rounds, so that a busy minute of the machine meets them all.

    The last round is for the memory: watching costs time, so it is not timed, unless it is the only one (`runs` is 0).

    Raises:
        RuntimeError: a command ended with an exit code that it refuses.
    """
    seconds: dict[str, list[float]] = {job.name: [] for job in jobs}
    processor: dict[str, list[float]] = {job.name: [] for job in jobs}
    codes: dict[str, int] = {}
    peaks: dict[str, float | None] = {}
    for watched in [*([False] * runs), True]:
        for job in jobs:
            job.before()
            start, spent = time.perf_counter(), processor_time()
            codes[job.name], peak = run(job, folder, watched)
            if not watched or not runs:
                seconds[job.name].append(time.perf_counter() - start)
                processor[job.name].append(processor_time() - spent)
            peaks[job.name] = peak
    return {
        name: Cost(statistics.median(times), min(times), peaks[name], codes[name], min(processor[name]))
        for name, times in seconds.items()
    }


def processor_time() -> float:
    """The processor seconds of all processes that were waited for so far, by this one or by its children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(job: Job, folder: Path, watched: bool) -> tuple[int, float | None]:
    """Run a job once; give its exit code and, where it is watched, its peak in megabytes."""
    with subprocess.Popen(
        job.command, cwd=folder, env=job.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        peak = peak_pages(process) if watched and PROC.is_dir() else None
    if process.returncode in job.refused:
        raise RuntimeError(f"exit code {process.returncode}: {' '.join(job.command)}")
    return process.returncode, None if peak is None else peak * PAGE / 1e6


def peak_pages(process: subprocess.Popen[bytes]) -> int:
    """Look at a process and its descendants again and again until it ends."""
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(resident_pages(pid) for pid in family(process.pid)))
        time.sleep(_BETWEEN)
    return peak


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for parent in found:
        for children in PROC.glob(f"{parent}/task/*/children"):
            try:
                found += map(int, children.read_text().split())
            except OSError:  # it has ended since
                continue
    return found


def resident_pages(pid: int) -> int:
    """Pages in memory; none once the process has ended."""
    try:
        return int((PROC / str(pid) / "statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0

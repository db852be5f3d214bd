"""Wall time and memory of a command, children included."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command costs.

    Attributes:
        seconds: the median wall time of the runs.
        fastest: the best of them.
        megabytes: the highest sum of resident memory over the command and its children at one moment; None where
            the system has no `/proc`. Pages that processes share count once in each.
        exit_code: of the last run.
    """

    seconds: float
    fastest: float
    megabytes: float | None
    exit_code: int


def cost_of(
    command: Sequence[str],
    folder: Path,
    runs: int,
    *,
    before: Callable[[], None] = lambda: None,
    environment: Mapping[str, str] | None = None,
    refused: Sequence[int] = (),
) -> Cost:
    """Run a command in a folder: `runs` times for the time, once more for the memory.

    Raises:
        RuntimeError: it ended with one of the refused exit codes, so it did not do its work.
    """
    seconds: list[float] = []
    code = 0
    for _ in range(runs):
        before()
        start = time.perf_counter()
        code = subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        ).returncode
        seconds.append(time.perf_counter() - start)
        if code in refused:
            raise RuntimeError(f"exit code {code}: {' '.join(command)}")
    before()
    megabytes = peak_megabytes(command, folder, environment)
    return Cost(statistics.median(seconds), min(seconds), megabytes, code)


def peak_megabytes(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None) -> float | None:
    """Watch a run every few milliseconds; watching costs time, so this run is not timed."""
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        if not PROC.is_dir():
            return None
        peak = 0
        while process.poll() is None:
            peak = max(peak, sum(resident_pages(pid) for pid in family(process.pid)))
            time.sleep(0.005)
    return peak * PAGE / 1e6


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

"""The symptoms under JAX: a driver shows its symptom with the bug, and does not show it without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.corpus import Package
from benchmarks.injected.bugs import Bug
from benchmarks.injected.checking import injected

SECONDS = 300


def driven(bugs: Iterable[Bug], copy: Path, packages: Sequence[Package]) -> dict[str, str]:
    """What the driver of each bug shows, by the bug's name."""
    return {bug.key: shown(bug, copy, packages) for bug in bugs if bug.driver}


def shown(bug: Bug, copy: Path, packages: Sequence[Package]) -> str:
    """`shown` if all is as it should be; else what is not."""
    with injected(bug, copy):
        output = run_driver(bug.driver, copy, packages)
    if not re.search(bug.symptom, output):
        return f"not shown: {last_line(output)}"
    if bug.verified == "driver" and re.search(bug.symptom, output := run_driver(bug.driver, copy, packages)):
        return f"shown without the bug as well: {last_line(output)}"
    return "shown"


def run_driver(driver: str, copy: Path, packages: Sequence[Package]) -> str:
    """What a driver prints on both streams."""
    others = [str(package.folder) for package in packages if package.folder.name != copy.name]
    extra = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(copy), *extra]), "JAX_PLATFORMS": "cpu"}
    variables["PYTHONDONTWRITEBYTECODE"] = "1"  # a file of the same second and size would be taken for the one before
    preamble = f"import sys; sys.path += {others!r}\n"
    command = [sys.executable, "-W", "ignore", "-c", preamble + driver]
    run = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=SECONDS)
    return run.stdout + run.stderr


def last_line(output: str) -> str:
    """The line that says most of a failure."""
    return next((line for line in reversed(output.splitlines()) if line.strip()), "no output")

"""Run the program as its users do."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DECIDING = {"GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "CONDA_PREFIX"}
BROKEN = "def broken(:\n    pass\n"
CLEAN = "def double(x):\n    return 2 * x\n"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    code: int
    out: str
    err: str


def pytreelint(*arguments: str, cwd: Path, stdin: bytes = b"", **environ: str) -> Outcome:
    """A fresh process, with nothing on its standard streams that is a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "pytreelint", *arguments],
        cwd=cwd,
        input=stdin,
        env=environment(cwd, **environ),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(cwd: Path, **environ: str) -> dict[str, str]:
    """What decides on colour and caches is set by the test alone."""
    kept = {key: value for key, value in os.environ.items() if key not in DECIDING}
    own = {"PYTHONPATH": str(ROOT), "PYTREELINT_CACHE_DIR": str(cwd / ".cache"), "PYTHONIOENCODING": "utf-8"}
    return {**kept, **own, "TERM": "xterm-256color", **environ}

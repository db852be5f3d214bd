"""Calls of all kinds from eight threads, and calls with static leaves that are new each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.runtime_patterns import MEMORY, from_threads

ROOT = Path(__file__).parents[2]


def test_every_thread_gets_its_own_answers() -> None:
    assert from_threads(calls=1600)["wrong"] == 0


@pytest.mark.long
def test_memory_is_bounded_over_a_hundred_thousand_calls() -> None:
    command = [sys.executable, "-m", "benchmarks.runtime_patterns", *MEMORY]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    rows = json.loads(ended.stdout.splitlines()[-1])
    assert rows["eight threads"]["wrong"] == 0
    assert all(row["MiB grown"] < 16 for row in rows.values()), rows

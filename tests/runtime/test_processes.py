"""Two processes with two devices each give the numbers of one process with four."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fixtures.server import quick

SCRIPT = Path(__file__).parent / "distributed_training.py"
ROOT = SCRIPT.parents[2]


def run(processes: int) -> list[dict[str, Any]]:
    """What each process printed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **quick()}
    command = [sys.executable, str(SCRIPT)]
    started = [
        subprocess.Popen(
            [*command, str(rank), str(processes), str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for rank in range(processes)
    ]
    try:
        found = [(*process.communicate(timeout=240), process.returncode) for process in started]
    finally:
        for process in started:
            process.kill()
    for _, errors, code in found:
        assert code == 0, errors
    return [json.loads(out.splitlines()[-1]) for out, _, _ in found]


@pytest.fixture(scope="module")
def runs() -> tuple[list[dict[str, Any]], dict[str, Any]]:
    return run(2), run(1)[0]


@pytest.mark.parametrize("way", ["pmap", "donated", "shard_map", "by leaf"])
def test_the_numbers_of_one_process(runs: tuple[list[dict[str, Any]], dict[str, Any]], way: str) -> None:
    two, one = runs
    for process in two:
        np.testing.assert_allclose(process[way]["losses"], one["pmap"]["losses"], rtol=1e-5)
        np.testing.assert_allclose(process[way]["weights"], one["pmap"]["weights"], rtol=1e-5, atol=1e-6)
    assert one["pmap"]["losses"][-1] < one["pmap"]["losses"][0]


def test_outputs_and_collectives(runs: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    two, one = runs
    np.testing.assert_allclose(two[0]["total"], one["total"], rtol=1e-5)
    np.testing.assert_allclose(two[1]["total"], one["total"], rtol=1e-5)


def test_defect_4_equinox_hashes_a_list(runs: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    two, one = runs
    assert one["equinox"] == "" and all("unhashable type: 'list'" in process["equinox"] for process in two)

"""`pytreelint tree` is true of an application's own classes, and leaves nothing open there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.tree.oracle import judge_all

ORACLE = os.environ.get("PYTREELINT_ORACLE", sys.executable)
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import json; from tests.tree import builders_application as b; print(json.dumps(b.build_all()))"


def test_every_leaf_and_static_field_is_what_jax_says() -> None:
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    command = [ORACLE, "-W", "ignore", "-c", PROGRAM]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    truth = json.loads(run.stdout.splitlines()[-1])
    assert len(truth) >= 17
    verdicts = list(judge_all(truth, ORACLE))
    assert len(verdicts) > 60
    assert [str(verdict) for verdict in verdicts if verdict.agreement != "agree"] == []

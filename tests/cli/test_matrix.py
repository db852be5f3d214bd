"""Hostile projects by commands: no traceback, no loop, nothing said that drives a terminal, nothing lost or changed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.hostile import CONTENTS
from tests.cli.hostile_runs import COMMANDS, SHARE
from tests.cli.running import ROOT, environment

ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")
MACHINES = {"diff", "fix stdin", "fix notebook stdin", "init"}  # these print what files hold


def outcomes_of(folder: Path, commands: Iterable[str], of: int = 1) -> dict[str, Any]:
    """What became of commands in one of so many projects."""
    env = environment(folder)
    del env["PYTREELINT_CACHE_DIR"]
    env["XDG_CACHE_HOME"] = str(folder / "cache")
    command = [sys.executable, "-m", "tests.cli.hostile_runs", str(folder), str(of), *commands]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def grief(ran: dict[str, Any], command: str) -> list[str]:
    """What is wrong with a run."""
    said, before, after = ran["out"] + ran["err"], ran["before"], ran["after"]
    faults = {
        "it ended otherwise": ran["status"] not in (0, 1, 2),
        "a traceback": "Traceback" in said or "internal error" in said,
        "an error without a word": ran["status"] == 2 and not ran["err"],
        "controls": command not in MACHINES and ODD.search(said) is not None,
        "files lost or left behind": before.keys() != after.keys(),
        "files changed": command not in ("fix", "suppress") and before != after,
        "it answered no more": command == "server" and ran["status"] != 0,
        "no JSON": command in ("json", "sarif") and ran["status"] < 2 and ran["out"][:1] not in ("[", "{"),
    }
    return [f"{command}: {fault}: {ran['status']} {said[-500:]!r}" for fault, there in faults.items() if there]


def faults(outcomes: dict[str, Any]) -> list[tuple[str, str]]:
    """Of all runs, with the projects."""
    runs = [(project, command, ran) for project, its in outcomes.items() for command, ran in its.items()]
    return [(project, fault) for project, command, ran in runs for fault in grief(ran, command)]


def is_answer(out: str, given: bytes) -> bool:
    """Whether `fix -` gave back what came, changed or as it was."""
    data = out.encode("utf-8", "surrogateescape")
    return data == given or b"filter_jit" in data or (b"tree_map" in given and b"tree.map" in data)


@pytest.mark.parametrize("of", [4, pytest.param(1, marks=pytest.mark.long)])
def test_no_command_comes_to_grief(tmp_path: Path, of: int) -> None:
    """In one process, and so in one test: its imports would take longer than the runs."""
    outcomes = outcomes_of(tmp_path, SHARE, of)
    assert faults(outcomes) == []
    contents = {name: content for name, content in CONTENTS.items() if f"content: {name}" in outcomes}
    assert len(contents) >= len(CONTENTS) // of // 2
    answers = {name: outcomes[f"content: {name}"]["fix stdin"]["out"] for name in contents}
    assert [name for name, out in answers.items() if not is_answer(out, CONTENTS[name])] == []


@pytest.mark.long
def test_no_other_command_comes_to_grief(tmp_path: Path) -> None:
    assert faults(outcomes_of(tmp_path, COMMANDS.keys() - SHARE)) == []

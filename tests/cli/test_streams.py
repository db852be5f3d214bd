"""Standard streams that take nothing, give nothing, or have no end: one line, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import BROKEN, environment
from tests.cli.test_fix import BROKEN as FIXABLE

COMMANDS = {
    "check": "check .",
    "concise": "check . --output-format concise",
    "json": "check . --output-format json",
    "github": "check . --output-format github",
    "sarif": "check . --output-format sarif",
    "coverage": "check . --coverage --timing",
    "diff": "fix --diff .",
    "fix --check": "fix --check --explain-fix .",
    "fix": "fix .",
    "fix stdin": "fix - < fixable.py",
    "check stdin": "check - < broken.py",
    "rules": "rules",
    "rules json": "rules --json",
    "rule": "rule PTL101",
    "config": "config --show-settings",
    "files": "config --show-files .",
    "tree": "tree classes.py::Layer",
    "completion": "completion bash",
    "help": "--help",
    "check help": "check --help",
    "version": "--version",
}
CLASS = "import equinox as eqx\nimport jax\n\n\nclass Layer(eqx.Module):\n    weight: jax.Array\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "fixable.py").write_text(FIXABLE, encoding="utf-8")
    (tmp_path / "classes.py").write_text(CLASS, encoding="utf-8")
    return tmp_path


def shell(project: Path, command: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """A command line, with `pytreelint` in it."""
    command = command.replace("pytreelint", f"{sys.executable} -m pytreelint", 1)
    env = environment(project, **environ)
    return subprocess.run(
        ["bash", "-c", command], cwd=project, env=env, capture_output=True, check=False, timeout=60, stdin=0
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_one_line(project: Path, command: str) -> None:
    done = shell(project, f"pytreelint {COMMANDS[command]} > /dev/full")
    asides = [row for row in done.stderr.decode().splitlines() if not row.startswith(("coverage", "note: the fixed"))]
    if command == "coverage":
        asides = asides[-1:]
    assert asides == ["Error: standard output cannot be written: No space left on device"]
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["check", "json", "coverage", "diff", "fix", "fix stdin", "rule", "files", "help"])
def test_a_reader_that_is_gone_is_one_line(project: Path, command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command_line = [*f"{sys.executable} -m pytreelint".split(), *COMMANDS[command].partition(" <")[0].split()]
        with (project / "broken.py").open("rb") as stdin:
            done = subprocess.run(
                command_line,
                cwd=project,
                env=environment(project),
                stdin=stdin,
                stdout=writing,
                stderr=subprocess.PIPE,
                check=False,
                timeout=60,
            )
    finally:
        os.close(writing)
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert said.endswith("Error: standard output was closed before the end\n")
    assert done.returncode == 2


@pytest.mark.parametrize("command", ["check .", "check nowhere.py", "fix --diff .", "rule PTL000", "check --nothing"])
@pytest.mark.parametrize("closed", ["2> /dev/full", "2>&-"])
def test_where_nothing_can_be_said_the_code_says_it(project: Path, command: str, closed: str) -> None:
    plain = shell(project, f"pytreelint {command}")
    done = shell(project, f"pytreelint {command} {closed}")
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout)


@pytest.mark.parametrize("command", ["check -", "fix -", "fix --diff -"])
def test_standard_input_without_end(project: Path, command: str) -> None:
    done = shell(project, f"pytreelint {command} < /dev/zero")
    assert b"max-file-size" in done.stdout + done.stderr
    assert done.returncode == (1 if command.startswith("check") else 2)
    assert b"\0" not in done.stdout


def test_standard_input_that_cannot_be_read(project: Path) -> None:
    done = shell(project, "pytreelint check - 0> written.txt")
    assert done.stderr == b"Error: standard input cannot be read: Bad file descriptor\n"
    assert done.returncode == 2


def test_an_output_file_that_takes_nothing(project: Path) -> None:
    done = shell(project, "pytreelint check --output-file /dev/full .")
    assert done.stderr == b"Error: /dev/full: cannot be written: No space left on device\n"
    assert done.returncode == 2


def test_streams_that_know_no_letters(project: Path) -> None:
    (project / "é.py").write_text("def ä(:\n", encoding="utf-8")
    done = shell(project, "pytreelint check é.py nöwhere.py", PYTHONIOENCODING="ascii")
    assert b"\\xe9.py:1:" in done.stdout
    assert b"n\\xf6where.py: no such file" in done.stderr

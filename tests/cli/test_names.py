"""Text from outside stays text in everything that the program says."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import environment, pytreelint
from tests.cli.test_fix import BROKEN

ESCAPES = (
    "\x1b]0;pwned\x07\x1b[2J\x1b[31mEVIL\x1b]8;;http://evil\x07link\x1b]8;;\x07\x9b31m[bold red]\x08\x7f\u202e\u2028"
)
NAMES = (
    "plain.py",
    "\x1b[31mred.py",
    "new\nline.py:1:1: PTL999 [forged] x.py",
    "[bold]rich.py",
    "\u202egnp.py",
    "a b.py",
    b"\xff\xfe.py".decode("utf-8", "surrogateescape"),
)
ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")
COMMANDS = [
    ["check"],
    ["check", "--output-format", "concise"],
    ["check", "--output-format", "json"],
    ["check", "--output-format", "jsonl"],
    ["check", "--output-format", "sarif"],
    ["check", "--output-format", "github"],
    ["check", "--output-format", "gitlab"],
    ["check", "--statistics"],
    ["check", "--output", ESCAPES],
    ["check", "--output", f"full:{ESCAPES}/x"],
    ["check", "--select", ESCAPES],
    ["check", "--config", ESCAPES + "\nError: forged"],
    ["check", "--python", ESCAPES],
    ["check", "\x1b[31m.ipynb", "new\nline", *NAMES],
    ["check", f"--{ESCAPES}"],
    ["check", "--jobs", ESCAPES],
    ["config", "--show-files"],
    ["config", "--show-settings"],
    ["fix", "--check", "--explain-fix"],
    ["fix", "--verify", "false"],
    ["tree", f"{ESCAPES}.py::X"],
    ["tree", "plain.py::" + ESCAPES],
    ["rule", ESCAPES],
    [ESCAPES],
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).write_text(BROKEN.replace("# compiled", "# " + ESCAPES), encoding="utf-8")
    (tmp_path / "syntax.py").write_text(f"x = {ESCAPES}\n", encoding="utf-8")
    (tmp_path / "cookie.py").write_text("# coding: \x1b[31mred\n", encoding="utf-8")
    (tmp_path / "comment.py").write_text(f"x = 1  # pytreelint: ignore[{ESCAPES}]\n", encoding="utf-8")
    (tmp_path / "\x1b[31m.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "pytreelint.toml").write_text('extend-exclude = ["\\u001b[31m", "a\\nb"]\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=ascii)
def test_nothing_said_holds_a_control(project: Path, command: list[str]) -> None:
    done = pytreelint(*command, cwd=project)
    assert not ODD.findall(done.out + done.err)
    assert not [row for row in (done.out + done.err).splitlines() if row.startswith(("line.py", "Error: forged"))]
    assert "Traceback" not in done.err


def test_a_terminal_gets_only_our_own_sequences(project: Path) -> None:
    ours, theirs = pty.openpty()
    for command in (["check", "--quiet"], ["fix", "--diff"], ["config", "--show-files"]):
        command = [sys.executable, "-m", "pytreelint", *command]
        with subprocess.Popen(command, cwd=project, stdout=theirs, stderr=theirs, env=environment(project)) as run:
            received = b""
            while run.poll() is None or select_ready(ours):
                received += os.read(ours, 65536) if select_ready(ours) else b""
        text = received.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        text = re.sub(r"\x1b\[([0-9;]*m|\?25[lh]|2K|1A)|\r(?=\x1b)", "", text)  # colours, and the progress bar
        assert "py" in text
        assert not ODD.findall(text)


def test_json_is_json(project: Path) -> None:
    done = pytreelint("check", "--output-format", "json", cwd=project)
    found = json.loads(done.out)
    assert {os.path.relpath(item["filename"], project) for item in found} >= set(NAMES)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_piped_diff_applies_byte_for_byte(project: Path, ends: str) -> None:
    for name in NAMES:
        text = (project / name).read_text(encoding="utf-8")
        (project / name).write_bytes(text.replace("\n", ends).encode())
    (project / "latin.py").write_bytes(b"# coding: latin-1\n" + BROKEN.replace("compiled", "\xe9").encode("latin-1"))
    (project / "end.py").write_bytes(BROKEN.rstrip().encode())
    fixed = project / "fixed"
    command = [sys.executable, "-m", "pytreelint", "fix", "--diff", "."]
    diff = subprocess.run(command, cwd=project, env=environment(project), capture_output=True, check=False).stdout
    shutil.copytree(project, fixed, ignore=shutil.ignore_patterns("fixed", ".cache"))
    assert pytreelint("fix", ".", cwd=fixed).code in (0, 1)
    done = subprocess.run(["git", "apply", "-p0"], cwd=project, input=diff, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in (*NAMES, "latin.py", "end.py"):
        assert b"filter_jit" in (project / name).read_bytes()
        assert (project / name).read_bytes() == (fixed / name).read_bytes()


def select_ready(handle: int) -> bool:
    """Whether there is something to read within a moment."""
    import select

    return bool(select.select([handle], [], [], 0.2)[0])

"""A diff is a patch: applied by `git apply` and `patch`, it gives the very bytes that were meant."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytreelint.report.patch import patch

CASES = {
    "plain": (b"a\nb\nc\n", b"a\nB\nc\n"),
    "no newline at the end": (b"a\nb", b"a\nB"),
    "a newline comes": (b"a\nb", b"a\nb\n"),
    "a newline goes": (b"a\nb\n", b"a\nb"),
    "crlf": (b"a\r\nb\r\nc\r\n", b"a\r\nB\r\nc\r\n"),
    "mixed ends": (b"a\r\nb\nc\rd\n", b"a\r\nB\nc\rd\n"),
    "only returns": (b"a\rb\rc\r", b"a\rB\rc\r"),
    "form feed": (b"a\n\x0c\nb\n", b"a\n\x0c\nB\n"),
    "escapes": (b"a # \x1b[31m\nb\n", b"a # \x1b[31m\nB # \x9b\n"),
    "latin-1": (b"# \xe9\na\n", b"# \xe9\nb\n"),
    "line separators": ("a\u2028b\x85\x1c\nc\n".encode(), "a\u2028b\x85\x1c\nd\n".encode()),
    "looks like a header": (b"-- a\nx\n", b"++ b\nx\n"),
    "first lines": (b"", b"a\n"),
    "far apart": (b"x\n" * 40 + b"a\n", b"y\n" + b"x\n" * 40 + b"a\n"),
}
NAMES = [
    "plain.py",
    "src/deep/er.py",
    "a b.py",
    "é名.py",
    "tab\there.py",
    "new\nline.py",
    'quo"te\\.py',
    "\x1b[31mred.py",
    "\u202egnp.py",
    b"\xff\xfe.py".decode("utf-8", "surrogateescape"),
]
PROGRAMS = [program for program in (["git", "apply", "-p0"], ["patch", "-p0", "-s"]) if shutil.which(program[0])]


def applied(program: list[str], folder: Path, name: str, before: bytes, after: bytes) -> bytes:
    """What a program makes of a file by the diff."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(before)
    diff = b"".join(patch(name, before, after))
    done = subprocess.run(program, cwd=folder, input=diff, capture_output=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode(errors="replace")
    return file.read_bytes()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
@pytest.mark.parametrize("case", CASES)
def test_contents(tmp_path: Path, program: list[str], case: str) -> None:
    before, after = CASES[case]
    assert applied(program, tmp_path, "file.py", before, after) == after


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0])
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names(tmp_path: Path, program: list[str], name: str) -> None:
    assert applied(program, tmp_path, name, b"a\n", b"b\n") == b"b\n"
    assert len(list(tmp_path.rglob("*.py"))) == 1


def test_a_name_makes_no_line() -> None:
    diff = list(patch("a\n+++ b", b"x\n", b"y\n"))
    assert diff[:2] == [b'--- "a\\n+++ b"\n', b'+++ "a\\n+++ b"\n']
    assert all(line.count(b"\n") == 1 for line in diff)


def test_nothing_changed() -> None:
    assert list(patch("a.py", b"x\n", b"x\n")) == []


BYTES = st.lists(st.sampled_from([b"a", b"b", b"\n", b"\r\n", b"\r", b"\xff", b"\\", b"-", b"+"]), max_size=20)


@settings(max_examples=25, deadline=None)
@given(before=BYTES, after=BYTES)
def test_whatever_changes(tmp_path_factory: pytest.TempPathFactory, before: list[bytes], after: list[bytes]) -> None:
    # An empty side would create or remove the file for these programs.
    old, new = b"first\n" + b"".join(before), b"first\n" + b"".join(after)
    if old != new:
        for program in PROGRAMS:
            folder = tmp_path_factory.mktemp("patched")
            assert applied(program, folder, "x.py", old, new) == new

"""`pytreelint fix` on files that tools damage: kept as they are outside the edits, or refused with a reason."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import environment, pytreelint
from tests.cli.test_fix import BROKEN

# The rewritten files have this much more; nothing else may differ.
IMPORT = "from pytreelint.runtime import filter_jit"
USES_JAX = BROKEN.replace("print(", "print(jax.devices(), ", 1)


def rewritten(text: str, end: str) -> str:
    """What becomes of USES_JAX, in whatever form it comes."""
    text = text.replace("@jax.jit", "@filter_jit")
    return text.replace(f"import jax.numpy as jnp{end}", f"import jax.numpy as jnp{end}{IMPORT}{end}")


def mixed(text: str) -> str:
    """The imports end in CR LF, a line after them in CR."""
    return text.replace("\n", "\r\n", 2).replace("(batch):\n", "(batch):\r")


COOKIE = "# -*- coding: latin-1 -*-\n"
FORMS = {
    "crlf": (USES_JAX.replace("\n", "\r\n").encode(), rewritten(USES_JAX, "\n").replace("\n", "\r\n").encode()),
    "cr": (USES_JAX.replace("\n", "\r").encode(), rewritten(USES_JAX, "\n").replace("\n", "\r").encode()),
    "mixed": (mixed(USES_JAX).encode(), rewritten(mixed(USES_JAX), "\r\n").encode()),
    "bom": (b"\xef\xbb\xbf" + USES_JAX.encode(), b"\xef\xbb\xbf" + rewritten(USES_JAX, "\n").encode()),
    "latin-1": (
        (COOKIE + USES_JAX.replace("compiled", "übersetzt")).encode("latin-1"),
        (COOKIE + rewritten(USES_JAX, "\n").replace("compiled", "übersetzt")).encode("latin-1"),
    ),
    "form feed": (
        USES_JAX.replace("\n\n\n@", "\n\x0c\n@").encode(),
        rewritten(USES_JAX, "\n").replace("\n\n\n@", "\n\x0c\n@").encode(),
    ),
    "no last newline": (USES_JAX.rstrip().encode(), rewritten(USES_JAX, "\n").rstrip().encode()),
    "tabs": (USES_JAX.replace("    ", "\t").encode(), rewritten(USES_JAX, "\n").replace("    ", "\t").encode()),
    "trailing blanks": (
        USES_JAX.replace("(batch):", "(batch):  ").encode(),
        rewritten(USES_JAX, "\n").replace("(batch):", "(batch):  ").encode(),
    ),
    "astral": (
        USES_JAX.replace("# compiled", "# 𝄞 é").encode(),
        rewritten(USES_JAX, "\n").replace("# compiled", "# 𝄞 é").encode(),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_only_the_edits_change(tmp_path: Path, form: str) -> None:
    content, expected = FORMS[form]
    file = tmp_path / "train.py"
    file.write_bytes(content)
    done = pytreelint("fix", cwd=tmp_path)
    assert file.read_bytes() == expected
    assert (done.code, done.err) == (0, "")
    assert pytreelint("fix", "--check", cwd=tmp_path).code == 0


@pytest.mark.parametrize("form", FORMS)
def test_standard_input_keeps_its_bytes(tmp_path: Path, form: str) -> None:
    content, expected = FORMS[form]
    command = [sys.executable, "-m", "pytreelint", "fix", "-"]
    done = subprocess.run(
        command, cwd=tmp_path, input=content, env=environment(tmp_path), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, expected)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "train.py"
    target.write_text(USES_JAX)
    link.symlink_to(target)
    assert pytreelint("fix", "train.py", cwd=tmp_path).code == 0
    assert link.is_symlink()
    assert target.read_text() == rewritten(USES_JAX, "\n")


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    file, other = tmp_path / "train.py", tmp_path / "other.txt"
    file.write_text(USES_JAX)
    os.link(file, other)
    done = pytreelint("fix", cwd=tmp_path)
    assert done.code == 1
    assert "not fixed: train.py: it has other names (hard links)" in done.err
    assert file.read_text() == other.read_text() == USES_JAX


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"x = '\xff'\n", "invalid UTF-8"), (b"def broken(:\n", "PTL901"), (b"x = 1\x00\n", "PTL901")],
    ids=["encoding", "syntax", "null"],
)
def test_what_cannot_be_read_is_left(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "train.py"
    file.write_bytes(content)
    done = pytreelint("fix", cwd=tmp_path)
    assert done.code == 1
    assert said in done.out
    assert file.read_bytes() == content


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(USES_JAX)
    command = [sys.executable, "-u", "-m", "pytreelint", "fix", "-i"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdin=pipe, stdout=pipe, stderr=pipe
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()  # it asks: the finding is known, nothing is written yet
        changed = "# a line more\n" + USES_JAX
        file.write_text(changed)
        _, said = run.communicate(b"y\n", timeout=60)
    assert b"not fixed: train.py: it changed while it was being fixed; run again" in said
    assert (run.returncode, file.read_text()) == (1, changed)


def test_killed_at_any_moment_every_file_is_whole(tmp_path: Path) -> None:
    assert whole_after_kills(tmp_path, [0.1 * attempt for attempt in range(12)])


@pytest.mark.long
def test_killed_a_hundred_times_every_file_is_whole(tmp_path: Path) -> None:
    assert whole_after_kills(tmp_path, [0.012 * attempt for attempt in range(100)])


def whole_after_kills(tmp_path: Path, moments: list[float]) -> bool:
    """Whether files are whole, old or new, after runs that end after so many seconds, whatever they are doing."""
    texts = {f"train{n}.py": f"# {n}\n{USES_JAX}" for n in range(3)}
    for moment in moments:
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        command = [sys.executable, "-m", "pytreelint", "fix", "--no-cache"]
        process = subprocess.Popen(command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        if not all((tmp_path / n).read_text() in (text, rewritten(text, "\n")) for n, text in texts.items()):
            return False
    return True

"""`fix --verify`: what is not proven is taken back, byte for byte, whatever ends the run; no other change is lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from base64 import b64encode
from hashlib import blake2b
from pathlib import Path

import pytest

from pytreelint.engine.reverting import reverted
from tests.cli.running import Outcome, environment, pytreelint
from tests.cli.test_fix import BROKEN

OTHER = BROKEN.replace("\n", "\r\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(BROKEN)
    (tmp_path / "d.py").write_bytes(OTHER.encode())
    (tmp_path / "d.py").chmod(0o640)
    (tmp_path / "pytreelint.toml").write_text("")
    return tmp_path


def state(project: Path) -> dict[str, tuple[bytes, int]]:
    return {file.name: (file.read_bytes(), file.stat().st_mode) for file in project.glob("*.py")}


def verify(project: Path, command: str, *arguments: str) -> Outcome:
    return pytreelint("fix", "--verify", command, *arguments, cwd=project)


FAILING = {
    "false": "fails (exit code 1) without any fix too; nothing was changed",
    "no-such-program-anywhere": "cannot be run without any fix too; nothing was changed",
    "sleep 30": "took longer than 0.5 s without any fix too; nothing was changed",
    # It succeeds once, and never again.
    "test ! -e once && touch once": "taken back: a.py",
    # Fails with all, succeeds with each half, and with all when it is asked again.
    "test -e seen || { grep -q filter_jit b.py && touch seen && exit 1; true; }": "succeeds and fails with the same",
    # With the fixes it fails and edits; the edit is on its own line.
    "grep -q filter_jit b.py && echo '# mine' >> b.py && exit 1; true": "b.py keeps what else was written to it",
}


@pytest.mark.parametrize(("command", "said"), FAILING.items())
def test_what_is_not_proven_is_taken_back(project: Path, command: str, said: str) -> None:
    before = state(project)
    done = verify(project, command, "--verify-timeout", "0.5")
    assert done.code in (1, 2)
    assert said in done.err
    after = state(project)
    if "# mine" in command:
        assert after.pop("b.py")[0] == before.pop("b.py")[0] + b"# mine\n"
    assert after == before
    assert not list(project.glob(".cache/unproven*"))


def test_what_the_command_formats_stays(project: Path) -> None:
    done = verify(
        project, "if grep -q filter_jit a.py; then echo '# mine' >> a.py; fi; ! grep -q filter_jit a.py.no 2>&1"
    )
    assert "has changed a.py, which is left as it is now" in done.err
    text = (project / "a.py").read_text()
    assert (text.count("filter_jit"), text.count("# mine")) == (2, 1)
    assert (done.code, "Fixed 4 findings in 4 files; 0 left." in done.out) == (0, True)


def test_an_edit_that_touches_a_fix_is_named(project: Path) -> None:
    done = verify(project, "grep -q filter_jit b.py && sed -i 's/@filter_jit/@filter_jit()/' b.py && exit 1; true")
    assert (done.code, "@filter_jit()" in (project / "b.py").read_text()) == (2, True)
    assert "all fixes are taken back, but for b.py" in done.err
    assert (project / "a.py").read_text() == BROKEN


def started(project: Path) -> subprocess.Popen[bytes]:
    """A run that waits in its command, with the fixes on disk."""
    command = "grep -q filter_jit a.py && sleep 20; true"
    signal.signal(signal.SIGINT, signal.default_int_handler)  # where a shell has us ignore it, children would too
    process = subprocess.Popen(
        [sys.executable, "-m", "pytreelint", "fix", "--verify", command],
        cwd=project,
        env=environment(project),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    while "filter_jit" not in (project / "d.py").read_text():
        assert process.poll() is None
        time.sleep(0.02)
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """As the kernel does when memory is short; the command goes on, and holds the other end of stderr."""
    process.kill()
    process.wait(30)
    assert process.stderr is not None
    process.stderr.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_leaves_everything_as_it_was(project: Path, number: signal.Signals) -> None:
    before = state(project)
    kept = signal.signal(number, signal.SIG_DFL)  # under `nohup` it is ignored, and a child ignores it, too
    try:
        process = started(project)
    finally:
        signal.signal(number, kept)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert f"interrupted by {number.name}: all fixes are taken back" in err.decode()
    assert state(project) == before


def test_the_next_run_puts_back_what_a_killed_one_left(project: Path) -> None:
    before = state(project)
    process = started(project)
    kill(process)
    (project / "c.py").write_text("# rewritten\n")
    done = pytreelint("fix", "--select", "PTL801", cwd=project)
    assert done.err.count("put back: ") == 4
    assert "not put back: c.py" in done.err
    after = state(project)
    assert (after.pop("c.py")[0], before.pop("c.py")[0]) == (b"# rewritten\n", BROKEN.encode())
    assert after == before
    assert "put back" not in pytreelint("fix", "--select", "PTL801", cwd=project).err


def test_a_journal_never_leads_out_of_the_project(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "mine.txt"
    outside.write_bytes(b"mine")
    process = started(project)
    kill(process)
    (journal,) = project.glob(".cache/unproven*")
    digest = blake2b(b"mine", digest_size=20).hexdigest()
    lines = [
        {"pid": 0, "files": {str(outside): b64encode(b"theirs").decode()}},
        {"path": str(outside), "digest": digest},
    ]
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
    pytreelint("fix", "--select", "PTL801", cwd=project)
    assert outside.read_bytes() == b"mine"


def test_a_run_that_goes_on_is_let_alone(project: Path) -> None:
    process = started(project)
    held = state(project)
    assert "put back" not in pytreelint("fix", "--select", "PTL801", cwd=project).err
    assert state(project) == held
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)


def test_a_change_is_taken_out_beside_another() -> None:
    original, ours = "a\nb\nc\nd\n", "new\na\nB\nc\nd\n"
    assert reverted(original, ours, "new\na\nB\nc\nD\n") == "a\nb\nc\nD\n"
    assert reverted(original, ours, "new\na\nBB\nc\nd\n") is None
    assert reverted(original, ours, ours) == original

"""`pytreelint check`: exit codes, formats, streams."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.cli.running import BROKEN, CLEAN, ROOT, environment, pytreelint

SCHEMA = json.loads((ROOT / "docs" / "schema" / "check.v1.json").read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "clean.py").write_text(CLEAN, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["clean.py"], 0),
        (["broken.py"], 1),
        ([], 1),
        (["."], 1),
        (["--exit-zero"], 0),
        (["--fail-on", "advice"], 1),
        (["--ignore", "PTL901"], 0),
        (["--select", "PTL1"], 0),
        (["--select", "unreadable-file"], 1),
        (["nowhere.py"], 2),
        (["broken.py", "nowhere.py"], 2),
        (["broken.py", "nowhere.py", "--exit-zero"], 2),
        (["--select", "PTL000"], 2),
        (["--config", "nowhere.toml"], 2),
        (["--no-such-option"], 2),
        (["--output-format", "xml"], 2),
        (["empty"], 2),
        (["empty", "--allow-empty"], 0),
    ],
)
def test_exit_codes(project: Path, arguments: list[str], code: int) -> None:
    (project / "empty").mkdir()
    assert pytreelint("check", *arguments, cwd=project).code == code


def test_two_wins_over_one_and_the_other_findings_are_printed(project: Path) -> None:
    done = pytreelint("check", "nowhere.py", "broken.py", cwd=project)
    assert done.code == 2
    assert "PTL901" in done.out
    assert "nowhere.py" in done.err


def test_an_unknown_code_names_the_nearest(project: Path) -> None:
    done = pytreelint("check", "--select", "unreadable-fil", cwd=project)
    assert done.code == 2
    assert "unreadable-file" in done.err


def test_full_shows_the_source_and_a_summary(project: Path) -> None:
    done = pytreelint("check", cwd=project)
    assert done.out.startswith("PTL901 unreadable-file error: ")
    assert " --> broken.py:1:" in done.out
    assert "1 | def broken(:" in done.out
    assert done.out.endswith("Found 1 error in 2 files.\n")
    assert done.err == ""


def test_clean_says_so(project: Path) -> None:
    assert pytreelint("check", "clean.py", cwd=project).out == "All checks passed in 1 file.\n"


def test_quiet_is_silent_when_clean(project: Path) -> None:
    done = pytreelint("check", "clean.py", "--quiet", cwd=project)
    assert (done.out, done.err) == ("", "")


def test_concise_is_a_line_per_finding(project: Path) -> None:
    done = pytreelint("check", "--output-format", "concise", "--quiet", cwd=project)
    assert re.fullmatch(r"broken\.py:1:\d+: PTL901 \[unreadable-file\] .+\n", done.out)


@pytest.mark.parametrize("arguments", [["clean.py"], ["."]])
def test_json_is_only_the_array(project: Path, arguments: list[str]) -> None:
    done = pytreelint("check", "--output-format", "json", "--coverage", "--timing", *arguments, cwd=project)
    found = json.loads(done.out)
    jsonschema.validate(found, SCHEMA)
    assert [item["filename"] for item in found] == ([str(project / "broken.py")] if arguments == ["."] else [])
    assert "coverage" in done.err
    assert "timing" in done.err


def test_stdin_is_taken_for_the_file_named(project: Path) -> None:
    arguments = ["check", "-", "--stdin-filename", "unsaved.py", "--output-format", "json"]
    done = pytreelint(*arguments, cwd=project, stdin=BROKEN.encode())
    (found,) = json.loads(done.out)
    assert done.code == 1
    assert found["filename"] == str(project / "unsaved.py")


def test_stdin_is_shown_in_frames(project: Path) -> None:
    done = pytreelint("check", "-", cwd=project, stdin=BROKEN.encode())
    assert "1 | def broken(:" in done.out


def test_stdin_wins_over_the_saved_file(project: Path) -> None:
    done = pytreelint("check", "-", "--stdin-filename", "broken.py", cwd=project, stdin=CLEAN.encode())
    assert done.code == 0


def test_output_file_gets_what_would_be_printed(project: Path) -> None:
    printed = pytreelint("check", cwd=project).out
    done = pytreelint("check", "--output-file", "report.txt", cwd=project, FORCE_COLOR="1")
    assert (done.code, done.out) == (1, "")
    assert (project / "report.txt").read_text(encoding="utf-8") == printed


def test_an_unwritable_output_file_is_an_error(project: Path) -> None:
    done = pytreelint("check", "--output-file", "nowhere/report.txt", cwd=project)
    assert done.code == 2
    assert "report.txt" in done.err
    assert "Traceback" not in done.err


def test_no_cache_leaves_nothing(project: Path) -> None:
    assert pytreelint("check", "--no-cache", "clean.py", cwd=project).code == 0
    assert not (project / ".cache").exists()
    assert not (project / ".pytreelint_cache").exists()


def test_colour_is_forced_and_forbidden(project: Path) -> None:
    assert "\x1b[" not in pytreelint("check", cwd=project).out
    assert "\x1b[" in pytreelint("check", cwd=project, FORCE_COLOR="1").out
    assert "\x1b[" not in pytreelint("check", cwd=project, FORCE_COLOR="1", NO_COLOR="1").out


def on_terminal(project: Path, **environ: str) -> str:
    """What a terminal receives."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pytreelint", "check"]
    process = subprocess.Popen(command, cwd=project, stdout=theirs, stderr=theirs, env=environment(project, **environ))
    os.close(theirs)
    received = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        received += piece
    os.close(ours)
    assert process.wait(timeout=60) == 1
    return received.decode().replace("\r\n", "\n")


def test_a_terminal_gets_the_same_text_in_colour(project: Path) -> None:
    piped = pytreelint("check", cwd=project).out
    colored = on_terminal(project, COLUMNS="120")
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == piped


def test_a_terminal_without_colour(project: Path) -> None:
    # On a busy machine a progress bar comes and goes, which moves the cursor.
    assert not re.findall(r"\x1b\[[0-9;]*m", on_terminal(project, NO_COLOR="1"))


def test_a_reader_that_leaves_is_no_crash(project: Path) -> None:
    for number in range(300):
        (project / f"broken_{number}.py").write_text(BROKEN, encoding="utf-8")
    command = f"{sys.executable} -m pytreelint check | head -n 1"
    done = subprocess.run(command, shell=True, cwd=project, env=environment(project), capture_output=True, check=False)
    assert done.stdout.startswith(b"PTL901")
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_closed_stream_changes_no_exit_code(project: Path, closed: str) -> None:
    (project / "broken.py").write_text(BROKEN, encoding="utf-8")
    command = f"{sys.executable} -m pytreelint check {closed}"
    env = environment(project)
    done = subprocess.run(command, shell=True, cwd=project, env=env, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr

"""Runs commands over one of so many hostile projects, in forks of one process.

    python -m tests.cli.hostile_runs FOLDER OF COMMAND ...

The process has imported everything beforehand, so that a run takes a tenth of a second; and it holds no JAX, whose
threads do not survive a fork.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any, NoReturn

import libcst  # noqa: F401

import pytreelint.engine.judge
import pytreelint.report.full
import pytreelint.server.server  # noqa: F401
from pytreelint.cli import checking, fixing, main  # noqa: F401
from tests.cli.hostile import Make, projects
from tests.cli.hostile_server import Wire, converse
from tests.part import is_in_part

COMMANDS = {
    "check": ["check"],
    "concise": ["check", "--output-format", "concise", "--no-cache"],
    "json": ["check", "--output-format", "json"],
    "sarif": ["check", "--output-format", "sarif", "--output", "gitlab:../quality.json"],
    "github": ["check", "--output-format", "github"],
    "baseline": ["baseline", "create", "--baseline", "../baseline.json"],
    "suppress": ["check", "--add-suppressions", "why not"],
    "init": ["init", "--diff"],
    "files": ["config", "--show-files"],
    "tree": ["tree", "t.py::Nothing"],
    "stdin": ["check", "-"],
    "fix stdin": ["fix", "-"],
    "fix notebook stdin": ["fix", "-", "--stdin-filename", "t.ipynb"],
    "diff": ["fix", "--diff", "--unsafe-fixes"],
    "fix": ["fix", "--unsafe-fixes"],
    "server": ["server"],
}
SHARE = ("fix stdin", "fix")  # in `make test`; `fix` checks before
CPU_SECONDS = 60  # far more than any of these takes; what loops is killed
PATIENCE_SECONDS = 300  # for what waits


def main_of(folder: Path, of: int, commands: tuple[str, ...]) -> dict[str, Any]:
    """What became of these commands in one of so many projects."""
    outcomes: dict[str, Any] = {}
    for number, (name, make) in enumerate(projects().items()):
        if not is_in_part(name, of):
            continue
        outcomes[name] = {}
        for command in commands:
            if command.endswith("stdin") and not name.startswith("notebook" if "notebook" in command else "content"):
                continue
            project = folder / f"{number}" / command.replace(" ", "_")
            project.mkdir(parents=True)
            outcomes[name][command] = ran(project, make, COMMANDS[command])
    return outcomes


def ran(project: Path, make: Make, arguments: list[str]) -> dict[str, Any]:
    """One run: its end, what it said, and the project before and after."""
    os.chdir(project)
    make()
    before = state(project)
    streams = [project.parent / f"{project.name}.{stream}" for stream in ("out", "err")]
    for stream in streams:
        stream.touch()
    status = served(project, *streams) if arguments == ["server"] else commanded(arguments, streams)
    os.chdir("/")
    after = state(project)
    out, err = (stream.read_bytes().decode("utf-8", "surrogateescape") for stream in streams)
    return {"status": status, "out": out, "err": err, "before": before, "after": after}


def commanded(arguments: list[str], streams: list[Path]) -> int:
    """The exit status of a command."""
    there = next((name for name in ("t.py", "t.ipynb") if os.path.isfile(name)), os.devnull)
    given = there if "-" in arguments else os.devnull
    process = os.fork()
    if not process:
        in_fork(arguments, os.open(given, os.O_RDONLY), *(os.open(stream, os.O_WRONLY) for stream in streams))
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def served(project: Path, out: Path, err: Path) -> int:
    """The exit status of the server after a conversation, of which what people read is kept."""
    (asked, to), (of, answered) = os.pipe(), os.pipe()
    process = os.fork()
    if not process:
        os.close(to)
        os.close(of)
        in_fork(["server"], asked, answered, os.open(err, os.O_WRONLY))
    os.close(asked)
    os.close(answered)
    with open(to, "wb") as upwards, open(of, "rb") as downwards:
        wire = Wire(upwards, downwards)
        try:
            converse(wire, project)
        except (ValueError, OSError) as error:
            os.kill(process, signal.SIGKILL)
            wire.said.append(str(error))
        out.write_text("\n".join(wire.said), encoding="utf-8", errors="surrogatepass")
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def in_fork(arguments: list[str], *streams: int) -> NoReturn:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    signal.alarm(PATIENCE_SECONDS)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    try:
        main(arguments)
    except SystemExit as end:
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 99)
    finally:
        os._exit(98)


def state(project: Path) -> dict[str, str]:
    """Every path that is not the cache's, and its content or kind."""
    found = {}
    for folder, folders, files in os.walk(project):
        if folder == str(project) and not (project / ".pytreelint_cache" / "thesis").exists():
            folders[:] = [name for name in folders if name != ".pytreelint_cache"]
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            status = os.lstat(path)
            small = stat.S_ISREG(status.st_mode) and status.st_size < 10**8
            held = blake2b(Path(path).read_bytes()).hexdigest() if small else str(stat.S_IFMT(status.st_mode))
            found[ascii(os.path.relpath(path, project))] = held
    return found


if __name__ == "__main__":
    print(json.dumps(main_of(Path(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3:]))))

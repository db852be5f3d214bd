"""What a program does when it runs: the claim of a rule is that of the library, not ours."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType


def assert_raises(
    text: str, exception: str, match: str = "", *, files: Mapping[str, str] = MappingProxyType({}), seconds: float = 300
) -> None:
    """Assert that a program ends with an exception.

    Args:
        exception: the name of its class, as the last line of a traceback begins.
        match: a regular expression that its message holds.
        files: other modules beside it, by name.
    """
    code, said = _run(text, files, seconds)
    assert code != 0, f"the program runs, and no {exception} is raised"
    last = [line for line in said.split("\n") if re.match(r"[\w.]+(:|$)", line)]
    raised = last[-1] if last else said
    name = raised.partition(":")[0].rpartition(".")[2]
    assert name == exception.rpartition(".")[2], f"another exception is raised:\n{said}"
    assert re.search(match, said), f"the message holds no {match!r}:\n{said}"


def assert_runs(text: str, *, files: Mapping[str, str] = MappingProxyType({}), seconds: float = 300) -> None:
    """Assert that a program runs to its end."""
    code, said = _run(text, files, seconds)
    assert code == 0, said


def _run(text: str, files: Mapping[str, str], seconds: float) -> tuple[int, str]:
    with tempfile.TemporaryDirectory(prefix="pytreelint-") as folder:
        for name, content in {**files, "program.py": text}.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        command = [sys.executable, "program.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    return done.returncode, done.stderr

"""Mechanisms of Python in a few lines each: some value is S at first, and E when it is kept in `r`.

`python/*.txt` holds them, a heading with the outcome before each; `--- file.py` begins another file. The model
should follow what happens, or say that it does not know: what is stale would be a false finding somewhere.

    python -m tests.model.interpreter.python_cases        # writes the outcomes anew, and shows those that changed
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pytreelint.model.driver.entries import sites_of
from pytreelint.model.values.sites import TransformCall
from tests.model.snippets import Project, show

FOLDER = Path(__file__).parent / "python"
HEAD = """\
import collections, contextlib, copy, dataclasses, functools, itertools, operator, types
from typing import NamedTuple, Any
import jax
import jax.numpy as jnp
"""
MAIN = "main.py"
_HEADING = re.compile(r"^# (?P<name>\w+) => (?P<outcome>\w+)$", re.M)
_LOOP = "\njax.lax.fori_loop(0, 3, lambda i, carry: carry, r)\n"


@dataclass(frozen=True)
class Case:
    """One mechanism.

    Attributes:
        outcome: "followed", "unknown", "either" where the model holds both for possible, "stale" where it errs.
    """

    name: str
    outcome: str
    text: str

    def files(self, start: str, end: str) -> dict[str, str]:
        """Its modules by name, with expressions for both values."""
        text = re.sub(r"\bS\b", start, re.sub(r"\bE\b", end, self.text))
        _, *parts = re.split(r"^--- (.+)\n", text, flags=re.M)
        files = dict(zip(parts[::2], parts[1::2], strict=True)) or {MAIN: text}
        head = {name: HEAD if name == MAIN else "import jax.numpy as jnp\n" for name in files}
        return {name: head[name] + text for name, text in files.items()}


def cases() -> list[Case]:
    """All of them, file by file."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in read(path.read_text())]


def read(text: str) -> list[Case]:
    """The cases of one file."""
    _, *parts = _HEADING.split(text)
    return [Case(*part) for part in zip(parts[::3], parts[1::3], parts[2::3], strict=True)]


def outcome(case: Case, folder: Path) -> str:
    """What the model makes of a case."""
    files = case.files('"start"', "jnp.zeros(3)")
    files[MAIN] += _LOOP
    project = Project(folder, files)
    sites = [site for site in sites_of(project.ev, project.module(MAIN)) if isinstance(site, TransformCall)]
    carries = [show(each.value) for site in sites for each in site.operands if each.role == "carry"]
    if "'start'" in carries:
        return "stale"
    if any("'start'" in each for each in carries):
        return "either"
    return "followed" if "jax:inexact" in carries else "unknown"


def _write() -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text()
        for case in read(text):
            with tempfile.TemporaryDirectory() as folder:
                now = outcome(case, Path(folder))
            if now != case.outcome:
                sys.stdout.write(f"{path.stem} {case.name}: {case.outcome}, now {now}\n")
            text = text.replace(f"# {case.name} => {case.outcome}\n", f"# {case.name} => {now}\n")
        path.write_text(text)


if __name__ == "__main__":
    _write()

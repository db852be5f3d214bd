"""Grids: many small programs that differ in one place, with what JAX does and what is found.

A file has a head, in which `<program>` stands for the place, and the programs, each after a mark: `+` JAX raises, and a
finding says so; `-` JAX does not, and nothing is found; `~` JAX raises, and nothing is found (yet). A line that begins
with two blanks goes on.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
# The rules that a grid is about; of the others any may speak.
CODES = dict.fromkeys(("donated", "aliases"), ("PTL301", "PTL303"))
_PLACE = "<program>"


class Program(NamedTuple):
    """One program of a grid.

    Attributes:
        grid: the name of the file; mark: what is known of it; body: what stands in the place; text: the whole.
    """

    grid: str
    mark: str
    body: str
    text: str


def grids() -> list[str]:
    """The names of all grids."""
    return sorted(path.stem for path in HERE.glob("*.txt"))


def programs(grid: str) -> list[Program]:
    """The programs of a grid, in their order."""
    head, _, rows = (HERE / f"{grid}.txt").read_text().partition("[head]\n")[2].partition("[programs]\n")
    bodies: list[list[str]] = []
    for row in rows.splitlines():
        if row.startswith("  "):
            bodies[-1].append(row[2:])
        else:
            bodies.append([row])
    found = []
    for first, *more in bodies:
        body = "\n".join([first[2:], *more])
        found.append(Program(grid, first[0], body, _put(head.strip("\n") + "\n", body)))
    return found


def _put(head: str, body: str) -> str:
    line = next(each for each in head.splitlines() if _PLACE in each)
    indent = line[: len(line) - len(line.lstrip())]
    return head.replace(line, textwrap.indent(line.strip().replace(_PLACE, body), indent))

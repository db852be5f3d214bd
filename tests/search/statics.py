"""Programs that hand what has no hash to a static parameter, and use it in the body in many ways."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from tests.search.cover import Cell, covering
from tests.search.parts import table
from tests.search.program import Program, program
from tests.search.recording import CHANGES

VALUES, BODIES, SPELLED, CALLS = (table("statics")[name] for name in ("values", "bodies", "spelled", "calls"))
_HELP = """\
TABLE = np.arange(9.0).reshape(3, 3)
KNOWN = (0, 1)
SEEN = []


def helper(y, s):
    return y * len(s)


def compare(y, s):
    return y * 3 if s == [0, 1] else y
"""


def statics() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {"body": list(BODIES), "value": list(VALUES), "spelled": list(SPELLED), "calls": list(CALLS)}
    for cell in covering(dimensions, _allowed):
        yield written(cell)


def _allowed(cell: Cell) -> bool:
    value = VALUES.get(cell.get("value", ""))
    return not (value is not None and cell.get("calls") == "changed" and not value["change"])


def written(cell: Cell) -> Program:
    """The program of a row."""
    value, body = VALUES[cell["value"]], f"global traces\ntraces += 1\ny = x * 2\n{BODIES[cell['body']]}\nreturn y"
    spelled = SPELLED[cell["spelled"]].format(body=indent(body, "    "), indented=indent(body, "        "))
    calls = CALLS[cell["calls"]].format(s=value["value"], change=value["change"] + CHANGES)
    end = f"x = jnp.arange(1.0, 4.0)\n{calls}\nout_traces = traces"
    return program("statics", cell, (), ["traces = 0", _HELP, value["setup"], spelled, end])

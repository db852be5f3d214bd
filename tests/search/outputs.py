"""Programs whose function gives what raw transforms do not return, and that look at what came back."""

from __future__ import annotations

from collections.abc import Iterator

from tests.search.cover import Cell, covering
from tests.search.parts import HOLDERS, LEAVES, table
from tests.search.program import Program, program
from tests.search.recording import CHANGES

TRANSFORMS, GIVES, CALLS = (table("outputs")[name] for name in ("transforms", "gives", "calls"))
_APPLY = """\
{decorator}def {name}(x, k=2):
    global traces
    traces += 1
    y = jnp.sin(x) * k
    return {given}
"""


def outputs() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {"transform": list(TRANSFORMS), "leaf": list(LEAVES), "gives": list(GIVES), "calls": list(CALLS)}
    for cell in covering(dimensions, _allowed):
        yield written(cell)


def _allowed(cell: Cell) -> bool:
    leaf = LEAVES.get(cell.get("leaf", ""))
    return not (leaf is not None and cell.get("calls") == "changed" and not leaf.change)


def written(cell: Cell) -> Program:
    """The program of a row."""
    leaf, run, holder = LEAVES[cell["leaf"]], TRANSFORMS[cell["transform"]], HOLDERS["equinox"]
    module = "Model(" in GIVES[cell["gives"]]
    given = GIVES[cell["gives"]].format(leaf=leaf.value)
    defined = _APPLY.format(decorator="" if run else "@jax.jit\n", name="apply" if run else "run", given=given)
    declared = holder.declared.format(annotation=leaf.annotation) if module else ""
    calls = CALLS[cell["calls"]].format(change=leaf.change + CHANGES)
    end = f"x = jnp.linspace(0.0, 1.0, 3)\n{calls}\nout_traces = traces"
    libraries = [holder.imports] if module else []
    return program("outputs", cell, libraries, ["traces = 0", leaf.setup, declared, defined, run, end])

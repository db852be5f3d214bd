"""Programs that transform methods, and Modules that are called, whose fields are not all arrays."""

from __future__ import annotations

from collections.abc import Iterator

from tests.search.cover import Cell, covering
from tests.search.parts import COMPANIONS, HOLDERS, LEAVES, SCALING, table
from tests.search.program import Program, program
from tests.search.recording import CHANGES

TRANSFORMED, PLAIN, CALLS, GIVES = (table("methods")[name] for name in ("transformed", "classes", "calls", "gives"))
HELD = ("equinox", "flax struct", "register_dataclass", "simple_pytree", "node class", "jax_dataclasses")
_METHOD = """\

{decorator}
    def apply(self, x, n=2):
        global traces
        traces += 1
        y = jnp.sin(self.w * x)
        y = {used}
        return {given}
{more}
    def __call__(self, x):
        return self.w.sum() * x

    def scanned(self, c, v):
        return c + v, self.w.sum() * x
"""


def methods() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {
        "transformed": list(TRANSFORMED),
        "leaf": list(LEAVES),
        "class": [*PLAIN, *HELD],
        "calls": list(CALLS),
        "more": [name for name in COMPANIONS if name not in ("key", "complex")],
        "gives": list(GIVES),
    }
    for cell in covering(dimensions, _allowed):
        yield written(cell)


def _allowed(cell: Cell) -> bool:
    leaf, calls = LEAVES.get(cell.get("leaf", "")), cell.get("calls", "")
    if leaf is not None and calls == "changed" and not leaf.change:
        return False
    if calls in ("differentiated", "vmapped") and cell.get("gives", "array") != "array":
        return False
    return not (calls == "keyword" and "callable" in cell.get("transformed", ""))


def written(cell: Cell) -> Program:
    """The program of a row."""
    leaf, more = LEAVES[cell["leaf"]], COMPANIONS[cell["more"]]
    transformed, within = TRANSFORMED[cell["transformed"]], "    fast"
    statement: str = transformed["statement"]
    method = _METHOD.format(
        decorator=f"    {transformed['decorator']}" if transformed["decorator"] else "",
        used=leaf.use.format(y="y", v="self.leaf") + (" + self.more" if cell["more"] in SCALING else ""),
        given=GIVES[cell["gives"]],
        more=statement if statement.startswith(within) else "",
    )
    holder = HOLDERS.get(cell["class"])
    declared: str = PLAIN[cell["class"]] if holder is None else holder.declared
    if statement.startswith(within) or not statement:
        run = f"def run(x):\n    return model.{'fast' if statement else 'apply'}(x)"
    else:
        run = statement
    end = f"model = Model(jnp.arange(1.0, 4.0), {leaf.value}, {more})\nx = jnp.linspace(0.0, 1.0, 3)"
    calls = CALLS[cell["calls"]].format(change=leaf.change + CHANGES, leaf=leaf.value, more=more)
    whole = declared.format(annotation=leaf.annotation).rstrip("\n") + "\n" + method
    imports = holder.imports if holder is not None else ""
    return program(
        "methods", cell, [imports], ["traces = 0", leaf.setup, whole, f"{end}\n{run}\n{calls}\nout_traces = traces"]
    )

"""Programs that use a transformed function in many ways, and give it at last what the raw transform rejects.

The leaf is the default of a parameter, so that the program runs up to there: what it did before must stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.search.cover import Cell, covering
from tests.search.parts import LEAVES, table
from tests.search.program import Program, program

MADE, USED, RETURNS = (table("defaults")[name] for name in ("made", "used", "returns"))
KINDS = ("library function", "lambda", "string", "enum", "dtype", "frozen dataclass", "own function", "class")
_DECLARED = {
    "Net(": "class Net(eqx.Module):\n    w: jax.Array\n    f: Callable",
    "Held(": "class Held(eqx.Module):\n    w: jax.Array\n    f: Callable = eqx.field(static=True)",
}
_LIBRARIES = {
    "eqx.": "import equinox as eqx",
    "optax.": "import optax",
    "inspect.": "import inspect",
    "copy.": "import copy",
    "weakref.": "import weakref",
    "concurrent.": "import concurrent.futures",
    "jax.export.": "import jax.export",
}
_ONLY_JIT = ("trace", "eval_shape method", "export")


def defaults() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {"used": list(USED), "made": list(MADE), "leaf": list(KINDS), "returns": list(RETURNS)}
    for cell in covering(dimensions, _allowed):
        yield written(cell)


def _allowed(cell: Cell) -> bool:
    made, used, returned = cell.get("made", ""), cell.get("used", ""), cell.get("returns", "array")
    if returned == "pair" and ("grad" in made or used in ("grad of it", "weak type")):
        return False
    return not (made and not made.startswith("jit") and ("lower" in used or "cache" in used or used in _ONLY_JIT))


def written(cell: Cell) -> Program:
    """The program of a row."""
    leaf = LEAVES[cell["leaf"]]
    used: str = USED[cell["used"]].replace("{other}", leaf.other)
    returned = RETURNS[cell["returns"]].format(y=leaf.use.format(y="jnp.sin(x)", v="opt"))
    body = f"    global traces\n    traces += 1\n    return {returned}\n"
    made = MADE[cell["made"]].format(
        signature=f"(x, opt={leaf.value})",
        static=f"(x, opt={leaf.value}, n=2)",
        body=body,
        indented="".join(f"    {line}\n" for line in body.splitlines()),
    )
    declared = [text for word, text in _DECLARED.items() if word in used]
    libraries = [line for word, line in _LIBRARIES.items() if word in used]
    start, last = "x = jnp.linspace(0.0, 1.0, 3)", f"out_last = f(x, {leaf.other})\nout_traces_all = traces"
    calls = f"{start}\n{used}\nout_traces = traces\n{last}"
    return program("defaults", cell, libraries, ["traces = 0", leaf.setup, *declared, made, calls])

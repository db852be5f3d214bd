"""Programs that map arithmetic over trees with leaves that are no arrays, or give them to an optimizer."""

from __future__ import annotations

from collections.abc import Iterator

from tests.search.cover import Cell, covering
from tests.search.parts import COMPANIONS, HOLDERS, LEAVES, table
from tests.search.program import Program, program

FUNCTIONS, SPELLED, USES = (table("treemaps")[name] for name in ("functions", "spelled", "uses"))
KINDS = ("library function", "own function", "lambda", "string", "enum", "dtype", "class", "plain object")
_LIBRARIES = {"optax": "import optax", "ravel_pytree": "import jax.flatten_util"}
_HELP = """\
count = 0


def halved(p):
    return p * 0.5


def counting(p):
    global count
    count += 1
    return p * 2
"""


def treemaps() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {
        "function": list(FUNCTIONS),
        "leaf": [*KINDS, "jitted function"],
        "holder": list(HOLDERS),
        "more": list(COMPANIONS),
        "use": list(USES),
        "spelled": list(SPELLED),
    }
    for cell in covering(dimensions, _allowed):
        yield written(cell)


def _allowed(cell: Cell) -> bool:
    function, spelled = cell.get("function", ""), cell.get("spelled", "jax.tree.map")
    holder = cell.get("holder", "equinox")
    if function.startswith(("optax", "ravel")) and spelled != "jax.tree.map":
        return False
    return not (cell.get("use") == "called" and ("dict" in holder or holder in ("tuple", "list", "equinox nested")))


def written(cell: Cell) -> Program:
    """The program of a row."""
    leaf, holder = LEAVES[cell["leaf"]], HOLDERS[cell["holder"]]

    def mapped(tree: str) -> str:
        text: str = FUNCTIONS[cell["function"]]
        return text.format(map=cell["spelled"], m=tree)

    use: str = USES[cell["use"]].format(e=mapped("model"), name="model", again=mapped("result"), inside=mapped("tree"))
    libraries = [holder.imports, SPELLED[cell["spelled"]], *(line for word, line in _LIBRARIES.items() if word in use)]
    declared = holder.declared.format(annotation=leaf.annotation)
    end = f"model = {holder.filled(leaf.value, COMPANIONS[cell['more']])}\n{use}\nout_count = count"
    return program("treemaps", cell, libraries, [_HELP, leaf.setup, declared, end])

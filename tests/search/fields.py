"""Programs that hand a leaf in a container to a raw transform."""

from __future__ import annotations

from collections.abc import Iterator

from tests.search.cover import Cell, covering
from tests.search.parts import COMPANIONS, HOLDERS, INDEX, LEAVES, SCALING, Holder, table
from tests.search.program import Program, program
from tests.search.recording import CHANGES

WRAPS: dict[str, list[str]] = table("fields")["wraps"]  # transform -> its options
APPLIES: dict[str, str] = table("fields")["applies"]  # transform -> its call
SPELLINGS, CALLS, RETURNS = (table("fields")[name] for name in ("spellings", "calls", "returns"))
SCALAR = ("jax.grad", "jax.value_and_grad")
GRADIENTS = (*SCALAR, "jax.jacrev", "jax.jacfwd", "jax.hessian")
_APPLY = """\
{decorator}def {named}({params}, x{n}):
    global traces
    traces += 1
    y = jnp.sin({w} * x)
    y = {used}
    return {returned}
"""


def fields() -> Iterator[Program]:
    """Every program of the family."""
    dimensions = {
        "transform": [*WRAPS, *APPLIES],
        "option": [str(index) for index in range(max(map(len, WRAPS.values())))],
        "leaf": list(LEAVES),
        "holder": ["argument", *HOLDERS],
        "calls": list(CALLS),
        "more": list(COMPANIONS),
        "spelling": [*SPELLINGS, "decorator"],
        "returns": list(RETURNS),
    }
    for cell in covering(dimensions, lambda cell: _option_fits(cell) and _call_fits(cell)):
        yield written(cell)


def _option_fits(cell: Cell) -> bool:
    """Whether the transform has the option and the spelling, and what the function returns goes with both."""
    transform, option = cell.get("transform", ""), int(cell.get("option", "0"))
    if not transform:
        return True
    if option >= len(WRAPS.get(transform, ("",))) or transform in APPLIES and cell.get("returns", "array") != "array":
        return False
    if transform in APPLIES and cell.get("spelling", "function") != "function":
        return False
    if transform in GRADIENTS and "option" in cell and "returns" in cell:
        return ("has_aux" in WRAPS[transform][option]) is (cell["returns"] != "array")
    return not (cell.get("spelling") == "from import" and transform == "jdc.jit")


def _call_fits(cell: Cell) -> bool:
    """Whether the leaf can change as the calls want it, and the transform takes what they give."""
    transform, calls, leaf = cell.get("transform", ""), cell.get("calls", ""), LEAVES.get(cell.get("leaf", ""))
    if leaf is not None and (("change" in calls and not leaf.change) or (calls == "another leaf" and not leaf.other)):
        return False
    if "rebound" in calls and (cell.get("returns", "model") != "model" or transform in (*APPLIES, *GRADIENTS)):
        return False
    if calls in ("floats", "numbers") and (transform in ("jax.vmap", "jax.pmap") or transform in APPLIES):
        return False
    if calls == "numbers" and transform in GRADIENTS:
        return False
    wrapped = calls in ("vmapped", "differentiated", "jitted", "compared")
    return not (wrapped and transform in ("jax.pmap", "jax.make_jaxpr", "jax.eval_shape"))


def written(cell: Cell) -> Program:
    """The program of a row."""
    leaf, holder = LEAVES[cell["leaf"]], HOLDERS.get(cell["holder"])
    transform, option = cell["transform"], WRAPS.get(cell["transform"], [""])[int(cell["option"])]
    params, x = ("model", 1) if holder is not None else ("w, leaf, more", 3)
    option = option.format(x=x, n=x + 1, none=", ".join(["None"] * x))
    imports = [holder.imports if holder is not None else ""]
    if cell["spelling"] == "from import":
        imports.append("from {} import {}".format(*transform.rsplit(".", 1)))
    if transform == "jdc.jit":
        imports.append("import jax_dataclasses as jdc")
    parts = [
        "traces = 0",
        leaf.setup,
        holder.declared.format(annotation=leaf.annotation) if holder is not None else "",
        _function(cell, holder, params, x, option),
        _run(cell, transform, option, params),
        f"{_points(cell, holder, params)}\n{_calls(cell, holder, params)}\nout_traces = traces",
    ]
    return program("fields", cell, imports, parts)


def _part(holder: Holder | None, name: str) -> str:
    return name if holder is None else holder.part.format(m="model", name=name, index=INDEX[name])


def _made(cell: Cell, holder: Holder | None, leaf: str) -> str:
    more = COMPANIONS[cell["more"]]
    return f"jnp.arange(1.0, 4.0), {leaf}, {more}" if holder is None else holder.filled(leaf, more)


def _function(cell: Cell, holder: Holder | None, params: str, x: int, option: str) -> str:
    """The function that is transformed."""
    leaf, decorated = _part(holder, "leaf"), cell["spelling"] == "decorator"
    more = _part(holder, "more")
    returned = RETURNS[cell["returns"]].format(leaf=leaf, params=params, more=more)
    if cell["transform"] in SCALAR:
        returned = "y.sum()" if returned == "y" else returned.replace("(y,", "(y.sum(),", 1)
    given = f", {option}" if option else ""
    decorator = f"functools.partial({cell['transform']}{given})" if option else cell["transform"]
    return _APPLY.format(
        decorator=f"@{decorator}\n" if decorated else "",
        named="run" if decorated else "apply",
        params=params,
        n=", n=2" if "'n'" in option or f"static_argnums={x + 1}" in option else "",
        w=_part(holder, "w"),
        used=LEAVES[cell["leaf"]].use.format(y="y", v=leaf) + (f" + {more}" if cell["more"] in SCALING else ""),
        returned=returned,
    )


def _run(cell: Cell, transform: str, option: str, params: str) -> str:
    """The transform of the function, as it is spelled."""
    if transform in APPLIES:
        return f"def run({params}, x):\n    return {APPLIES[transform].format(args=params)}"
    if cell["spelling"] == "decorator":
        return ""
    comma, name = ", " if option else "", transform.rpartition(".")[2]
    text: str = SPELLINGS[cell["spelling"]]
    return text.format(T=transform, comma=comma, options=option, params=params, name=name)


def _points(cell: Cell, holder: Holder | None, params: str) -> str:
    """The arguments."""
    rows = {"jax.vmap": "(3, 3)", "jax.pmap": "(1, 3)"}.get(cell["transform"])
    points = f"jnp.ones({rows})" if rows else "jnp.linspace(0.0, 1.0, 3)"
    return f"{params} = {_made(cell, holder, LEAVES[cell['leaf']].value)}\nx = {points}"


def _calls(cell: Cell, holder: Holder | None, params: str) -> str:
    leaf = LEAVES[cell["leaf"]]
    text: str = CALLS[cell["calls"]]
    return text.format(
        c=params,
        made=_made(cell, holder, leaf.value),
        other=_made(cell, holder, leaf.other or leaf.value),
        change=leaf.change + CHANGES if leaf.change else "",
        params=params,
    )

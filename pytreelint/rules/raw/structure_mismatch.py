"""PTL215."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import describe, place_of, returned_by, steps
from pytreelint.model.types.structures import difference
from pytreelint.model.values.alike import Alike
from pytreelint.model.values.value import Container, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_NAMED = 4  # keys of a dict that are told


class StructureMismatch(Rule[Alike]):
    """A carry comes back with another structure, or branches return different ones.

    ## What it does
    Finds loops (`scan`, `while_loop`, `fori_loop`) whose body hands on a tree of another structure than the carry that
    it is given: a key or an item more, a list for a tuple, an array for `None`, an instance of another class. And
    `cond` and `switch` whose branches return trees of different structure.

    ## Why is this bad?
    One program is compiled for all iterations, and for all branches: `TypeError: scan body function carry input and
    carry output must have the same pytree structure`, at the first call.

    ## Example
    ```python
    def step(state, x):
        return {"params": state["params"] - x, "loss": x.sum()}, None

    jax.lax.scan(step, {"params": params}, xs)
    ```

    ## Use instead
    ```python
    jax.lax.scan(step, {"params": params, "loss": jnp.zeros(())}, xs)
    ```
    or what is new in each step is the second thing that `step` returns.

    ## Fix safety
    Fix: none. Whether the carry should begin with more, or the body hand on less, only its author knows.

    ## Known limits
    Shapes, dtypes and static fields are not compared. What an annotation alone speaks of is passed over, and so is a
    function that returns the right structure on some of its ways.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html (jax 0.10, 0.12)
    - https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html (jax 0.10, 0.12)
    """

    code = "PTL215"
    name = "structure-mismatch"
    severity = "error"
    yields_to = ("PTL204", "PTL205", "PTL212")

    def check(self, site: Alike, model: Model) -> Iterator[Finding]:
        """The two trees certainly differ."""
        found = difference(model, *site.trees)
        if found is None:
            return
        place, name = place_of(site.module, site.node), site.transform.name
        at = f" at `{found.path}`" if found.path else ""
        if len(site.functions) == 1:
            text = f"the carry of `{name}` is {_told(found.one)}{at}, and comes back as {_told(found.other)}"
        else:
            text = f"one branch of `{name}` returns {_told(found.one)}{at}, and another one {_told(found.other)}"
        related = steps(*map(returned_by, site.functions))
        yield self.finding(
            place,
            text,
            tuple(step for step in related if step.place != place),
            "# return the structure that is given, None for None: what is new goes into the outputs of each step"
            if len(site.functions) == 1
            else "# return the same keys, items and classes from each branch",
        )


def _told(value: Value) -> str:
    """A tree in words, with what tells it from another one of its kind."""
    if isinstance(value, Container) and value.rest is None:
        if value.kind == "dict" and 0 < len(value.keys) <= _NAMED:
            return f"a dict of {', '.join(map(repr, value.keys))}"
        return f"a {value.kind} of {len(value.items)}"
    return describe(value)

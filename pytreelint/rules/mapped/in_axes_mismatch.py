"""PTL403."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import place_of, steps, structure_of
from pytreelint.model.text.place import Step
from pytreelint.model.types.structures import difference, node_kind
from pytreelint.model.values.alike import AxesGiven
from pytreelint.model.values.value import Container, Value
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class InAxesMismatch(Rule[AxesGiven]):
    """The axes that a map is told do not fit what it is given, or what its function returns.

    ## What it does
    Finds calls of `jax.vmap(f, in_axes=...)` and `jax.pmap`, and of the filtered maps, with another number of
    positional arguments than `in_axes` has entries, with an `in_axes` that is no tuple but a tree of axes, with a tree
    of which `in_axes` has not the structure, and functions that return no tree of the structure of `out_axes`.

    ## Why is this bad?
    `ValueError: vmap in_axes must be an int, None, or a tuple of entries corresponding to the positional arguments
    passed to the function, but got len(in_axes)=2, len(args)=3`, at each call; or `in_axes specification must be a tree
    prefix of the corresponding value`.

    ## Example
    ```python
    jax.vmap(loss, in_axes=(None, 0))(params, x, y)
    ```

    ## Use instead
    ```python
    jax.vmap(loss, in_axes=(None, 0, 0))(params, x, y)
    ```

    ## Fix safety
    Fix: none. Whether an argument is mapped over is not in the code.

    ## Known limits
    Axes out of range and sizes that differ are not compared. A call with `*args` of unknown length is passed over, and
    arguments that are given by keyword, which `in_axes` says nothing of; and a `pmap` with static arguments, which
    `in_axes` may leave out.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.vmap.html (jax 0.10, 0.12)
    """

    code = "PTL403"
    name = "in-axes-mismatch"
    severity = "error"

    def check(self, site: AxesGiven, model: Model) -> Iterator[Finding]:
        """The axes certainly do not fit."""
        text = _mismatch(site, model)
        if text is not None:
            place, call = place_of(site.module, site.node), place_of(site.caller, site.call)
            related = steps(() if call == place else (Step(call, f"`{site.transform.name}` maps what is given here"),))
            yield self.finding(place, text, related, f"{site.name}=...  # an axis, or None, for each of them")


def _mismatch(site: AxesGiven, model: Model) -> str | None:
    """Returns in words what does not fit."""
    pairs: list[tuple[str, Value, Value]] = []
    kind = node_kind(site.axes)
    if site.name == "out_axes":
        pairs = [("what the function returns", site.axes, site.trees[0])]
    elif kind in ("tuple", "list", "dict", "instance") and kind not in site.transform.axes_in:
        return f"`in_axes` is {structure_of(site.axes)}, and no tuple with an entry for each argument"
    elif isinstance(site.axes, Container) and site.axes.kind in ("tuple", "list") and site.axes.rest is None:
        entries, given = len(site.axes.items), len(site.trees)
        if entries != given:
            return f"`in_axes` has {_counted(entries, 'entry', 'entries')} for {_counted(given, 'argument')}"
        both = zip(site.axes.items, site.trees, strict=True)
        pairs = [(f"argument {index + 1}", axes, tree) for index, (axes, tree) in enumerate(both)]
    for what, axes, tree in pairs:
        found = difference(model, axes, tree, stops=("leaf", "None"))
        if found is not None:
            at = f"`{found.path}` of " if found.path else ""
            return f"{at}{what} is {structure_of(found.other)}, and its `{site.name}` {structure_of(found.one)}"
    return None


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"

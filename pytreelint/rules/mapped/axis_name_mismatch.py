"""PTL402."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.axis_names import is_unbound
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Step
from pytreelint.model.values.axes import Collective
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class AxisNameMismatch(Rule[Collective]):
    """A collective names an axis that nothing around it binds.

    ## What it does
    Finds `psum`, `pmean`, `all_gather`, `axis_index` and their kin in functions that `vmap`, `pmap` or `shard_map` map
    over another axis, or over one without a name, or that statements of the file call with no map around them.
    `eqx.nn.BatchNorm` averages over an axis as well.

    ## Why is this bad?
    The name is looked up when the function is traced: `NameError: Found an unbound axis name: j`; inside of
    `shard_map` it may be an `AssertionError` that says nothing.

    ## Example
    ```python
    def normalise(x):
        return x - jax.lax.pmean(x, "batch")

    jax.vmap(normalise, axis_name="rows")(data)
    ```

    ## Use instead
    ```python
    def normalise(x):
        return x - jax.lax.pmean(x, "rows")

    jax.vmap(normalise, axis_name="rows")(data)
    ```

    ## Fix safety
    Fix: none. Which of the two names is meant is not in the code.

    ## Known limits
    - It speaks where the call begins in the statements of the file itself, so that every caller is seen, or where
      `pmap`, or `shard_map` over a mesh whose axes are known, is among the maps: a map of another file around that one
      is not seen. Where the axes of a mesh are not known, the name must stand nowhere else in the file.
    - A collective below an `if` whose outcome is not known is passed over, and one in a loop that may have nothing to
      do: a `while`, a comprehension, a `for` over what is not known, or with `break` or `continue` in it.

    ## References
    - https://docs.jax.dev/en/latest/jax.lax.html#parallel-operators (jax 0.10, 0.12)
    """

    code = "PTL402"
    name = "axis-name-mismatch"
    severity = "error"

    def check(self, site: Collective, model: Model) -> Iterator[Finding]:
        """The function certainly runs the collective, and nobody binds its axis."""
        ours = [each for each in site.around if each.module.origin == "project"]
        around = [(place_of(each.module, each.site), each.transform.name) for each in ours]
        is_ours = site.module.origin == "project"
        if not (around or (is_ours and not site.around)) or not is_unbound(model, site):
            return
        place = place_of(site.module, site.node) if is_ours else around[0][0]
        yield self.finding(
            place,
            f"nothing around binds the axis {site.axis!r}",
            tuple(Step(where, f"`{name}` maps the function here") for where, name in around if where != place),
            f"axis_name={site.axis!r}  # at the transform, or the name that it has there",
        )

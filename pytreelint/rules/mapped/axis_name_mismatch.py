"""PTL402."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.axis_names import unbound_axes
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.text.place import Step
from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class AxisNameMismatch(Rule[TransformCall]):
    """A collective names an axis that nothing around it binds.

    ## What it does
    Finds `psum`, `pmean`, `all_gather`, `axis_index` and their kin in functions that `vmap`, `pmap` or `shard_map` map
    over another axis, or over one without a name.

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
    - It speaks where the call begins in the statements of the file itself, so that every caller is seen, and where the
      name stands nowhere else in the file.
    - A collective below an `if` or in a loop is passed over, and one whose axis is an argument.

    ## References
    - https://docs.jax.dev/en/latest/jax.lax.html#parallel-operators (jax 0.10, 0.12)
    """

    code = "PTL402"
    name = "axis-name-mismatch"
    severity = "error"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """The function certainly runs the collective, and nobody binds its axis."""
        for call, axis in unbound_axes(model, site):
            place = place_of(site.caller, call)
            mapped = Step(place_of(site.module, site.node), f"`{site.transform.name}` maps the function here")
            yield self.finding(
                place,
                f"nothing around binds the axis {axis!r}",
                (mapped,) if mapped.place != place else (),
                f"axis_name={axis!r}  # at the transform, or the name that it has there",
            )

"""PTL204."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.rejected import rejected_operand
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class OpaqueLeafInControlFlow(Rule[TransformCall]):
    """A function, string or object as a leaf of a carry or operand.

    ## What it does
    Finds carries, scanned inputs and operands of `scan`, `while_loop`, `fori_loop`, `cond`, `switch`, `map` and
    `associative_scan` in whose PyTree there is a leaf that is neither an array nor a number.

    ## Why is this bad?
    `TypeError: Cannot interpret value of type <class 'function'> as an abstract array`, at the first call.

    ## Example
    ```python
    model, losses = jax.lax.scan(step, model, batches)  # model.activation is a function
    ```

    ## Use instead
    ```python
    arrays, rest = eqx.partition(model, eqx.is_array)
    arrays, losses = jax.lax.scan(lambda a, b: step(eqx.combine(a, rest), b), arrays, batches)
    ```

    ## Fix safety
    Safe where no field of a class in the carry or the operands holds a Python number, nor a result that is stacked or
    chosen: numbers in tuples, lists and dicts are traced by both. Unsafe otherwise.

    ## Known limits
    A field of which only the annotation `Callable` is known is passed over: it may hold a Module.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html (jax 0.10, 0.12)
    """

    code = "PTL204"
    name = "opaque-leaf-in-control-flow"
    severity = "error"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """One carry or operand has a leaf that is certainly rejected."""
        if site.transform.family == "control":
            yield from rejected_operand(self, site, model, ("carry", "xs", "operand"))

"""PTL201."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.rejected import rejected_operand
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class OpaqueLeafInJit(Rule[TransformCall]):
    """A function, string or object as a leaf of an argument of raw jit.

    ## What it does
    Finds arguments of `jax.jit`, `jax.checkpoint` and `jax.eval_shape` in whose PyTree there is a leaf that is neither
    an array nor a number: an activation function in a model, a label in a batch, an optimizer.

    ## Why is this bad?
    `TypeError: Argument ... of type <class 'function'> is not a valid JAX type`, at the first call.

    ## Example
    ```python
    @jax.jit
    def loss(model, x):  # model.activation is a function
        return model(x).sum()
    ```

    ## Use instead
    ```python
    @eqx.filter_jit
    def loss(model, x):
        return model(x).sum()
    ```

    ## Fix safety
    Safe where no Python number is among the arguments or returned, in any call that was seen, or where numbers are
    traced as before, in and out, by `dynamic=is_array_like`; and where the function is only called (directly, by
    another name, inside of other transforms), in calls that were followed. Unsafe otherwise: where it is handed on as a
    value, an attribute of it is used, or functions are found by name; where a leaf may change, or reads what may; for
    Equinox, where there are flags in fields as well; and for `checkpoint`, whose twin traces more often outside of
    other transforms. None where a leaf has no hash: the twin would raise.

    ## Known limits
    A field of which only the annotation `Callable` is known is passed over: it may hold a Module.

    ## References
    - https://docs.kidger.site/equinox/api/transformations/ (equinox 0.13.8)
    - https://docs.jax.dev/en/latest/_autosummary/jax.jit.html (jax 0.10, 0.12)
    """

    code = "PTL201"
    name = "opaque-leaf-in-jit"
    severity = "error"
    yields_to = ("PTL217",)

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """One traced argument has a leaf that is certainly rejected."""
        if site.transform.family in ("jit", "checkpoint", "abstract"):
            yield from rejected_operand(self, site, model, ("traced", "operand"))

"""PTL203."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.values.sites import TransformCall
from pytreelint.rules.finding import Finding
from pytreelint.rules.raw.rejected import rejected_operand
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class OpaqueLeafInMap(Rule[TransformCall]):
    """A function, string or object as a leaf of an argument of raw vmap, pmap or shard_map.

    ## What it does
    Finds mapped arguments of `jax.vmap` and `jnp.vectorize`, and any arguments of `jax.pmap` and `jax.shard_map`, in
    whose PyTree there is a leaf that is neither an array nor a number.

    ## Why is this bad?
    `TypeError: Argument ... of type <class 'function'> is not a valid JAX type`, at the first call: only arrays have
    an axis to map over.

    ## Example
    ```python
    outputs = jax.vmap(evaluate)(models, x)  # models.activation is a function
    ```

    ## Use instead
    ```python
    outputs = eqx.filter_vmap(evaluate)(models, x)
    ```

    ## Fix safety
    Safe where no Python number is returned, which would not be repeated along the axis, and the function is only
    called; unsafe otherwise, and for `shard_map`, inside of which JAX sums gradients. None where the axes are not
    written out, and for keyword arguments with Equinox, whose twin takes none.

    ## Known limits
    `vmap` takes anything where `in_axes` says None, so such arguments are passed over; `pmap` does not. An `in_axes`
    that is a tree of its own is not followed.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.vmap.html (jax 0.10, 0.12)
    - https://docs.kidger.site/equinox/api/transformations/ (equinox 0.13.8)
    """

    code = "PTL203"
    name = "opaque-leaf-in-map"
    severity = "error"

    def check(self, site: TransformCall, model: Model) -> Iterator[Finding]:
        """One mapped argument has a leaf that is certainly rejected."""
        if site.transform.family == "map":
            yield from rejected_operand(self, site, model, ("traced",))

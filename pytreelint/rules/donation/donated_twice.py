"""PTL303."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import COPY
from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.text.place import Step
from pytreelint.model.values.sites import DonatedTwice
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class DonatedTwiceInCall(Rule[DonatedTwice]):
    """A call donates an array, and gets it a second time.

    ## What it does
    Finds calls that get one array at two places, one of which is donated: two arguments, an argument and an item or
    attribute of another one, or two places of one tree.

    ## Why is this bad?
    The donated buffer is written while the other place is read. JAX refuses when the program runs:
    `Attempt to donate the same buffer twice in Execute()`, or `Attempt to use a buffer that was previously donated in
    the same call to Execute()`.

    ## Example
    ```python
    step = jax.jit(update, donate_argnums=0)
    params = step(params, params)
    ```

    ## Use instead
    ```python
    params = step(params, jax.tree.map(jnp.copy, params))
    ```

    ## Fix safety
    Fix: none. A copy of one of the two costs the memory that donation was to save.

    ## Known limits
    - It speaks where the donated array certainly comes back, as PTL301 does: one that is not used raises nothing.

    ## References
    - https://docs.jax.dev/en/latest/faq.html#buffer-donation (jax 0.10, 0.12)
    """

    code = "PTL303"
    name = "donated-twice"
    severity = "error"

    def check(self, site: DonatedTwice, model: Model) -> Iterator[Finding]:
        """The model has seen one object at two places."""
        if not is_users_module(site.module):
            return
        place, first = place_of(site.module, site.node), place_of(site.module, site.first.node)
        one = site.first is site.second
        text = (
            "one array stands in two places of this donated tree" if one else f"this is donated as `{site.first.label}`"
        )
        yield self.finding(
            place,
            text if one else f"{text} in the same call",
            () if first == place else (Step(first, f"donated here, as `{site.first.label}`"),),
            f"{COPY}  # one of the two",
        )

"""PTL302."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.values.sites import DonatedStatic
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class DonatedStaticArgument(Rule[DonatedStatic]):
    """An argument is donated and static.

    ## What it does
    Finds `jit` and `pmap` that are told to donate an argument which is static: by position, by name, or by one of
    each.

    ## Why is this bad?
    A static argument has no buffer. JAX refuses: `ValueError: static_argnames and donate_argnames cannot intersect`,
    when the transform is made (`pmap`: `static_argnums` and `donate_argnums`, too).

    ## Example
    ```python
    step = jax.jit(update, static_argnames="config", donate_argnums=(0, 1))  # `config` is argument 1
    ```

    ## Use instead
    ```python
    step = jax.jit(update, static_argnames="config", donate_argnums=0)
    ```

    ## Fix safety
    Fix: none. Which of the two is meant is not in the code.

    ## Known limits
    - Silent where the options, or the function's parameters, are not known.

    ## References
    - https://docs.jax.dev/en/latest/_autosummary/jax.jit.html (jax 0.10, 0.12)
    """

    code = "PTL302"
    name = "donated-static"
    severity = "error"

    def check(self, site: DonatedStatic, model: Model) -> Iterator[Finding]:
        """The model has read both options."""
        if is_users_module(site.module):
            yield self.finding(
                place_of(site.module, site.node),
                f"`{site.label}` is donated and static",
                (),
                "donate only arguments that are traced",
            )

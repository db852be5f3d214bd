"""PTL903 unknown-code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding


class UnknownCode(Rule["Site"]):
    """A suppression names a rule that does not exist.

    ## What it does
    Reports codes and names in `# pytreelint: ignore[...]`, `# pytreelint: ignore-file[...]` and `# noqa: PTL...`
    that belong to no rule, with the nearest one that exists.

    ## Why is this bad?
    The comment suppresses nothing: the finding that it was written for is still reported.

    ## Example
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)  # pytreelint: ignore[static-arrays]
    ```

    ## Use instead
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)  # pytreelint: ignore[static-array]
    ```

    ## Fix safety
    No fix is offered: the nearest name need not be the one that was meant.

    ## Known limits
    In `# noqa`, only codes that begin with `PTL` are looked at; the others are other tools'.

    ## References
    - <https://docs.astral.sh/ruff/rules/invalid-rule-code/>, the same for ruff's own comments
    """

    code = "PTL903"
    name = "unknown-code"
    severity = "warning"

    def check(self, site: Site, model: Model) -> Iterator[Finding]:
        """Nothing: the engine reads the comments."""
        return iter(())

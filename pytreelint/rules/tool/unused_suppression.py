"""PTL902 unused-suppression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding


class UnusedSuppression(Rule["Site"]):
    """A comment suppresses what is not found there.

    ## What it does
    Reports `# pytreelint: ignore[...]`, `# pytreelint: ignore-file[...]` and `# noqa: PTL...` comments, and single
    codes in them, to which no finding answers. Codes of other tools are left alone, and so is a blanket `# noqa`.

    ## Why is this bad?
    The comment outlived its cause. It tells readers of a problem that is none, and will hide the next real one.

    ## Example
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)  # pytreelint: ignore[opaque-leaf-in-jit]
    ```

    ## Use instead
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)
    ```

    ## Fix safety
    No fix is offered yet. Removing the comment changes no program.

    ## Known limits
    Codes of rules that are not enabled in this run are not called unused, as nobody looked.

    ## References
    - <https://docs.astral.sh/ruff/rules/unused-noqa/>, the same for ruff's own comments
    """

    code = "PTL902"
    name = "unused-suppression"
    severity = "warning"

    def check(self, site: Site, model: Model) -> Iterator[Finding]:
        """Nothing: only the engine knows which findings a comment answered."""
        return iter(())

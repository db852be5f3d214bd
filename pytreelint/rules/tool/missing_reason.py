"""PTL904 missing-reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding


class MissingReason(Rule["Site"]):
    """A suppression does not say why.

    ## What it does
    Reports `# pytreelint: ignore[...]`, `# pytreelint: ignore-file[...]` and `# noqa: PTL...` comments with nothing
    after them. `require-reason = true` in the configuration turns it on.

    ## Why is this bad?
    Whoever reads the comment later cannot tell whether the finding was wrong, is accepted, or was in the way.

    ## Example
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)  # pytreelint: ignore[opaque-leaf-in-jit]
    ```

    ## Use instead
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)  # pytreelint: ignore[opaque-leaf-in-jit] only called with arrays, see test_step
    ```

    ## Fix safety
    No fix is offered: the reason is not in the code.

    ## Known limits
    Any word counts as a reason. A blanket `# noqa` belongs to other tools too, and is left alone.

    ## References
    - <https://docs.astral.sh/ruff/linter/#error-suppression>, on comments that suppress
    """

    code = "PTL904"
    name = "missing-reason"
    severity = "warning"
    default = False

    def check(self, site: Site, model: Model) -> Iterator[Finding]:
        """Nothing: the engine reads the comments."""
        return iter(())

"""PTL901 unreadable-file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.rules.rule import Rule

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Site
    from pytreelint.rules.finding import Finding


class UnreadableFile(Rule["Site"]):
    """A file could not be checked.

    ## What it does
    Reports files that cannot be read as Python: syntax errors, syntax newer than the running Python, bytes that are no
    text, NUL bytes, unknown encodings, files over `max-file-size`, files without permission, pipes and devices, code
    nested too deeply to read, and files at which a worker process died.

    ## Why is this bad?
    Nothing is known about such a file: errors in it stay hidden, and what other files import from it is unknown there.

    ## Example
    ```python
    import jax

    step = jax.jit(lambda x: (x + 1)
    ```

    ## Use instead
    ```python
    import jax

    step = jax.jit(lambda x: x + 1)
    ```

    ## Fix safety
    No fix: only the author knows what was meant.

    ## Known limits
    The syntax known is that of the Python that runs pytreelint, and of 3.12 and 3.13 whatever runs it: type parameters,
    `type X = ...`, strings within f-strings (but for the third level of them). A file in other newer syntax is named
    as such, with the version that reads it.

    ## References
    - <https://docs.python.org/3/reference/lexical_analysis.html#encoding-declarations>
    - <https://docs.python.org/3/library/ast.html#ast.parse>
    """

    code = "PTL901"
    name = "unreadable-file"
    severity = "error"

    def check(self, site: Site, model: Model) -> Iterator[Finding]:
        """Nothing: the engine meets such files before any rule does."""
        return iter(())

"""PTL801."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MARKERS
from pytreelint.knowledge.repairs import ANNOTATED_FIELD
from pytreelint.model.queries.evidence import imported_from, place_of, steps
from pytreelint.model.values.sites import NameUsed
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.upgrades.renaming import static_marked

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class StaticFieldFunction(Rule[NameUsed]):
    """A field function that its library has replaced.

    ## What it does
    Finds uses of `equinox.static_field` and of the older field functions of other libraries.

    ## Why is this bad?
    They are deprecated, give a warning or will be removed, and take fewer arguments than what replaced them.

    ## Example
    ```python
    width: int = eqx.static_field()
    ```

    ## Use instead
    ```python
    width: int = eqx.field(static=True)
    ```

    ## Fix safety
    Safe: `field(static=True)` is what it calls.

    ## Known limits
    A project's own function of that name is left alone.

    ## References
    - https://github.com/patrick-kidger/equinox/releases/tag/v0.11.0 (equinox 0.11 to 0.13.8)
    """

    code = "PTL801"
    name = "static-field-function"
    severity = "warning"

    def check(self, site: NameUsed, model: Model) -> Iterator[Finding]:
        """The name resolves to a deprecated field function."""
        marker = MARKERS.get(site.name)
        own = site.name.split(".")[0] == site.module.name.split(".")[0]  # the library itself
        if marker is None or marker.deprecated is None or own:
            return
        since, instead = marker.deprecated
        if not model.program.reaches(site.module, site.name.split(".")[0], since):
            return
        yield self.finding(
            place_of(site.module, site.node),
            f"`{site.name}` is deprecated since version {since}",
            steps(imported_from(model.program, site.module, site.node.id)) if isinstance(site.node, ast.Name) else (),
            f"{instead}",
            static_marked(site, ANNOTATED_FIELD[site.name]) if site.name in ANNOTATED_FIELD else None,
        )

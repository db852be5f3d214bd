"""What PTL803 and PTL804 have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.queries.evidence import imported_from, place_of, steps
from pytreelint.model.values.sites import Outdated
from pytreelint.rules.finding import Finding
from pytreelint.rules.rule import Rule
from pytreelint.rules.upgrades.renaming import renamed_import, renamed_use
from pytreelint.rules.upgrades.replacement import replacement

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


class OutdatedName(Rule[Outdated]):
    """A base: the subclass is named by the table's entry."""

    def check(self, site: Outdated, model: Model) -> Iterator[Finding]:
        """The project may meet a version that lacks the name, or warns of it."""
        upgrade = site.upgrade
        itself = site.module.name.split(".")[0] == upgrade.library
        if (
            upgrade.rule != self.code
            or itself
            or not model.program.reaches(site.module, upgrade.library, upgrade.since)
        ):
            return
        if upgrade.removed:
            said = f"is gone since {upgrade.library} {upgrade.removed}"
        else:
            said = f"is deprecated since {upgrade.library} {upgrade.deprecated}"
        now = f": it is `{upgrade.instead}` now" if upgrade.instead else ""
        via = imported_from(model.program, site.module, site.root[0]) if site.root is not None else ()
        finding = self.finding(
            place_of(site.module, site.node),
            f"`{upgrade.name}` {said}{now}",
            steps(via),
            replacement(site),
            renamed_use(site, model) or renamed_import(site, model),
        )
        yield finding if upgrade.removed else replace(finding, severity="warning")

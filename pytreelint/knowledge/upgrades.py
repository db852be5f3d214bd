"""Names that a library has deprecated or removed, since when, and what stands for them now.

Use::

    upgrade = UPGRADES.get("jax.tree_map")
    upgrade.rule            # "PTL803"
    upgrade.since           # "0.6.0": holds for a program that runs under this version of `upgrade.library`
    upgrade.instead         # "jax.tree.map", "" where there is none; `upgrade.says` then

Look up the name as it was resolved *before* `canonical` follows an alias: `jax.tree_map` is one of `jax.tree.map`.
`data/removals.json` holds what `tools/generate_removals.py` read from releases; keyword arguments are in `refused`.
"""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.knowledge.replacements import ADVICE, REPLACEMENTS
from pytreelint.knowledge.written import table


@record(frozen=True, slots=True)
class Upgrade:
    """One deprecated or removed name.

    Attributes:
        name: dotted name as it is imported.
        deprecated, removed: the first known version of which that is true; "" for never, so far.
        instead: the name to use now; "" when there is none.
        says: what to do, where that is not one name.
        as_module: only importing it as a module fails.
    """

    name: str
    deprecated: str = ""
    removed: str = ""
    instead: str = ""
    says: str = ""
    as_module: bool = False

    @property
    def library(self) -> str:
        """The distribution whose version decides."""
        return self.name.partition(".")[0]

    @property
    def rule(self) -> str:
        """The code of the rule that speaks about it."""
        return "PTL804" if self.library == "equinox" else "PTL803"

    @property
    def since(self) -> str:
        """From this version on there is something to say."""
        return self.removed or self.deprecated


# Gone before the oldest release that was read, or not to be told from source.
_BY_HAND = (
    *(Upgrade(f"jax.{name}", removed="0.2.28") for name in ("api", "partial", "custom_transforms")),
    *(Upgrade(f"jax.experimental.{name}", removed="0.2.28") for name in ("optix", "vectorize")),
    Upgrade("jax.config", removed="0.4.25", as_module=True),
    Upgrade("flax.nnx.VariableState", deprecated="0.12.0"),
)


def _upgrades() -> dict[str, Upgrade]:
    read = [Upgrade(name, deprecated, removed) for name, (deprecated, removed) in table("removals").items()]
    return {
        upgrade.name: Upgrade(
            upgrade.name,
            upgrade.deprecated,
            upgrade.removed,
            REPLACEMENTS.get(upgrade.name, ""),
            ADVICE.get(upgrade.name, ""),
            upgrade.as_module,
        )
        for upgrade in (*read, *_BY_HAND)
    }


UPGRADES: dict[str, Upgrade] = _upgrades()
# The last words of these names: a file that holds none of them holds nothing to upgrade.
WORDS = frozenset(name.rpartition(".")[2] for name in UPGRADES)

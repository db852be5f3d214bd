"""Names that a library has deprecated or removed, since when, and what stands for them now.

Use::

    for upgrade in UPGRADES.get("equinox.static_field", ()):
        upgrade.rule            # "PTL801"
        upgrade.holds("0.13.8") # for the library's version that the project uses; None: not known
        upgrade.instead         # "equinox.field"; `upgrade.keywords`: what its call needs besides

Look up the name as it was resolved *before* `canonical` follows an alias: `jax.tree_map` is one of `jax.tree.map`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One deprecated or removed name, or keyword argument of a name.

    Attributes:
        name: dotted name as it is imported.
        rule: the code of the rule that speaks about it.
        library: the distribution whose version decides.
        deprecated, removed: the first version of which that is true; "" for never, so far.
        instead: the name to use now; "" when there is none.
        keywords: what the call of `instead` needs besides, as source: `(("static", "True"),)`.
        argument: the keyword argument that this is about; "" when it is the name itself.
        says: what happens with it, where that is not plain.
    """

    name: str
    rule: Literal["PTL801", "PTL802", "PTL803", "PTL804", "PTL805"]
    library: str
    deprecated: str = ""
    removed: str = ""
    instead: str = ""
    keywords: tuple[tuple[str, str], ...] = ()
    argument: str = ""
    says: str = ""

    def holds(self, version: str | None) -> bool:
        """Whether it is deprecated or removed in a version; an unknown version is a new one."""
        first = self.deprecated or self.removed
        return version is None or _key(version) >= _key(first)

    def is_removed(self, version: str | None) -> bool:
        """Whether it is gone in a version."""
        return bool(self.removed) and (version is None or _key(version) >= _key(self.removed))


def _key(version: str) -> tuple[int, ...]:
    """The numbers of a version, up to the first part that is none."""
    numbers = []
    for part in version.split("."):
        digits = "".join(c for c in part if c.isdigit())
        if not part[:1].isdigit():
            break
        numbers.append(int(digits))
        if digits != part:
            break
    return tuple(numbers)


_STATIC_FIELDS = (
    Upgrade(
        "equinox.static_field",
        "PTL801",
        "equinox",
        deprecated="0.11.0",
        instead="equinox.field",
        keywords=(("static", "True"),),
        says="warns each time a class with it is defined",
    ),
)

_OLD_FILTERS = tuple(
    Upgrade(f"equinox.{name}", "PTL802", "equinox", removed="0.10.0", argument=argument, says="raises ValueError")
    for name, arguments in (
        ("filter_jit", ("default", "args", "kwargs", "out", "fn")),
        ("filter_grad", ("arg",)),
        ("filter_value_and_grad", ("arg",)),
        ("filter_vmap", ("default", "args", "kwargs", "out", "fn")),
        ("filter_pmap", ("default", "args", "kwargs", "out", "fn")),
    )
    for argument in arguments
)

# Gone in jax 0.10.2 and in 0.12; the version is the first that is known to lack them where the change log names none.
_TREE = tuple(
    Upgrade(f"jax.tree_{name}", "PTL803", "jax", "0.4.26", "0.6.0", instead=f"jax.tree.{name}")
    for name in ("map", "leaves", "flatten", "unflatten", "structure", "all", "reduce", "transpose")
)
_JAX = (
    *_TREE,
    Upgrade("jax.tree_util.tree_multimap", "PTL803", "jax", removed="0.3.16", instead="jax.tree.map"),
    Upgrade("jax.tree_multimap", "PTL803", "jax", removed="0.3.16", instead="jax.tree.map"),
    Upgrade("jax.tree_util.build_tree", "PTL803", "jax", removed="0.4.36", instead="jax.tree.unflatten"),
    Upgrade("jax.xla_computation", "PTL803", "jax", removed="0.4.36", says="use jax.jit(f).lower(...)"),
    Upgrade("jax.core.get_aval", "PTL803", "jax", "0.8.2", "0.10.0", instead="jax.typeof"),
    Upgrade("jax.experimental.pjit.pjit", "PTL803", "jax", deprecated="0.9.0", instead="jax.jit"),
    Upgrade("jax.experimental.shard_map.shard_map", "PTL803", "jax", deprecated="0.8.0", instead="jax.shard_map"),
)

_EQUINOX = (
    Upgrade("equinox.experimental", "PTL804", "equinox", removed="0.11.0", instead="equinox.nn"),
    Upgrade("equinox.deterministic", "PTL804", "equinox", removed="0.11.0", instead="equinox.nn.inference_mode"),
)

_REFUSED = tuple(
    Upgrade("equinox.filter_jit", "PTL805", "equinox", removed="0.11.0", argument=argument, says="raises ValueError")
    for argument in (
        "static_argnums",
        "static_argnames",
        "donate_argnums",
        "in_shardings",
        "out_shardings",
    )
)

UPGRADES: dict[str, tuple[Upgrade, ...]] = {}
for _upgrade in (*_STATIC_FIELDS, *_OLD_FILTERS, *_JAX, *_EQUINOX, *_REFUSED):
    UPGRADES[_upgrade.name] = (*UPGRADES.get(_upgrade.name, ()), _upgrade)

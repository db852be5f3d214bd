"""Which names the tables of knowledge describe."""

from __future__ import annotations

from pytreelint.knowledge.annotations import ANNOTATIONS
from pytreelint.knowledge.array_functions import TREE_FUNCTIONS
from pytreelint.knowledge.bases import ENUMERATIONS
from pytreelint.knowledge.libraries import MAKERS, MARKERS
from pytreelint.knowledge.names import ALIASES, canonical
from pytreelint.knowledge.operations import FILTERS, OPERATIONS
from pytreelint.knowledge.optimizers import APPLY_UPDATES, COMPOSED, OPTIMIZERS
from pytreelint.knowledge.results import lookup
from pytreelint.knowledge.results_by_hand import results_by_hand
from pytreelint.knowledge.transforms import TRANSFORMS, TRANSPARENT

_NAMES = frozenset().union(
    MAKERS,
    MARKERS,
    TRANSFORMS,
    TRANSPARENT,
    OPERATIONS,
    FILTERS,
    ANNOTATIONS,
    ENUMERATIONS,
    OPTIMIZERS,
    COMPOSED,
    TREE_FUNCTIONS,
    results_by_hand(),
)
# How code spells what transforms and optimizers are called by: the last parts of their names.
_MEANT = {*TRANSFORMS, "jax.tree.map"}
_SPELLED = (*TRANSFORMS, *(alias for alias, name in ALIASES.items() if name in _MEANT), APPLY_UPDATES)
SPELLINGS = frozenset({"init", "update"}.union(name.rpartition(".")[2] for name in _SPELLED))
# Packages and modules of which some table speaks: their names mean something even where they are not installed.
PACKAGES = frozenset(
    ".".join(parts[:n]) for name in _NAMES for parts in [name.split(".")] for n in range(1, len(parts))
)


def knows(name: str) -> bool:
    """Whether a table has an entry for a canonical name of a package whose source could be read."""
    return name in _NAMES


def has(name: str) -> bool:
    """Whether some table describes a name, so that `from module import *` binds it."""
    return lookup(name) is not None or canonical(name) in _NAMES

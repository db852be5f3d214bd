"""Conditions on the leaves that a filtered twin makes static: they have a hash, and are never changed in place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import HASHES_LEAVES, HASHING_MAPS, KEEPS_LEAVES
from pytreelint.model.queries.constant_reads import reads_only_constants
from pytreelint.model.types.leaves import leaves, method_is_tree, unhashable
from pytreelint.model.values.unknowns import Rejected, Returned, holds_arrays
from pytreelint.model.values.value import (
    Array,
    Bound,
    Container,
    Function,
    Object,
    Opaque,
    Partial,
    Unknown,
    Value,
    options_of,
)
from pytreelint.rules.conditions import CHANGING_LEAF, READING_LEAF, UNKNOWN_LEAF
from pytreelint.rules.finding import Condition

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.protocol import Model


def static_leaves(model: Model, transform: Transform, values: Iterable[Value]) -> list[Condition] | None:
    """The conditions that fail; None where the twin certainly raises, as one of the leaves has no hash."""
    hashes = transform.family in HASHES_LEAVES or transform.name in HASHING_MAPS
    if not hashes and transform.family not in KEEPS_LEAVES:
        return []
    failed: dict[Condition, None] = {}
    for leaf in (leaf for value in values for leaf in leaves(model, value)):
        if isinstance(leaf.value, Unknown) and not leaf.path:
            continue  # an argument of which nothing is known: the conditions on numbers speak of it
        kinds = {_kind(model, option) for option in options_of(leaf.value)}
        if "never" in kinds or ("unhashable" in kinds and hashes):
            return None
        failed |= dict.fromkeys([CHANGING_LEAF] if "changing" in kinds else [])
        failed |= dict.fromkeys([READING_LEAF] if "reading" in kinds else [])
        failed |= dict.fromkeys([UNKNOWN_LEAF] if kinds & {"unknown", "unhashable"} else [])
    return list(failed)


def _kind(model: Model, leaf: Value) -> str:
    """What is known of one leaf."""
    if isinstance(leaf, Unknown):
        return "fine" if holds_arrays(leaf) or isinstance(leaf, (Rejected, Returned)) else "unknown"
    if isinstance(leaf, Array):
        if leaf.dtype == "texts":
            return "never"  # filtered transforms take it for an array, too
        return "unhashable" if leaf.flavour == "sparse" else "fine"  # other arrays are no static leaves
    if unhashable(model, leaf) is not None:
        return "unhashable"
    match leaf:
        case Container(kind="iterator"):
            return "changing"
        case Bound(instance=Object() as holder) if not method_is_tree(leaf):
            return _object(holder)
        case Object():
            return _object(leaf)
        case Function() | Partial():
            return "fine" if reads_only_constants(model, leaf) else "reading"
        case Opaque(kind="object", member=""):
            return "unknown"
    return "fine"


def _object(value: Object) -> str:
    """An instance of a class that is no PyTree."""
    if not value.exact or value.cls.is_open:
        return "unknown"
    return {"fields": "fine", "identity": "changing"}.get(value.cls.hash, "unknown") if value.fields else "fine"

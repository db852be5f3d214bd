"""Attributes of arrays, and of unknown values that are traced as arrays are."""

from __future__ import annotations

from pytreelint.knowledge.array_functions import NO_METHODS
from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.demands import ARRAY_ATTRIBUTES, ARRAY_METHODS, NEEDING_METHODS
from pytreelint.knowledge.objects import RENEWING_STATES
from pytreelint.knowledge.record import replace
from pytreelint.model.values.marks import without_tangent
from pytreelint.model.values.unknowns import OF_TREE
from pytreelint.model.values.value import DYNAMIC, Array, Bound, Container, Library, Opaque, Scalar, Unknown, Value


def of_array(value: Array, name: str) -> Value:
    """Returns an attribute of an array: what it is, or one of its methods."""
    if value.flavour == "shape-struct" and name not in ("shape", "dtype", "ndim", "size"):
        return DYNAMIC
    if name == "shape":
        return Container("tuple", (), (), Scalar("int"))
    if name in ("ndim", "size", "nbytes", "itemsize"):
        return Scalar("int")
    if name == "dtype":
        return Opaque("dtype")
    if name == "imag":
        return without_tangent(replace(value, variable=False) if value.variable else value)
    if name in ("T", "mT", "real") or name in WRAPPED:
        return replace(value, variable=False) if value.variable else value
    if name == "aval":
        return Array("shape-struct", value.dtype)
    if name in NO_METHODS:
        return DYNAMIC
    return Bound(Library(f"array.{name}"), value)


def of_unknown(value: Unknown, name: str) -> Value:
    """Returns an attribute of a traced unknown value, where only arrays have it; a field may be static."""
    if name in ARRAY_METHODS or name in NEEDING_METHODS or name == "at":
        return Bound(Library(f"array.{name}"), value)
    if name in ARRAY_ATTRIBUTES:
        return value
    # A tree that is renewed is traced as the old one was: `state.replace(step=step)`.
    return replace(value, reason=OF_TREE, traces=value.traces if name in RENEWING_STATES else (), certain=False)

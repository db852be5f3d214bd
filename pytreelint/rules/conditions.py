"""What must hold if a fix is to keep a program's meaning: predicates that the fixes of several rules share.

Each gives a `Condition`: its text, and whether it holds. A fix is safe if all of its conditions hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.repairs import RETRACES
from pytreelint.model.leaves import leaves
from pytreelint.model.values import Constant, Object, Scalar, Transformed, Unknown, Value, options_of
from pytreelint.rules.finding import Condition

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.evaluator import Evaluator

_NUMBERS = ("bool", "int", "float", "complex")
Amount = Literal["none", "unknown", "some"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Python numbers among leaves.

    Attributes:
        varying: numbers that a call may change: all but flags.
        flags: bools in fields of instances, on which methods branch: they must not be traced.
    """

    varying: Amount = "none"
    flags: Amount = "none"


def numbers_in(model: Evaluator, values: Sequence[Value]) -> Numbers:
    """Which Python numbers are among the leaves of some values."""
    varying: set[Amount] = {"none"}
    wrapped = any(isinstance(value, Transformed) for value in values)  # its options are its leaves
    flags: set[Amount] = {"unknown" if wrapped else "none"}
    for leaf in (leaf for value in values for leaf in leaves(model, value)):
        held = leaf.owner is not None
        for option in options_of(leaf.value):
            if isinstance(option, Scalar | Constant):
                if option.kind in _NUMBERS:
                    (flags if held and option.kind == "bool" else varying).add("some")
            elif isinstance(option, Unknown) or (isinstance(option, Object) and option.cls.pytree != "no"):
                varying.add("unknown")
                flags.update({"unknown"} if held else ())
    return Numbers(_most(varying), _most(flags))


def _most(amounts: set[Amount]) -> Amount:
    return "some" if "some" in amounts else "unknown" if "unknown" in amounts else "none"


def no_numbers(transform: Transform, numbers: Numbers) -> Condition:
    """Filtered transforms leave numbers alone that raw ones trace and differentiate."""
    if numbers.varying == "none":
        flags = " but flags, of which there are two" if numbers.flags == "some" else ""
        return Condition(f"no Python number is among its arguments{flags}", numbers.flags != "unknown")
    told = "may be" if numbers.varying == "unknown" else "is"
    change = "would not be differentiated" if transform.family == "grad" else "would be static: a trace for each value"
    return Condition(f"a Python number {told} among its arguments, and {change}", False)


def traced_as_often(twin: str) -> Condition | None:
    """Some twins do not find a function again that they have traced."""
    if twin not in RETRACES:
        return None
    return Condition(f"`{twin}` traces its function more often, where nothing around it is traced", False)


def numbers_traced() -> Condition:
    """The twin is told to trace them."""
    return Condition("Python numbers are traced as before (`dynamic=is_array_like`)", True)


def returns_no_number(model: Evaluator, transform: Transform, returned: Value | None) -> Condition | None:
    """Raw transforms make arrays of the numbers that come out, filtered ones leave them as they are.

    Args:
        returned: what the function gives; None where that is not known.
    """
    if transform.family == "grad":
        return None  # the value must be an array, and auxiliary values are left alone by both
    found = Numbers("unknown") if returned is None else numbers_in(model, [returned])
    amount = _most({found.varying, found.flags})
    if amount == "none":
        return Condition("it returns no Python number", True)
    told = "may return" if amount == "unknown" else "returns"
    return Condition(f"it {told} a Python number, which would stay one", False)


def leaves_known(model: Evaluator, values: Sequence[Value]) -> Condition:
    """Numbers among leaves that are not known would be left out by a filter."""
    unknown = any(isinstance(leaf.value, Unknown) for value in values for leaf in leaves(model, value))
    if unknown:
        return Condition("some leaves of the tree are not known: numbers among them would be left out", False)
    return Condition("every leaf of the tree is known", True)


SAME_FUNCTION = Condition("it is the same function under another name", True)
RAISES_BEFORE = Condition("the call raises before anything is computed", True)
STALE_SELF = Condition("attributes that are assigned later would not be seen by what is compiled already", False)
TRACED_NOW = Condition("it was static, and is traced now: what looked at its values in Python would fail", False)
NOT_ASSIGNED = Condition("code that assigns its fields would raise from now on", False)
DECAYED = Condition(
    "an optimizer that decays weights, or replaces them, would change it: give it the trained fields only", False
)
NEW_NODE = Condition("it is a PyTree from now on: code that took an instance for one leaf would see its fields", False)

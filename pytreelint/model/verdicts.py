"""What the coverage report says of a site without a finding: clean, or unknown and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.promised import promised
from pytreelint.model.sites import AuxData, DecoratedMethod, Site, StaticDeclaration, StaticValue, TransformCall
from pytreelint.model.sites import TransformMade as Made
from pytreelint.model.unknowns import ArrayTree
from pytreelint.model.values import Array, Container, Object, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


def verdict(site: Site, ev: Evaluator) -> str:
    """`clean`, or `unknown:` and the reason of the first part that could not be followed."""
    if isinstance(site, StaticDeclaration) and isinstance(site.value, Unknown) and site.field.annotation is not None:
        # `Callable` or `PyTree[str]` is no type of one value, but it was read, and speaks of no array.
        promise = promised(ev, site.field.annotation, site.field.owner.scope)
        if promise is not None and unknown_in(promise) is None and not _speaks_of_array(promise):
            return "clean"
    for value, arrays_suffice in _values(site):
        reason = unknown_in(value, arrays_suffice)
        if reason is not None:
            return f"unknown:{reason}"
    return "clean"


# Roles of operands that a rule may speak of: others are handed on as they are, or are nobody's affair.
_JUDGED = frozenset(["traced", "static", "carry", "xs", "operand"])


def _values(site: Site) -> Iterator[tuple[Value, bool]]:
    """What a site is judged by, each with whether it is enough to know that all of its leaves are arrays."""
    match site:
        case TransformCall():
            for operand in site.operands:
                if operand.role in _JUDGED:
                    yield operand.value, operand.role != "static"
        case Made():
            yield site.function, False
        case StaticDeclaration() | StaticValue() | AuxData():
            yield site.value, False
        case DecoratedMethod():
            yield site.instance, False


def _speaks_of_array(value: Value) -> bool:
    match value:
        case Array():
            return value.flavour != "shape-struct"
        case Union():
            return any(map(_speaks_of_array, value.options))
        case Container():
            return any(map(_speaks_of_array, (*value.items, *((value.rest,) if value.rest else ()))))
    return isinstance(value, Object)


def unknown_in(value: Value, arrays_suffice: bool = False, depth: int = 0) -> str | None:
    """The reason of the first unknown part of a value, None when everything is known."""
    match value:
        case ArrayTree() if arrays_suffice:
            return None
        case Unknown():
            return value.reason
        case Container(kind="set" | "frozenset"):
            return None  # what hashes is no array, and a set is a leaf whatever it holds
        case Container() | Union() | Object() if depth < 6:
            parts: tuple[Value, ...]
            if isinstance(value, Object):
                parts = tuple(item for _, item in value.fields)
            else:
                parts = (
                    value.options
                    if isinstance(value, Union)
                    else (*value.items, *((value.rest,) if value.rest else ()))
                )
            reasons = (unknown_in(part, arrays_suffice, depth + 1) for part in parts)
            return next((reason for reason in reasons if reason is not None), None)
    return None

"""What the coverage report says of a site without a finding: clean, open, or unknown and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.types.promised import promised
from pytreelint.model.values.sites import AuxData, DecoratedMethod, Site, StaticDeclaration, StaticValue, TransformCall
from pytreelint.model.values.sites import TransformMade as Made
from pytreelint.model.values.unknowns import OPERATED, ArrayTree
from pytreelint.model.values.value import PARAMETER, Array, Container, Object, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


VERDICTS = ("clean", "open", "unknown", "found")  # the worst last


def verdict(site: Site, ev: Interpreter) -> str:
    """What is known of a site: `clean`, `open`, or `unknown:` and the reason of the first part that was not followed.

    One is open if nothing but a parameter is unknown, in an entry that no caller is known of: what callers pass
    decides, and each call that is seen is a site of its own.
    """
    if isinstance(site, StaticDeclaration) and isinstance(site.value, Unknown) and site.field.annotation is not None:
        # `Callable` or `PyTree[str]` is no type of one value, but it was read, and speaks of no array.
        promise = promised(ev, site.field.annotation, site.field.owner.scope)
        if promise is not None and unknown_in(promise) is None and not _speaks_of_array(promise):
            return "clean"
    reasons = [reason for value, arrays_suffice in _values(site) for reason in unknowns_in(value, arrays_suffice)]
    closed = next((reason for reason in reasons if reason not in (PARAMETER.reason, OPERATED.reason)), None)
    return f"unknown:{closed}" if closed is not None else "open" if reasons else "clean"


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


def unknown_in(value: Value) -> str | None:
    """The reason of the first unknown part of a value, None when everything is known."""
    return next(unknowns_in(value), None)


def unknowns_in(value: Value, arrays_suffice: bool = False, depth: int = 0) -> Iterator[str]:
    """The reasons of the unknown parts of a value."""
    match value:
        case ArrayTree() if arrays_suffice:
            return
        case Unknown():
            yield value.reason
        case Container(kind="set" | "frozenset"):
            return  # what hashes is no array, and a set is a leaf whatever it holds
        case Container() | Union() | Object() if depth < _DEPTH:
            for part in _parts(value):
                yield from unknowns_in(part, arrays_suffice, depth + 1)


_DEPTH = 6


def _parts(value: Container | Union | Object) -> tuple[Value, ...]:
    match value:
        case Object():
            return tuple(item for _, item in value.fields)
        case Union():
            return value.options
    return (*value.items, *((value.rest,) if value.rest is not None else ()))

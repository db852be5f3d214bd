"""What the coverage report says of a site without a finding: clean, or unknown and why."""

from __future__ import annotations

from collections.abc import Iterator

from pytreelint.model.sites import AuxData, DecoratedMethod, Site, StaticDeclaration, StaticValue, TransformCall
from pytreelint.model.sites import TransformMade as Made
from pytreelint.model.values import Container, Object, Union, Unknown, Value


def verdict(site: Site) -> str:
    """`clean`, or `unknown:` and the reason of the first part that could not be followed."""
    for value in _values(site):
        reason = unknown_in(value)
        if reason is not None:
            return f"unknown:{reason}"
    return "clean"


def _values(site: Site) -> Iterator[Value]:
    match site:
        case TransformCall():
            yield from (operand.value for operand in site.operands if operand.role != "index")
        case Made():
            yield site.function
        case StaticDeclaration() | StaticValue() | AuxData():
            yield site.value
        case DecoratedMethod():
            yield site.instance


def unknown_in(value: Value, depth: int = 0) -> str | None:
    """The reason of the first unknown part of a value, None when everything is known."""
    match value:
        case Unknown():
            return value.reason
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
            return next((reason for part in parts if (reason := unknown_in(part, depth + 1)) is not None), None)
    return None

"""Which part of a result stands for an argument: the state that a step gives back."""

from __future__ import annotations

from pytreelint.model.values.value import Container, Object, Value


def comes_back(value: Value, result: Value) -> tuple[int, ...] | None:
    """Returns where in a result the argument comes back with its structure; None where no single part is certain."""
    if _stands_for(value, result):
        return ()
    if not isinstance(result, Container) or result.kind != "tuple" or result.rest is not None:
        return None
    found = [index for index, item in enumerate(result.items) if _stands_for(value, item)]
    return (found[0],) if len(found) == 1 else None


def _stands_for(value: Value, part: Value) -> bool:
    if isinstance(value, Object) and isinstance(part, Object):
        return value.cls is part.cls
    renewed = part.token.updates if part.token is not None else None
    return value.token is not None and bool(renewed) and value.token in (renewed or ())

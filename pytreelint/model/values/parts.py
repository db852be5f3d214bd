"""What stands in a container or an instance, as it goes on into another one."""

from __future__ import annotations

from pytreelint.model.values.identity import parted
from pytreelint.model.values.value import Container, Object, Value


def items_of(holder: Container) -> tuple[Value, ...]:
    """The items of a container as they stand in another one: as parts of it."""
    if holder.token is None:
        return holder.items
    steps = holder.keys if holder.kind == "dict" else range(len(holder.items))
    return tuple(parted(holder, ("[]", step), item) for step, item in zip(steps, holder.items, strict=True))


def fields_of(holder: Object) -> tuple[tuple[str, Value], ...]:
    """The attributes of an instance as they stand in another one: as parts of it."""
    if holder.token is None:
        return holder.fields
    return tuple((name, parted(holder, (".", name), held)) for name, held in holder.fields)

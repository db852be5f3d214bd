"""Values on their way in and out of raw transforms: numbers become arrays, rejected leaves unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.types.leaves import opaque
from pytreelint.model.types.registration import nodelike
from pytreelint.model.values.trees import alike
from pytreelint.model.values.unknowns import REJECTED, RETURNED, part_of
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import FieldInfo


def differentiated(value: Value, by: Transformed | None = None) -> Value:
    """Returns an argument of a raw gradient as its function receives it: an int or a bool stays (jax 0.10, 0.12)."""
    return traced(value, by=by, exact=True)


def traced(
    value: Value, reject: bool = True, by: Transformed | None = None, back: bool = False, exact: bool = False
) -> Value:
    """Returns a value as a raw transform passes it on, or (`back`) returns it.

    Args:
        by: what made arrays of numbers.
        exact: whether integers stay what they are.
    """
    if type(value) is Array and value.flavour in ("jax", "key") and (value.number_by is None or not back):
        return value  # most leaves are
    match value:
        case Constant(kind="bool" | "int") | Scalar(kind="bool" | "int") if exact:
            return value
        case Constant(kind="bool" | "int" | "float" | "complex") | Scalar():
            dtype, said = _DTYPES[value.kind], value.declared
            return Array("jax", dtype, why=value.why, number_by=by, came_back=back, declared=said)  # type: ignore[arg-type]
        case Array(number_by=maker) if maker is not None and back:
            return replace(value, came_back=True)
        case Array(flavour="numpy" | "numpy-scalar"):
            return Array("jax", value.dtype, why=value.why)
        case Array(flavour="any") if back:  # whose it was before is of no matter
            return replace(value, flavour="jax")
        case Container(kind="tuple" | "list" | "dict"):
            rest = traced(value.rest, reject, by, back, exact) if value.rest is not None else None
            return replace(value, items=tuple(traced(item, reject, by, back, exact) for item in value.items), rest=rest)
        case Object() if value.cls.maker is not None and (value.cls.maker.spelling or value.cls.maker.node == "static"):
            return value  # which attributes are children is the flattening's own affair
        case Object() if value.cls.pytree != "yes":
            return value  # it is refused, or its base or metaclass may keep numbers static
        case Object():
            declared = value.cls.fields()
            by_value = value.cls.maker is not None and value.cls.maker.leaves == "data"  # then numbers are no leaves
            fields = tuple(
                (
                    name,
                    item if is_no_leaf(item, declared.get(name), by_value) else traced(item, reject, by, back, exact),
                )
                for name, item in value.fields
            )
            return replace(value, fields=fields if value.cls.pytree == "yes" else tuple(map(_perhaps, fields)))
        case Union():
            return alike(value, lambda option: traced(option, reject, by, back, exact))
    if back and isinstance(value, Unknown):
        return RETURNED
    return REJECTED if reject and opaque(value) else value


def _perhaps(field: tuple[str, Value]) -> tuple[str, Value]:
    """A field of what may be no PyTree: an array of it may be the number that it was."""
    name, value = field
    return name, replace(value, declared=True) if isinstance(value, Array) else value


def is_no_leaf(item: Value, declared: FieldInfo | None, by_value: bool) -> bool:
    """Whether a field is no leaf: it is static, or holds what its library does not take for data."""
    if declared is not None and (declared.static is True or (declared.static is None and not by_value)):
        return True
    return by_value and nodelike(item) is False


def number_again(value: Value | None) -> Transformed | None:
    """Returns the raw transform that made an array of a number, which something needs as a number."""
    return value.number_by if isinstance(value, Array) and value.came_back else None


_DTYPES = {"bool": "bool", "int": "integer", "float": "inexact", "complex": "inexact"}


def pair(value: Value) -> tuple[Value, Value]:
    """The two halves of a result like `(carry, y)` or `(value, aux)`."""
    if isinstance(value, Container) and value.kind == "tuple" and len(value.items) == 2:
        return value.items[0], value.items[1]
    return part_of(value), part_of(value)

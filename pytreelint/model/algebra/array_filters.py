"""What the filters of Equinox say of a leaf: whether it is an array, and a floating one."""

from __future__ import annotations

from pytreelint.knowledge.results import lookup
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Union,
    Value,
)


def is_array(value: Value) -> bool | None:
    """Whether a filter for arrays holds; for numpy's that depends on the version of Equinox."""
    if isinstance(value, Union):
        answers = {is_array(option) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(value, Array):
        return True if value.flavour in ("jax", "key") else None
    if isinstance(value, Library):
        fact = lookup(value.name)
        return None if fact is None or fact.kind == "value" else False
    kinds = (Constant, Scalar, Opaque, Container, Function, Object, Bound, Partial, Transformed, Optimizer)
    return False if isinstance(value, kinds) else None


def is_inexact_array(value: Value) -> bool | None:
    """Whether a filter for floating arrays holds; of what an annotation alone speaks, callers may pass any array."""
    if isinstance(value, Union):
        answers = {is_inexact_array(option) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    if not isinstance(value, Array):
        return False if is_array(value) is False else None
    if value.declared or value.variable or value.flavour not in ("jax", "key"):
        return None
    return False if value.flavour == "key" else {"inexact": True, "integer": False}.get(value.dtype)

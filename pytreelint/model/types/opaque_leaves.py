"""The leaves that raw transforms reject, which few trees have: those that have none are remembered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.types.implementations import implementations
from pytreelint.model.types.leaves import Leaf, certain_leaves, opaque
from pytreelint.model.types.registration import flattened
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Object,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def opaque_leaves(ev: Interpreter, value: Value) -> Iterator[Leaf]:
    """Returns the leaves that raw transforms certainly reject."""
    if _may_have(ev, value):
        yield from certain_leaves(ev, value, lambda leaf: opaque(leaf.value) is True)


def _may_have(ev: Interpreter, value: Value) -> bool:
    """Whether a tree has an opaque leaf, or an alternative that has one."""
    match value:
        case Array() | Constant() | Scalar() | Unknown():
            return opaque(value) is True
        case Object():
            return _may_instance(ev, value)
        case Union():
            return any(opaque(option) is True or _may_have(ev, option) for option in value.options)
        case Container(kind="tuple" | "list" | "namedtuple" | "dict"):
            return any(_may_have(ev, part) for part in (*value.items, value.rest) if part is not None)
        case Node():
            return any(_may_have(ev, part) for part in value.parts)
        case Bound() | Partial() | Transformed() | Optimizer():
            return True  # nearly all are opaque
    return opaque(value) is True


def _may_instance(ev: Interpreter, value: Object) -> bool:
    """The same of an instance: trees that transforms meet one after the other share most of theirs."""
    known = ev.memory.with_opaque.get(id(value))
    if known is None:
        ev.memory.with_opaque[id(value)] = True, value  # for what is a part of what it is itself
        known = ev.memory.with_opaque[id(value)] = _may_parts(ev, value), value
    return known[0]


def _may_parts(ev: Interpreter, value: Object) -> bool:
    maker = value.cls.maker
    if maker is not None and maker.spelling.startswith(("methods", "functions")):
        return True  # its flattening is a call that is followed
    children = flattened(ev, value)
    if children is None:
        return opaque(value) is True
    if any(_may_have(ev, child) for _, child in children.data):
        return True
    classes = () if value.exact else implementations(ev, value.cls)
    return bool(classes) and _may_have(ev, Union(tuple(ev.instance(cls) for cls in classes)))

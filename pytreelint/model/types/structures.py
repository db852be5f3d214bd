"""Where two PyTrees certainly have different structures: what `treedef == treedef` would say, of what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.types.registration import Flattened, flattened
from pytreelint.model.values.value import Array, Constant, Container, Object, Scalar, Union, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 8  # levels of trees that are compared
_NUMBERS = ("bool", "int", "float", "complex")


@record(frozen=True, slots=True)
class Difference:
    """The first place at which two trees are different: the way there, and what each of them has."""

    path: str
    one: Value
    other: Value


def difference(ev: Interpreter, one: Value, other: Value, path: str = "", depth: int = 0) -> Difference | None:
    """Returns where two trees certainly differ in structure; of alternatives, all must.

    Shapes and dtypes are no structure. What an annotation alone says is unknown: callers may pass what works.
    """
    if one is other or depth > _DEPTH or _may_be_any(one) or _may_be_any(other):
        return None
    if isinstance(one, Union) or isinstance(other, Union):
        pairs = [difference(ev, a, b, path, depth) for a in options_of(one) for b in options_of(other)]
        return pairs[0] if None not in pairs else None
    kinds = _kind(one), _kind(other)
    if None in kinds:
        return None
    if kinds[0] != kinds[1]:
        return Difference(path, one, other)
    if isinstance(one, Container) and isinstance(other, Container):
        return _of_containers(ev, one, other, path, depth)
    if isinstance(one, Object) and isinstance(other, Object):
        return _of_instances(ev, one, other, path, depth)
    return None


def _may_be_any(value: Value) -> bool:
    return value.declared or (isinstance(value, Union) and value.each)


def _kind(value: Value) -> str | None:
    """The kind of node that a value is; None where that is not certain."""
    match value:
        case Constant(value=None):
            return "None"
        case Scalar() | Array(variable=False):
            return "leaf"
        case Constant() if value.kind in _NUMBERS:
            return "leaf"
        case Container(kind="tuple" | "list" | "dict"):
            return value.kind
        case Object() if value.exact and not value.open and value.cls.pytree == "yes":
            graph = value.cls.maker is None or value.cls.maker.leaves == "data"
            return None if graph or value.cls.registered_somewhere else "instance"
    return None


def _of_containers(ev: Interpreter, one: Container, other: Container, path: str, depth: int) -> Difference | None:
    counted = one.rest is None and other.rest is None
    if one.kind == "dict":
        if counted and set(one.keys) != set(other.keys):
            return Difference(path, one, other)
        theirs = dict(zip(other.keys, other.items, strict=True))
        pairs = [(f"[{k!r}]", v, theirs[k]) for k, v in zip(one.keys, one.items, strict=True) if k in theirs]
    else:
        if counted and len(one.items) != len(other.items):
            return Difference(path, one, other)
        pairs = [(f"[{i}]", *both) for i, both in enumerate(zip(one.items, other.items, strict=False))]
    return _first(ev, pairs, path, depth)


def _of_instances(ev: Interpreter, one: Object, other: Object, path: str, depth: int) -> Difference | None:
    if one.cls is not other.cls:
        return Difference(path, one, other)
    parts = flattened(ev, one), flattened(ev, other)
    if parts[0] is None or parts[1] is None:
        return None
    return _first(ev, _children(parts[0], parts[1]), path, depth)


def _children(one: Flattened, other: Flattened) -> list[tuple[str, Value, Value]]:
    theirs = dict(other.data)
    return [(f".{name}", held, theirs[name]) for name, held in one.data if name in theirs]


def _first(ev: Interpreter, pairs: list[tuple[str, Value, Value]], path: str, depth: int) -> Difference | None:
    for step, mine, theirs in pairs:
        if (found := difference(ev, mine, theirs, path + step, depth + 1)) is not None:
            return found
    return None

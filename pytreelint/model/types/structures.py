"""Where two PyTrees certainly have different structures: what `treedef == treedef` would say, of what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WITHOUT_CODE
from pytreelint.knowledge.declarations import NAMED_TUPLES
from pytreelint.knowledge.record import record
from pytreelint.model.types.registration import Flattened, Named, flattened
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Object,
    Opaque,
    Union,
    Unknown,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 8  # levels of trees that are compared
_NUMBERS = ("bool", "int", "float", "complex")
_OPERATORS = ("__add__", "__radd__", "__sub__", "__mul__", "__rmul__", "__truediv__", "__matmul__", "__rmatmul__")


@record(frozen=True, slots=True)
class Difference:
    """The first place at which two trees are different: the way there, and what each of them has; `static`: no leaf."""

    path: str
    one: Value
    other: Value
    static: bool = False


def difference(ev: Interpreter, one: Value, other: Value, *, stops: tuple[str, ...] = ()) -> Difference | None:
    """Returns where two trees certainly differ in structure; of alternatives, all must.

    Shapes and dtypes are no structure. What an annotation alone says is unknown, as callers may pass what works; that
    an instance is no plain container is believed.

    Args:
        stops: kinds of nodes (`node_kind`) of the first one for which the other one may have any subtree: "leaf" as in
            `jax.tree.map`, "None" where that is a leaf, as in `in_axes`.
    """
    return _Comparison(ev, stops).at("", one, other, 0)


def node_kind(value: Value) -> str | None:
    """Returns the kind of node that a value certainly is: "tuple", "dict", "instance" ..., "leaf"; else None."""
    return None if _may_be_any(value) else _kind(value)


@record(frozen=True, slots=True)
class _Comparison:
    ev: Interpreter
    stops: tuple[str, ...]

    def at(self, path: str, one: Value, other: Value, depth: int) -> Difference | None:
        if one is other or depth > _DEPTH or _may_be_any(one) or _may_be_any(other):
            return None
        if isinstance(one, Union) or isinstance(other, Union):
            pairs = [self.at(path, a, b, depth) for a in options_of(one) for b in options_of(other)]
            return pairs[0] if None not in pairs else None
        if _is_no_container(one, other) or _is_no_container(other, one):
            return Difference(path, one, other)
        kinds = _kind(one), _kind(other)
        if None in kinds or kinds[0] in self.stops:
            return None
        if kinds[0] != kinds[1]:
            return None if _computes(one, other) or _computes(other, one) else Difference(path, one, other)
        if isinstance(one, Container) and isinstance(other, Container):
            return self._of_containers(path, one, other, depth)
        if isinstance(one, Object) and isinstance(other, Object):
            return self._of_instances(path, one, other, depth)
        return None

    def _of_containers(self, path: str, one: Container, other: Container, depth: int) -> Difference | None:
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
        return self._first(path, pairs, depth)

    def _of_instances(self, path: str, one: Object, other: Object, depth: int) -> Difference | None:
        if one.cls is not other.cls:  # one of `namedtuple(...)` is read wherever its name is
            return Difference(path, one, other) if one.cls.qualified != other.cls.qualified else None
        mine, theirs = flattened(self.ev, one), flattened(self.ev, other)
        if mine is None or theirs is None:
            return None
        found = self._first(path, _common(mine.data, theirs.data), depth)
        return found or next((Difference(path + s, a, b, True) for s, a, b in _static_parts(mine, theirs)), None)

    def _first(self, path: str, pairs: list[tuple[str, Value, Value]], depth: int) -> Difference | None:
        found = (self.at(path + step, mine, theirs, depth + 1) for step, mine, theirs in pairs)
        return next((each for each in found if each is not None), None)


def _may_be_any(value: Value) -> bool:
    return value.declared or (isinstance(value, Union) and value.each)


def _kind(value: Value) -> str | None:
    """The kind of node that a value is; None where that is not certain."""
    match value:
        case Constant(value=None):
            return "None"
        case Array(variable=False):  # a number may be known by its annotation alone
            return "leaf"
        case Unknown() if value.certain and value.traces:  # a tracer
            return "leaf"
        case Constant() if value.kind in _NUMBERS:
            return "leaf"
        case Container(kind="tuple" | "list" | "dict"):
            return value.kind
        case Object() if value.exact and not value.open and value.cls.pytree == "yes":
            graph = value.cls.maker is None or value.cls.maker.leaves == "data"
            return None if graph else "instance"
    return None


def _is_no_container(value: Value, other: Value) -> bool:
    """Whether one value is a plain container, and the other one certainly not, of whatever subclass it is.

    That is a parameter by its annotation, of a PyTree class of the project: what else calls are said to give may be an
    older annotation. Of a class that is a container itself, callers may pass a plain one, as a tuple where nothing asks
    for names.
    """
    if (
        not isinstance(value, Object)
        or value.exact
        or value.parameter is None
        or _kind(other) not in ("tuple", "list", "dict")
    ):
        return False
    cls, maker = value.cls, value.cls.maker
    if cls.pytree != "yes" or cls.module.origin != "project" or cls.is_open or maker is None:
        return False
    own = maker.name not in NAMED_TUPLES
    return own and all(name == maker.name or name in WITHOUT_CODE for name in cls.libraries())


def _computes(value: Value, result: Value) -> bool:
    """Whether instances are operands, so that what looks like an array may be one: an unknown value times an array."""
    if isinstance(result, Container):
        return False
    names = (*_OPERATORS, "__getitem__") if isinstance(result, Unknown) else _OPERATORS
    return isinstance(value, Object) and any(value.cls.method(name) for name in names)


def _static_parts(one: Flattened, other: Flattened) -> list[tuple[str, Value, Value]]:
    """The static fields, or items of aux data, that are certainly unequal: they are a part of the structure."""
    return [(step, mine, theirs) for step, mine, theirs in _common(one.meta, other.meta) if _unequal(mine, theirs)]


def _unequal(one: Value, other: Value) -> bool:
    """Whether `==` certainly says that two static values differ: constants, and members of enumerations."""
    pairs = [(a, b) for a in options_of(one) for b in options_of(other)]
    return not (_may_be_any(one) or _may_be_any(other)) and all(_are_unequal(a, b) for a, b in pairs)


def _are_unequal(one: Value, other: Value) -> bool:
    if isinstance(one, Constant) and isinstance(other, Constant):
        return bool(one.value != other.value)
    if isinstance(one, Opaque) and isinstance(other, Opaque):
        return "?" not in (names := {one.member, other.member}) and "" not in names and len(names) == 2
    return False


def _common(mine: Named, theirs: Named) -> list[tuple[str, Value, Value]]:
    others = dict(theirs)
    return [
        (f".{name}" if name.isidentifier() else f" {name}", held, others[name]) for name, held in mine if name in others
    ]

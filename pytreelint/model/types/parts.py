"""The parts of an instance under the names that people know: attributes, where `tree_flatten` gives positions only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.model.types.registration import Named, flattened
from pytreelint.model.values.listed import is_list, item_label
from pytreelint.model.values.value import Container, Object, Opaque, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_FIELD = "field:"


@record(frozen=True, slots=True)
class Part:
    """A child or a piece of metadata: its name, its value, and whether JAX keeps it in the tree's structure."""

    name: str
    value: Value
    static: bool


def parts(ev: Interpreter, value: Object) -> list[Part] | None:
    """What an instance flattens into, fields in their order. None when it is one leaf, or nobody knows."""
    found = flattened(ev, value)
    if found is None:
        return None
    data, meta = found.data, found.meta
    assert value.cls.maker is not None
    if value.cls.maker.spelling.startswith(("methods", "functions")):
        marked = flattened(ev, _marked(value))
        data, meta = _renamed(data, marked.data if marked else ()), _renamed(meta, marked.meta if marked else ())
    all_parts = [*(Part(name, held, False) for name, held in data), *(Part(name, held, True) for name, held in meta)]
    order = list(dict(value.fields))
    if not found.complete and not data:
        all_parts.append(Part("children", Unknown("flattening"), False))
    all_parts.sort(key=lambda part: order.index(part.name) if part.name in order else len(order))
    if is_list(value.cls):
        return [replace(part, name=item_label(part.name)) for part in all_parts]
    return [*all_parts, *_left_to_the_class(ev, value)]


def instances(ev: Interpreter, value: Value, depth: int = 0) -> Iterator[Object]:
    """The instances that certainly stand in a tree, as nodes or leaves of it; metadata is no part of that."""
    if isinstance(value, Object):
        yield value
        children = [part.value for part in parts(ev, value) or () if not part.static] if depth < _DEPTH else []
    elif isinstance(value, Container) and value.kind in _NODES and depth < _DEPTH:
        children = [*value.items, *((value.rest,) if value.rest is not None else ())]
    else:
        return
    for child in children:
        yield from instances(ev, child, depth + 1)


_DEPTH = 4
_NODES = ("tuple", "list", "dict", "namedtuple")


def _marked(value: Object) -> Object:
    """The instance with each attribute replaced by its own name, which flattening then carries to its place."""
    return replace(value, fields=tuple((name, Opaque("object", _FIELD + name)) for name, _ in value.fields))


def _renamed(named: Named, marked: Named) -> Named:
    if len(named) != len(marked):
        return named
    names = [mark.label if isinstance(mark, Opaque) else "" for _, mark in marked]
    return tuple(
        (found.removeprefix(_FIELD) if found.startswith(_FIELD) and names.count(found) == 1 else name, held)
        for (name, held), found in zip(named, names, strict=True)
    )


def _left_to_the_class(ev: Interpreter, value: Object) -> list[Part]:
    """Static fields that `__init__` leaves at the defaults in the class."""
    held = dict(value.fields)
    left = [info for name, info in value.cls.fields().items() if name not in held and info.static]
    return [
        Part(info.name, ev.expression(info.default, info.owner.scope), True)
        if info.default is not None
        else Part(info.name, (info.spec.keyword("default") if info.spec else None) or Unknown("not set"), True)
        for info in left
    ]

"""Arrays that a static value is, or holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.own_equality import compared
from pytreelint.model.types.leaves import Leaf, arrays, is_none, unhashable
from pytreelint.model.values.value import Array, Container, Object, Union, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter


def held_array(value: Value) -> Value | None:
    """The array that a static value is, or holds as a plain container; each option but None must."""
    match value:
        case Array():
            return None if value.flavour == "shape-struct" else value
        case Container() if value.kind != "iterator":
            parts = [*value.items, *([value.rest] if value.rest is not None else [])]
            return next((found for part in parts if (found := held_array(part)) is not None), None)
        case Union():
            each = [held_array(option) for option in value.options if not is_none(option)]
            return each[0] if each and all(f is not None for f in each) else None
    return None


def held_by_object(ev: Interpreter, value: Value) -> tuple[Object, Leaf] | None:
    """The instance that a static value is, or holds, and the array in it."""
    match value:
        case Object() if not (value.cls.method("__hash__") and value.cls.method("__eq__")):
            leaf = next(arrays(ev, value), None) or next(_plain_arrays(value), None)
            return (value, leaf) if leaf is not None else None
        case Container() if value.kind != "iterator":
            parts = [*value.items, *([value.rest] if value.rest is not None else [])]
            return next((found for part in parts if (found := held_by_object(ev, part)) is not None), None)
        case Union():
            each = [held_by_object(ev, option) for option in value.options if not is_none(option)]
            return each[0] if each and all(f is not None for f in each) else None
    return None


def compared_array(value: Value) -> tuple[Object, Leaf] | None:
    """The instance that a value is, or holds, whose own `__eq__` compares an array by `==`, and that array."""
    match value:
        case Object() if value.cls.method("__eq__") is not None:
            leaf = next(_plain_arrays(value), None)
            return (value, leaf) if leaf is not None else None
        case Container() if value.kind != "iterator":
            return next((found for part in value.items if (found := compared_array(part)) is not None), None)
    return None


def child_in(cls: ClassInfo, value: Value, declared: Value | None) -> Object | None:
    """An instance in a container that is data to flax: a static attribute refuses it, without arrays too (0.12.8).

    Of what is not known in the container, `declared` tells what it is.
    """
    if not _is_data(cls) or not isinstance(value, Container) or not (value.items or value.rest):
        return None
    said = [each for each in options_of(declared) if isinstance(each, Container)] if declared is not None else []
    parts = (part for each in (value, *said) for part in (*each.items, each.rest))
    return next((part for part in parts if isinstance(part, Object) and _is_data(part.cls)), None)


def _is_data(cls: ClassInfo) -> bool:
    return cls.maker is not None and cls.maker.leaves == "data"


def _plain_arrays(value: Object) -> Iterator[Leaf]:
    """Returns arrays that make `==` of two instances fail: numpy scalars do not, and `Array | None` may be None."""
    if value.cls.pytree == "no" and value.cls.hash == "identity":
        return  # a plain object equals itself alone: nothing in it is compared
    for name, item in _compared(value):
        for leaf in _within(f".{name}", item):
            inside = leaf.owner is not None
            yield leaf if inside else Leaf(leaf.path, leaf.value, (), value.cls, name)


def _within(path: str, value: Value) -> Iterator[Leaf]:
    """The arrays of a compared field; without an owner where no instance in the field holds them."""
    array = held_array(value)
    if array is not None:
        if not _may_be_numpy_scalar(array) and not _may_be_none(value):
            yield Leaf(path, array)
    elif isinstance(value, Object):
        for leaf in _plain_arrays(value):
            yield Leaf(f"{path}{leaf.path}", leaf.value, leaf.trail, leaf.owner, leaf.field)
    elif isinstance(value, Container) and value.kind != "iterator":
        items = value.items if value.rest is None else (*value.items, value.rest)
        for number, item in enumerate(items):
            yield from _within(f"{path}[{number}]", item)


def _compared(value: Object) -> Iterator[tuple[str, Value]]:
    """The fields of an instance that `==` compares, by `==`; all that it holds where nobody says which."""
    own = value.cls.method("__eq__")
    if own is not None:
        named = compared(own[1])
        by_value = [name for name, by_identity in named if not by_identity and not value.cls.method(name)]
        known = () if any(by_identity for _, by_identity in named) else by_value
        yield from ((name, held) for name in known if (held := value.get(name)) is not None)
        return
    declared = value.cls.fields() if value.cls.hash == "fields" else None
    for name, item in value.fields:
        if declared is not None and (name not in declared or not declared[name].hashed):
            continue  # as what `setup` of a linen Module sets, which is on copies of it only
        yield name, item


def _may_be_none(value: Value) -> bool:
    return isinstance(value, Union) and any(map(is_none, value.options))


def _may_be_numpy_scalar(value: Value) -> bool:
    return isinstance(value, Array) and (
        value.flavour == "numpy-scalar" or value.flavour == "any" and not value.declared
    )


def holds_array(ev: Interpreter, leaf: Leaf) -> bool:
    """Whether a leaf is an array, or an instance in which there is one."""
    return isinstance(leaf.value, Array) or held_by_object(ev, leaf.value) is not None


def tree_with_arrays(ev: Interpreter, value: Value) -> bool:
    """Whether a value is a PyTree node with certain arrays among its leaves."""
    if isinstance(value, Container):
        named = value.kind == "namedtuple" and next(arrays(ev, value), None) is not None
        return named or any(tree_with_arrays(ev, item) for item in value.items)
    if not isinstance(value, Object) or value.cls.pytree != "yes":
        return False
    part = unhashable(ev, value)
    return (part is not None and holds_array(ev, part)) or next(arrays(ev, value), None) is not None

"""Objects that are lists: `flax.nnx.List([...])` keeps its items as attributes "0", "1", ..., each data or static."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import LISTS
from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import replace
from pytreelint.model.values.arguments import INSTANCE
from pytreelint.model.values.regions import innermost_loop
from pytreelint.model.values.value import NONE, Container, Object, Scalar, Unknown, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo

_LENGTH = "_length"
_REST = "_items"  # the name of any number of further items


def is_list(cls: ClassInfo) -> bool:
    """Whether its instances keep items as attributes."""
    return cls.maker is not None and cls.maker.leaves == "data" and canonical(cls.qualified) in LISTS


def listed(instance: Object, given: Value | None) -> Object:
    """Returns the list of the items that it is given; none without an argument."""
    items: tuple[Value, ...] = ()
    rest: Value | None = None
    if isinstance(given, Container) and given.kind in ("list", "tuple", "iterator"):
        items, rest = given.items, given.rest
    elif given is not None and given != NONE:
        rest = Unknown("items")
    fields = [(str(index), item) for index, item in enumerate(items)]
    if rest is not None:
        fields.append((_REST, rest))
    return replace(instance, fields=(*fields, (_LENGTH, Scalar("int"))))


def items_of(value: Object) -> Container | None:
    """The items as a list; None where they can't be told."""
    held = [(name, item) for name, item in value.fields if name != _LENGTH]
    if not value.exact and not held:
        return None
    return Container("list", tuple(item for name, item in held if name != _REST), (), value.get(_REST))


def item_label(name: str) -> str:
    """Returns the name that JAX gives an attribute in a path."""
    return "[...]" if name == _REST else f"[{name}]" if name.isdigit() else name


def append(arguments: Arguments, value: Object) -> Value:
    """`value.append(item)`."""
    items = items_of(value)
    if items is None or not arguments.args:
        arguments.changed[INSTANCE] = value.forgotten("append")
    elif items.rest is not None or innermost_loop(arguments.frame.region) is not None:
        more = union([*([items.rest] if items.rest is not None else []), arguments.args[0]])
        arguments.changed[INSTANCE] = listed(value, replace(items, rest=more))
    else:
        arguments.changed[INSTANCE] = listed(value, replace(items, items=(*items.items, arguments.args[0])))
    return NONE

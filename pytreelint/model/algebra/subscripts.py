"""Results of `value[index]` and of iteration."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import GENERICS
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import lookup
from pytreelint.knowledge.sequences import INDEX_TRICKS
from pytreelint.model.algebra import indexing, memos, special
from pytreelint.model.algebra.demands import guarding
from pytreelint.model.algebra.raising import alive, gives_nothing, has_no_name, is_no_sequence
from pytreelint.model.algebra.registered import table
from pytreelint.model.algebra.registries import ITEMS, Registry
from pytreelint.model.values import marks, nodes
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import parted, same
from pytreelint.model.values.listed import is_list, items_of
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.parts import items_of as parts_of
from pytreelint.model.values.specs import from_fact
from pytreelint.model.values.unknowns import part_of
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Library,
    ModuleValue,
    Object,
    Opaque,
    Union,
    Unknown,
    Value,
    constant,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter


_HOLDING = frozenset([Container, Object, Union])


def join(container: Container) -> Value:
    """The union of everything that a container may hold."""
    parts = [*container.items, *([container.rest] if container.rest is not None else [])]
    if len(parts) == 1:
        return parts[0]
    return union(parts) if parts else DYNAMIC


def shuffled(container: Container) -> Container:
    """A container after items were removed or put in another order."""
    held = join(container) if container.items or container.rest is not None else None
    return Container(container.kind, (), (), held)


def sequence(value: Value) -> Container | None:
    """A list or tuple; a NamedTuple's instance is the tuple of its fields, an iterator the list of what it gives."""
    if type(value) not in _HOLDING:
        return None
    if type(value) is Container:
        kind = value.kind
        return replace(value, kind="list") if kind == "iterator" else value if kind in ("tuple", "list") else None
    if isinstance(value, Object) and value.cls.maker is not None and value.cls.maker.name == "typing.NamedTuple":
        return Container("tuple", tuple(parted(value, (".", name), item) for name, item in value.fields))
    if isinstance(value, Object) and is_list(value.cls):
        return items_of(value)
    if isinstance(value, Union) and not value.each:
        options = [sequence(option) for option in value.options]
        known = [option for option in options if option is not None]
        joined = union(known) if len(known) == len(options) else None
        return joined if isinstance(joined, Container) else None
    return None


def element(ev: Interpreter, value: Value) -> Value:
    """Returns an item of an iteration over a value; of an unknown traced one, which may be a dict, perhaps a key."""
    if isinstance(value, Union):
        return alive(value, gives_nothing, lambda option: element(ev, option))
    value = sequence(value) or value
    if isinstance(value, Container):
        if value.kind == "dict":
            return union([constant(key) for key in value.keys]) if value.keys and value.rest is None else DYNAMIC
        return join(value)
    if isinstance(value, Array):
        return _item(value)
    if isinstance(value, Unknown) and value.traces:
        return value if value.certain else union([value, Opaque("str")])
    if isinstance(value, Constant) and value.kind == "str" or isinstance(value, Opaque) and value.kind == "str":
        return Opaque("str")
    if isinstance(value, Object):
        from pytreelint.model.algebra.iterators import given_by

        return given_by(ev, value)
    return part_of(value)


def item_at(ev: Interpreter, value: Value, at: int) -> Value:
    """Returns the item that an unpacking takes from a place of a value.

    Of alternatives, each gives its own: what stands elsewhere in one of them is none.
    """
    if isinstance(value, Union):
        return alive(value, gives_nothing, lambda option: item_at(ev, option, at))
    known = sequence(value)
    if known is not None and known.rest is None and -len(known.items) <= at < len(known.items):
        return known.items[at]
    return unpacked(ev, value)


def held(value: Value) -> Value:
    """Returns the values of a dict."""
    if not isinstance(value, Container) or value.kind != "dict":
        return part_of(value)
    parts = (*value.items, *((value.rest,) if value.rest is not None else ()))
    return union(list(parts)) if parts else DYNAMIC


def unpacked(ev: Interpreter, value: Value) -> Value:
    """Returns an item of what is taken apart, as nobody takes a dict apart: `x, y = batch`, `f(*args)`."""
    return value if isinstance(value, Unknown) and value.traces else element(ev, value)


def _item(value: Array) -> Array:
    """An element of a numpy array may be a numpy scalar, which hashes."""
    if value.flavour == "numpy":
        return Array("any", value.dtype, why=value.why)
    return replace(value, variable=False) if value.variable else value


def get(ev: Interpreter, value: Value, index: ast.expr, node: ast.expr, frame: Frame) -> Value:
    """Returns the result of a subscript."""
    value = sequence(value) or value
    if isinstance(value, Union):
        alike = len({type(option) for option in value.options}) == 1
        with guarding(frame, not alike):  # a list needs its index, an array does not
            name = index.value if isinstance(index, ast.Constant) and isinstance(index.value, str) else None
            raises = is_no_sequence if name is None else partial(has_no_name, name=name)
            return alive(value, raises, lambda option: get(ev, option, index, node, frame))
    if isinstance(value, Container):
        return _container(ev, value, index, frame)
    if isinstance(value, Bound) and value.function == Library("array.at"):
        array = value.instance
        return replace(value, instance=same(indexing.item(ev, array, array, index, frame), array))
    if isinstance(value, Bound) and value.function == Library("module.__dict__"):
        return _of_module(ev, value.instance, index, frame)
    if isinstance(value, ClassValue) and _is_generic(value.cls):
        return value
    if isinstance(value, Array):
        return indexing.item(
            ev, value, _item(value) if value.variable or not isinstance(index, ast.Slice) else value, index, frame
        )
    if isinstance(value, Unknown) and value.traces:
        item = indexing.item(ev, value, value, index, frame)
        return marks.also(item, value.traces) if indexing.of_axes(index) else item
    if isinstance(value, Node):
        return nodes.item(value)
    if isinstance(value, Constant) and value.kind == "str" or isinstance(value, Opaque) and value.kind == "str":
        return Opaque("str")
    if isinstance(value, Object) and value.cls.method("__getitem__"):
        holder = node.value if isinstance(node, ast.Subscript) else node
        given = special.run(ev, value, ("__getitem__",), (ev.expression(index, frame),), holder, frame)
        return DYNAMIC if given is None else given
    if isinstance(value, Object):
        value = value.get(ITEMS) or value
    if isinstance(value, Unknown) and (memo := memos.as_dict(getattr(node, "value", node), frame)) is not None:
        return memo.rest or DYNAMIC
    if isinstance(value, Registry):
        return _container(ev, table(ev, value), index, frame)
    return part_of(value)


def of_name(library: Library) -> Value:
    """What brackets after a library's name give: `jnp.r_[0:3]` an array; `Generic[T]` is an annotation."""
    return from_fact(lookup(library.name), (), {}) if library.name in INDEX_TRICKS else library


def _of_module(ev: Interpreter, module: Value, index: ast.expr, frame: Frame) -> Value:
    """What a module holds under a name; the one that asks may have bound it anew since."""
    key = ev.expression(index, frame)
    if not isinstance(module, ModuleValue) or not isinstance(key, Constant) or not isinstance(key.value, str):
        return DYNAMIC
    if module.name != frame.module.name:
        return DYNAMIC if frame.module.sets_on_module(key.value, module.name) else ev.member(module.name, key.value)
    return ev.name(frame.module, key.value) if key.value in frame.module.bindings else DYNAMIC


def _is_generic(cls: ClassInfo) -> bool:
    """Whether `C[int]` is the class itself to whoever calls it: no method or metaclass of its own says otherwise."""
    if cls.method("__class_getitem__") or any(each.node.keywords for each in cls.mro):
        return False
    written = any(getattr(each.node, "type_params", None) for each in cls.mro)
    return written or any(name in GENERICS for name in cls.libraries())


def _container(ev: Interpreter, value: Container, index: ast.expr, frame: Frame) -> Value:
    if isinstance(index, ast.Slice):
        return _slice(ev, value, index, frame)
    key = ev.expression(index, frame)
    if value.kind == "dict" and isinstance(key, Opaque) and "." in key.member:
        return Unknown("of a member")  # one item and no other, but which of them
    if not isinstance(key, Constant):
        indexing.of_container(ev, value, key, index, frame)
        held = _chosen(value, key) or join(value)
        if value.kind in ("list", "tuple") and isinstance(key, Unknown) and not key.traces:  # it may be a slice
            return union([held, Container(value.kind, (), (), held)])
        return held
    if value.kind == "dict":
        if key.value in value.keys:
            return value.items[value.keys.index(key.value)]
        return value.rest if value.rest is not None else DYNAMIC
    if isinstance(key.value, int) and value.rest is None and -len(value.items) <= key.value < len(value.items):
        return value.items[key.value]
    if isinstance(key.value, int) and 0 <= key.value < len(value.items):
        return value.items[key.value]
    return join(value)


def _chosen(value: Container, key: Value) -> Value | None:
    """Returns what a dict holds under one of several known keys; nothing is known where it has none of these."""
    keys = [option.value for option in options_of(key) if isinstance(option, Constant)]
    if value.kind != "dict" or value.rest is not None or len(keys) < len(options_of(key)):
        return None
    held = [item for name, item in zip(value.keys, value.items, strict=True) if name in keys]
    return union(held) if held else DYNAMIC


def _slice(ev: Interpreter, value: Container, index: ast.Slice, frame: Frame) -> Value:
    parts = indexing.bounds(ev, index, frame)
    if value.kind in ("list", "tuple") and value.rest is None:
        if all(p is None or isinstance(p, Constant) and isinstance(p.value, (int, type(None))) for p in parts):
            bounds = [p.value if isinstance(p, Constant) else None for p in parts]
            return Container(value.kind, parts_of(value)[slice(*bounds)]) if bounds[2] != 0 else DYNAMIC
    if value.kind not in ("list", "tuple"):
        return DYNAMIC
    held = join(value) if value.items else value.rest
    if held is not None and index.upper is None and not (parts[0] is None or isinstance(parts[0], Constant)):
        if any(map(marks.of, options_of(held))):
            held = Unknown("behind a counted place")  # there may be no tracer
    return Container(value.kind, (), (), held)

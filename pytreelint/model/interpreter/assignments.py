"""Assignment to targets of every shape; objects and containers change by rebinding the name that holds them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import memos, special, subscripts
from pytreelint.model.algebra.demands import demand
from pytreelint.model.algebra.registries import Recording
from pytreelint.model.interpreter.definitions import under_its_name
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.types import (
    attributes,
    by_functions,
    compiled_in,
    compiled_items,
    compiled_modules,
    leaks,
    properties,
)
from pytreelint.model.types.annotations import of_field
from pytreelint.model.types.bodies import mangling, private
from pytreelint.model.types.writes import emit_change, emit_write
from pytreelint.model.values import aliases, repeated, ties
from pytreelint.model.values.chosen_items import of_unpacked
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.holders import held_by
from pytreelint.model.values.identity import Step, index_step, named, parted, plain, some_part, stamped
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.reassigned import assigned
from pytreelint.model.values.sizes import bounded
from pytreelint.model.values.unknowns import ITSELF
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Object,
    Partial,
    Union,
    Unknown,
    Value,
    because,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter


def assign(ev: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    """Bind a target, whatever its shape."""
    if frame.tracing:
        leaks.stored(ev, target, value, frame)
        leaks.written(ev, target, frame)
    match target:
        case ast.Name(id=name):
            at_top = frame.top and frame.parent is None
            if at_top or frame.token is not None or frame.outer or frame.globals:
                compiled_in.bound(ev, name, value, target, frame)
            value = under_its_name(value, name)
            frame.bind(name, by_functions.left(frame.module, name, value) if at_top else value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            _unpack(ev, elements, value, frame)
        case ast.Starred(value=inner):
            assign(ev, inner, Container("list", (), (), plain(value)), frame)
        case ast.Attribute():
            emit_write(ev, target, frame)
            ties.assigned(ev, target, value, frame)
            repeated.kept(ev, target, value, frame)
            _set_attribute(ev, target, _stored(value), frame)
        case ast.Subscript():
            _set_item(ev, target, _stored(value), frame)


def _stored(value: Value) -> Value:
    """What an object holds from now on: an object that others may hold, too."""
    return named(value) if isinstance(value, (Container, Object, Array)) else value


def changed(
    ev: Interpreter,
    target: ast.expr,
    value: Value,
    frame: Frame,
    before: Value | None = None,
    *,
    of_item: bool = False,
) -> None:
    """Records that the object which a target holds was changed in place; `before`: what it held, if it is no name.

    Or an object that is an item of it was (`of_item`), and it holds the same objects as before.
    """
    if isinstance(target, ast.Name):
        before = frame.find(target.id)
    value = aliases.still(before, bounded(value), frame)
    if frame.tracing:
        leaks.stored(ev, target, value, frame, in_place=True)
    if isinstance(target, ast.Name):
        frame.change(target.id, value)
        aliases.forget(frame, target.id, before, value)
        return
    if isinstance(target, ast.Attribute):
        compiled_in.changed_in_place(ev, target, value, frame)
        if not of_item:
            emit_change(ev, target, value, frame)
        repeated.kept(ev, target, value, frame)
        _set_attribute(ev, target, value, frame, in_place=True)
    elif isinstance(target, ast.Subscript):
        _set_item(ev, target, _stored(value), frame, in_place=True)
    if before is not None:
        aliases.forget(frame, "", before, value)


def _unpack(ev: Interpreter, elements: list[ast.expr], value: Value, frame: Frame) -> None:
    value = subscripts.sequence(value) or value
    starred = any(isinstance(e, ast.Starred) for e in elements)
    if isinstance(value, Container) and value.kind in ("tuple", "list") and value.rest is None and not starred:
        if len(value.items) == len(elements):
            for index, (element, item) in enumerate(zip(elements, value.items, strict=True)):
                one = of_unpacked(item, frame) if type(item) is Union else item
                assign(ev, element, parted(value, ("[]", index), one), frame)
            return
    inner = subscripts.unpacked(ev, value)
    if isinstance(value, Container) and starred and value.rest is None:
        _unpack_starred(ev, elements, value, frame)
        return
    star = next((i for i, element in enumerate(elements) if isinstance(element, ast.Starred)), len(elements))
    for index, element in enumerate(elements):
        at = index if index < star else index - len(elements)
        if isinstance(value, Union) and index != star:
            assign(ev, element, some_part(value, of_unpacked(subscripts.item_at(ev, value, at), frame)), frame)
        else:
            assign(ev, element, some_part(value, inner), frame)


def _unpack_starred(ev: Interpreter, elements: list[ast.expr], value: Container, frame: Frame) -> None:
    at = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
    after = len(elements) - at - 1
    items = items_of(value)
    for element, item in zip(elements[:at], items, strict=False):
        assign(ev, element, item, frame)
    for element, item in zip(elements[at + 1 :], items[len(items) - after :], strict=False):
        assign(ev, element, item, frame)
    middle = elements[at]
    assert isinstance(middle, ast.Starred)
    assign(ev, middle.value, Container("list", items[at : len(items) - after]), frame)


def _set_attribute(
    ev: Interpreter, target: ast.Attribute, value: Value, frame: Frame, *, in_place: bool = False
) -> None:
    holder, name = target.value, target.attr
    current = ev.expression(holder, frame)
    _replace_part(current, (".", name), value)
    if isinstance(current, Array) and name in WRAPPED and isinstance(value, Array):
        if isinstance(holder, ast.Attribute):  # whose instance keeps the wrapper: nothing is assigned to it
            _set_attribute(ev, holder, value, frame, in_place=in_place)
        else:
            assign(ev, holder, value, frame)
    if isinstance(current, ModuleValue):
        compiled_modules.written_attribute(ev, current, value, target, frame)
    if not isinstance(current, Object):
        _change_callable(ev, current, target, value, frame)
        return
    is_itself = value.token is not None and value.token is current.token
    if is_itself and in_place:
        changed(ev, holder, value, frame, current)
        return
    setter = attributes.setter(ev, current.cls, name)
    if setter is not None:
        if not in_place:  # what a getter gave, changed in place, is assigned to nothing
            properties.write(ev, setter, current, value, target, frame)
        return
    if name == "__class__":
        after: Value = Unknown("of another class now")
    elif name == "__dict__":
        after = _with_fields(current, value)
    elif _is_property(ev, current, name):
        after = current.forgotten("setter")
    else:
        owner = mangling(current, name, frame)
        name = private(owner, name) if owner is not None else name
        held = Unknown("setter") if _intercepted(ev, current, name) else _as_declared(ev, current, name, value)
        kept = ITSELF if is_itself else because(held, frame.module, target, f"field `{name}` is set here")
        put = current.put(name, kept)
        after = stamped(put, current.token) if current.token is not None else put
        compiled_in.written(ev, current, name, value, target, frame)
    if not isinstance(holder, ast.Name):
        aliases.forget(frame, "", current, after)
    changed(ev, holder, after, frame, current)


def _change_callable(ev: Interpreter, current: Value, target: ast.Attribute, value: Value, frame: Frame) -> None:
    """Records that what a function holds for its calls was changed: `f.__defaults__ = (1,)`, `partial.keywords`."""
    if isinstance(current, Partial) and target.attr == "keywords" and isinstance(value, Container):
        if value.kind == "dict" and value.rest is None:
            keywords = tuple((str(key), item) for key, item in zip(value.keys, value.items, strict=True))
            changed(ev, target.value, replace(current, keywords=keywords), frame, current)
    elif isinstance(current, Function) and target.attr in _OF_CALLS:
        changed(ev, target.value, Unknown("a function that was changed"), frame, current)


_OF_CALLS = ("__defaults__", "__kwdefaults__", "__code__")


def _replace_part(holder: Value, step: Step | None, value: Value) -> None:
    """Records that a part of an object is another one, unless it is the part that was there, changed in place."""
    parts = holder.token.parts if holder.token is not None else None
    if step is None or value.token is None or parts is None or parts.get(step) is not value.token:
        assigned(holder, step)


def _as_declared(ev: Interpreter, instance: Object, name: str, value: Value) -> Value:
    """What is assigned to a field; where that is unknown, what the field's annotation says."""
    info = instance.cls.fields().get(name) if type(value) is Unknown else None
    if info is None or info.converter is not None or not isinstance(value, Unknown) or value.traces:
        return value
    return of_field(ev, info, value, info.static is True)


def _with_fields(instance: Object, fields: Value) -> Object:
    """An instance whose `__dict__` was changed or assigned."""
    if not isinstance(fields, Container) or fields.kind != "dict" or fields.rest is not None:
        return instance.forgotten("__dict__")
    held = zip(fields.keys, fields.items, strict=True)
    return replace(instance, fields=tuple([(key, item) for key, item in held if isinstance(key, str)]))


def _intercepted(ev: Interpreter, instance: Object, name: str) -> bool:
    """Whether a property's setter, a written hook or a descriptor decides what is kept."""
    cls = instance.cls
    method = cls.method(name)  # a function gives way to what an instance holds, with or without an instance of its own
    if (method is not None and not _gives_way(ev, *method)) or cls.method("__setattr__"):
        return True
    node = next((base.assigned[name] for base in cls.mro if name in base.assigned), None)
    descriptor = ev.expression(node, cls.scope) if isinstance(node, ast.Call) else None
    return isinstance(descriptor, Object) and descriptor.cls.method("__set__") is not None


def _gives_way(ev: Interpreter, owner: ClassInfo, method: Method) -> bool:
    """Whether a method is a descriptor that takes no assignment: what is assigned is what the instance holds."""
    given = [ev.expression(each, owner.scope) for each in method.decorator_list]
    return all(isinstance(each, Library) and each.name in _NO_DATA for each in given)


_NO_DATA = frozenset({"builtins.staticmethod", "builtins.classmethod", "abc.abstractmethod"})


def _is_property(ev: Interpreter, instance: Object, name: str) -> bool:
    """Whether a class body says `name = property(get, put)`."""
    for base in instance.cls.mro:
        if name in base.assigned:
            node = base.assigned[name]
            return isinstance(node, ast.Call) and ev.expression(node.func, base.scope) == Library("builtins.property")
    return False


def _set_item(ev: Interpreter, target: ast.Subscript, value: Value, frame: Frame, *, in_place: bool = False) -> None:
    holder, index = target.value, target.slice
    current = ev.expression(holder, frame)
    if isinstance(holder, ast.Call):
        holder = held_by(holder, frame) or holder
    if special.run(ev, current, ("__setitem__",), (ev.expression(index, frame), value), holder, frame) is not None:
        return
    if isinstance(current, Array):
        _copy_into(ev, current, holder, value, frame)
    if isinstance(current, Unknown):
        memos.put(holder, value, frame)
    key = None if isinstance(index, ast.Slice) else ev.expression(index, frame)
    _replace_part(current, index_step(key) if key is not None else None, value)
    compiled_items.written_item(ev, current, key, value, target, frame)
    containers = [option for option in options_of(current) if isinstance(option, Container)]
    others = [option for option in options_of(current) if not isinstance(option, Container) and option != NONE]
    if not containers or any(not isinstance(option, Unknown) for option in others):
        return
    if isinstance(index, ast.Slice):
        value = subscripts.element(ev, value)
    after = union([*(_with_item(option, key, value) for option in containers), *others])
    changed(ev, holder, after, frame, current, of_item=in_place)


def _copy_into(ev: Interpreter, array: Array, target: ast.expr, value: Value, frame: Frame) -> None:
    """`buffer[i] = loss`, where the buffer is an array of NumPy's: no tracer fits in it."""
    if array.flavour != "numpy" or array.declared or array.dtype == "?":  # of objects, perhaps
        return
    outer = outwards(frame.module.tree, target)
    statement = next((each for each in outer if isinstance(each, (ast.Assign, ast.AugAssign, ast.AnnAssign))), None)
    if statement is not None and statement.value is not None:
        demand(ev, statement.value, value, "an item of an array of NumPy", frame, gradients=True, any_tree=True)


def _with_item(current: Container, key: Value | None, value: Value) -> Container:
    if isinstance(current, Recording):
        current.note(key, value)
        return current
    if current.kind == "dict" and isinstance(key, Constant):
        entries = dict(zip(current.keys, current.items, strict=True)) | {key.value: value}
        return Container("dict", tuple(entries.values()), tuple(entries), current.rest)
    if current.kind == "dict":
        rest = plain(value) if current.rest is None else union([current.rest, plain(value)])
        doubtful = tuple(item if item == value else DYNAMIC for item in current.items)  # any may be another now
        return Container("dict", doubtful, current.keys, rest)
    if current.rest is None and isinstance(key, Constant) and key.kind == "int":
        items = list(current.items)
        if -len(items) <= key.value < len(items):
            items[key.value] = value
            return Container(current.kind, tuple(items))
    return Container(current.kind, (), (), union([subscripts.join(current), plain(value)]))

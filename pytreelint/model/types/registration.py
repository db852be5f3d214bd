"""How an instance flattens: which of its parts are data (children), which are metadata (aux data)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.model.algebra.subscripts import sequence
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.raw_methods import raw_method
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.classes import ClassInfo, FieldSpec
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.sites import AuxData
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Union,
    Unknown,
    Value,
    because,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

Named = tuple[tuple[str, Value], ...]


@record(frozen=True, slots=True)
class Flattened:
    """Children and metadata by name; `complete` when nothing can be missing."""

    data: Named
    meta: Named
    complete: bool


def flattened(ev: Interpreter, value: Object) -> Flattened | None:
    """Returns the children and metadata of an instance; None if it is one leaf, or unknown."""
    maker = value.cls.maker
    if maker is None or maker.node == "no":
        return None
    if maker.node == "static":
        return Flattened((), value.fields, True)
    keyed = maker.spelling.endswith("with-keys")
    match maker.spelling:
        case "methods" | "methods-with-keys" | "functions" | "functions-with-keys":
            return _split(_flat(ev, value, keyed), keyed)
        case "lists" if has_lists(value.cls):
            return _lists(value)
        case "classvars" | "namedtuple":
            return None
    return _fields(value)


def _fields(value: Object) -> Flattened:
    declared = value.cls.fields()
    assert value.cls.maker is not None
    by_value = value.cls.maker.leaves == "data"
    known = value.cls.maker.fields == "assigned" or not value.cls.is_open
    data: list[tuple[str, Value]] = []
    meta: list[tuple[str, Value]] = []
    for name, held in value.fields:
        info = declared.get(name)
        if info is None and value.cls.maker.fields == "annotated":
            continue  # assigned, but no field: not flattened
        static = info.static if info is not None else None
        static = _wrapped(held) if static is None else static
        held = unwrapped(held)
        if static is None and by_value:
            like = nodelike(held)
            static = None if like is None else not like
        elif static is None and info is None:
            static = False
        if static is None:
            data.append((name, Unknown("static or not")))
        elif static:
            meta.append((name, held))
        else:
            data.append((name, held))
    held_names = {name for name, _ in value.fields}
    missing = any(name not in held_names for name in declared)
    return Flattened(tuple(data), tuple(meta), known and not missing)


def nodelike(value: Value) -> bool | None:
    """Whether a value is a child for nnx: an array, variable or node; None where that is unknown."""
    if isinstance(value, Union):
        answers = {nodelike(option) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(value, Unknown):
        return None
    if isinstance(value, Object):
        if value.cls.maker is not None and value.cls.maker.leaves == "data":
            return value.cls.pytree == "yes"
        return False if sequence(value) is not None or value.cls.pytree == "no" else None
    return isinstance(value, (Array, Node))


def unwrapped(value: Value) -> Value:
    """Returns the value inside a wrapper (`nnx.static(x)`, `nnx.data(x)`)."""
    if isinstance(value, FieldSpec) and value.marker.how == "wrapper":
        return value.keyword("value") or Unknown("wrapper")
    return value


def _wrapped(value: Value) -> bool | None:
    """Whether a wrapper says static; without one, the maker's own way decides."""
    if isinstance(value, FieldSpec) and value.marker.how == "wrapper":
        return value.marker.value
    return None


def _names(value: Value | None) -> list[str] | None:
    if isinstance(value, Container) and value.rest is None and all(isinstance(i, Constant) for i in value.items):
        return [i.value for i in value.items if isinstance(i, Constant)]
    return None


def has_lists(cls: ClassInfo) -> bool:
    """Whether the registration lists the fields that an instance hands on."""
    return "data_fields" in cls.registration or "meta_fields" in cls.registration


def listed(cls: ClassInfo) -> tuple[list[str], list[str]] | None:
    """The fields that the registration lists as data and as metadata; None where they are not known."""
    data, meta = (_names(cls.registration.get(each, Container("list"))) for each in ("data_fields", "meta_fields"))
    return None if data is None or meta is None else (data, meta)


def _lists(value: Object) -> Flattened | None:
    if (lists := listed(value.cls)) is None:
        return None
    data, meta = lists
    held = dict(value.fields)
    return Flattened(
        tuple((name, held.get(name, Unknown("fields"))) for name in data),
        tuple((name, held.get(name, Unknown("fields"))) for name in meta),
        True,
    )


def _flat(ev: Interpreter, value: Object, keyed: bool) -> Value:
    """What the flattening that a class brings gives: children and aux data.

    It is a call that is followed, once for all who ask of one instance.
    """
    known = ev.memory.flattened.get(id(value))
    if known is None:
        known = _by_class(ev, value, keyed), value
        if not (ev.bounds.exhausted or ev.bounds.unsettled or ev.switches or any(ev.events.doubting)):
            ev.memory.flattened[id(value)] = known
    return known[0]


def _by_class(ev: Interpreter, value: Object, keyed: bool) -> Value:
    assert value.cls.maker is not None
    if value.cls.maker.spelling.startswith("methods"):
        found = value.cls.method("tree_flatten_with_keys" if keyed else "tree_flatten")
        return _call(ev, raw_method(ev, *found), value) if found else Unknown("flattening")
    return _call(ev, value.cls.registration.get("flatten_with_keys" if keyed else "flatten_func"), value)


def flat_parts(ev: Interpreter, value: Object) -> tuple[Value, Value] | None:
    """The children of an instance, as a tuple, and its aux data, by a flattening that its class brings."""
    assert value.cls.maker is not None
    keyed = value.cls.maker.spelling.endswith("with-keys")
    parts = _split(result := _flat(ev, value, keyed), keyed)
    if parts is None or not parts.complete or not isinstance(result, Container):
        return None
    return Container("tuple", tuple(item for _, item in parts.data)), result.items[1]


def _call(ev: Interpreter, function: Value | None, value: Object) -> Value:
    args: tuple[Value, ...] = (value,)
    keywords: dict[str, Value] = {}
    if isinstance(function, Bound):
        args = (function.instance, value)
        function = function.function
    elif isinstance(function, Partial):
        args, keywords = (*function.args, value), dict(function.keywords)
        function = function.function
    if not isinstance(function, Function):
        return Unknown("flattening")
    frame = Frame(value.cls.module, {}, top=True, depth=2)
    place = ast.copy_location(ast.Name(value.cls.name, ast.Load()), function.node)
    return ev.call_into(function, Arguments(args, keywords, place, frame, entry=True))


def _split(result: Value, keyed: bool) -> Flattened | None:
    if not (isinstance(result, Container) and result.rest is None and len(result.items) == 2):
        return None
    children, aux = sequence(result.items[0]), result.items[1]
    if children is None:
        return Flattened((), (("aux data", aux),), False)
    items = children.items
    if keyed:
        items = tuple(i.items[1] if isinstance(i, Container) and len(i.items) == 2 else Unknown("key") for i in items)
    data = tuple((f"children[{index}]", item) for index, item in enumerate(items))
    return Flattened(data, _aux(aux), children.rest is None)


def _aux(aux: Value) -> Named:
    if isinstance(aux, Container) and aux.kind in ("tuple", "list"):
        return tuple((f"aux data[{index}]", item) for index, item in enumerate(aux.items))
    if isinstance(aux, Container) and aux.kind == "dict":
        return tuple((f"aux data[{key!r}]", item) for key, item in zip(aux.keys, aux.items, strict=True))
    return (("aux data", aux),)


def aux_data(ev: Interpreter, instance: Object) -> None:
    """Emit what the flattening of an instance puts into aux data."""
    cls = instance.cls
    if cls.maker is None or not cls.maker.spelling or cls.maker.node != "yes":
        return
    parts = flattened(ev, _with_declarations(instance))
    if parts is None or (cls.maker.spelling == "lists" and not cls.registration):
        return
    children = {name for name, _ in parts.data}
    module, node = flattening(cls)
    for name, value in parts.meta:
        ev.emit(AuxData(module, node, cls, name, value, both=name in children, built=instance.why))


def _with_declarations(instance: Object) -> Object:
    """An instance whose fields say where they are declared, as far as nothing says where their values are from.

    A flattening that stands elsewhere, as in a decorator, names no field: there they all say it.
    """
    declared, shared = instance.cls.fields(), _flattens_others(instance.cls)
    fields = (
        (name, because(held, info.owner.module, info.node, f"field `{name}`"))
        if (shared or held.why is None) and (info := declared.get(name)) is not None
        else (name, held)
        for name, held in instance.fields
    )
    return replace(instance, fields=tuple(fields))


def _flattens_others(cls: ClassInfo) -> bool:
    """Whether the function that flattens a class is made for others as well: by a decorator, for each of them."""
    given = cls.registration.get("flatten_func") or cls.registration.get("flatten_with_keys")
    return isinstance(given, Function) and given.closure is not None


def flattening(cls: ClassInfo) -> tuple[ModuleInfo, ast.AST]:
    """Returns where aux data is named: the `return` of the flattening function, or the registering call."""
    assert cls.maker is not None and cls.maker_node is not None
    found: ast.AST | None = None
    module = cls.module
    if cls.maker.spelling.startswith("methods"):
        keyed = cls.maker.spelling == "methods-with-keys"
        method = cls.method("tree_flatten_with_keys" if keyed else "tree_flatten")
        if method is not None:
            module, found = method[0].module, method[1]
    elif cls.maker.spelling.startswith("functions"):
        given = cls.registration.get("flatten_func") or cls.registration.get("flatten_with_keys")
        given = given.function if isinstance(given, (Bound, Partial)) else given
        if isinstance(given, Function):
            module, found = given.module, given.node
    if isinstance(found, ast.Lambda):
        return module, found
    returns = [n for n in walk(found) if isinstance(n, ast.Return)] if found is not None else []
    return (module, returns[-1]) if returns else (cls.module, cls.maker_node)

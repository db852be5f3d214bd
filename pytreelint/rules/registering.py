"""The fix of a dataclass that is no PyTree: it is registered, and fields that hold no data are marked static."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.makers import REGISTER_DATACLASS
from pytreelint.knowledge.repairs import DATACLASS, DATACLASS_FIELD
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.queries.concrete import reference, text_of
from pytreelint.model.text.place import Place
from pytreelint.model.types.leaves import leaves, opaque
from pytreelint.model.values.classes import ClassInfo, FieldInfo
from pytreelint.model.values.value import Constant, Container, Function, Library, Object, Opaque, Scalar, Unknown, Value
from pytreelint.rules.arguments import after
from pytreelint.rules.conditions import NEW_NODE
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def as_node(model: Model, instance: Value) -> Fix | None:
    """Register the dataclass of an instance; None where a field is neither certainly data nor certainly static."""
    if not isinstance(instance, Object):
        return None
    cls, module = instance.cls, instance.cls.module
    if module.origin != "project" or len(cls.mro) != 1 or cls.is_open:
        return None
    decorator = next((d for d in cls.node.decorator_list if reference(model, module, d, DATACLASS)), None)
    place = _in_front(cls)
    spelled = spelling(module, REGISTER_DATACLASS, cls.node)
    if decorator is None or place is None or spelled is None:
        return None
    spellings, edits = [spelled], []
    for name, field in cls.fields().items():
        value = instance.get(name)
        if value is None or not field.init or not (field.spec is None or _says_no_metadata(model, field)):
            return None
        is_notes = isinstance(value, Container) and _are_notes(model, field, value)
        if _is_data(model, value) and not is_notes:
            continue
        marked = _static(field) if is_notes or _is_static(value) else None
        if marked is None:
            return None
        spellings.append(marked[0])
        edits.append(marked[1])
    end = module.source.line_end
    edits.append(Edit(place, f"@{spelled.code}{end}{' ' * (place.column - 1)}"))
    return fix_of(module.source, f"Register `{cls.name}`", edits, spellings, [NEW_NODE], never_safe=True)


def _in_front(cls: ClassInfo) -> Place | None:
    """Where the first decorator begins, with its `@`."""
    source = cls.module.source
    first = source.place(cls.node.decorator_list[0]) if cls.node.decorator_list else None
    if first is None or source.line(first.row)[: first.column - 1].strip() != "@":
        return None
    column = source.line(first.row).index("@") + 1
    return Place(first.path, first.row, column, first.row, column)


def _is_data(model: Model, value: Value) -> bool:
    """Whether all of its leaves are arrays, or numbers that are traced as well."""
    return all(
        not isinstance(leaf.value, Unknown) and opaque(leaf.value) is False and not _is_flag(leaf.value)
        for leaf in leaves(model, value)
    )


def _is_flag(value: Value) -> bool:
    return isinstance(value, (Scalar, Constant)) and value.kind == "bool"


def _is_static(value: Value) -> bool:
    """Whether it is one leaf that is no array, and has a hash that says all about it."""
    if isinstance(value, Constant):
        return value.kind in ("str", "bytes", "bool")
    return (
        _is_flag(value) or isinstance(value, (Function, Library)) or (isinstance(value, Opaque) and value.kind == "str")
    )


def _says_no_metadata(model: Model, field: FieldInfo) -> bool:
    """Whether a field is declared by the `field` of dataclasses itself, with nothing that marks it."""
    node = field.node.value if isinstance(field.node, ast.AnnAssign) else None
    if not isinstance(node, ast.Call) or any(k.arg in (None, "metadata", "init") for k in node.keywords):
        return False
    return reference(model, field.owner.module, node.func, DATACLASS_FIELD) is node.func


def _are_notes(model: Model, field: FieldInfo, value: Container) -> bool:
    """Whether a dict or list holds what is no data, or nothing yet and need hold no arrays: `dict[str, Any]`."""
    parts = [*value.items, *((value.rest,) if value.rest is not None else ())]
    if parts:
        return all(_is_static(part) for part in parts)
    element: ast.expr | None = field.annotation
    if isinstance(element, ast.Subscript):
        element = element.slice.elts[-1] if isinstance(element.slice, ast.Tuple) else element.slice
    named = [] if element is None else list(ast.walk(element))
    words = {node.id if isinstance(node, ast.Name) else getattr(node, "attr", "") for node in named}
    return bool(words & {"Any", "str", "object", "dict", "list"})


def _static(field: FieldInfo) -> tuple[Spelling, Edit] | None:
    """The field with metadata that make it static."""
    module, node = field.owner.module, field.node
    spelled = spelling(module, DATACLASS_FIELD, field.owner.node)
    if spelled is None or not isinstance(node, ast.AnnAssign):
        return None
    metadata = 'metadata={"static": True}'
    if node.value is None:
        return spelled, Edit(after(module.source.place(node.annotation)), f" = {spelled.code}({metadata})")
    if isinstance(node.value, ast.Call) and field.spec is None:
        return None
    if isinstance(node.value, ast.Call):
        given: list[ast.expr | ast.keyword] = [*node.value.args, *node.value.keywords]
        last = module.source.place(given[-1]) if given else None
        return None if last is None else (Spelling(spelled.code), Edit(after(last), f", {metadata}"))
    default = text_of(module, node.value)
    return spelled, Edit(module.source.place(node.value), f"{spelled.code}(default={default}, {metadata})")

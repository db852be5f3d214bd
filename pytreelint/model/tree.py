"""What is believed about a class or value: the PyTree that JAX would flatten it into."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import Literal, Protocol

from pytreelint.knowledge.record import record, replace
from pytreelint.model import construct
from pytreelint.model.classes import ClassInfo, FieldInfo
from pytreelint.model.evaluator import Evaluator
from pytreelint.model.evidence import describe as words
from pytreelint.model.evidence import place_of
from pytreelint.model.layout import Layout
from pytreelint.model.leaves import opaque
from pytreelint.model.place import Place
from pytreelint.model.program import Program
from pytreelint.model.promised import promised
from pytreelint.model.registration import flattened
from pytreelint.model.source import Source
from pytreelint.model.values import (
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Object,
    Scalar,
    Union,
    Value,
)

Kind = Literal["node", "container", "array", "opaque", "scalar", "static", "unknown"]


@record(frozen=True, slots=True)
class TreeNode:
    """One level of the inferred PyTree.

    Attributes:
        label: the field's name, the index or key in a container; the class's name at the root.
        kind: what `tree_flatten` makes of it. Only nodes and containers have children.
        type: the value in words (`float array`, `MLP`, `function`).
        place: the line that says so, None for what only the libraries' tables say.
        why: what that line says (`annotation jax.Array`, `marked static`).
    """

    label: str
    kind: Kind
    type: str
    place: Place | None = None
    why: str = ""
    children: tuple[TreeNode, ...] = ()


class Limits(Protocol):
    """What settings say about reading files."""

    @property
    def max_file_size(self) -> int:
        """In bytes."""


def describe(target: str, settings: Limits, layout: Layout) -> TreeNode:
    """The tree of a class, given as `path.py::Class` or `package.module.Class`.

    Parameters of its constructor are what their defaults and annotations say.

    Raises:
        LookupError: there is no such file, module or class.
        Unreadable: the file is not Python.
    """
    program = Program(layout, lambda path: Source.read(path, settings.max_file_size))
    ev = Evaluator(program)
    value = _find(ev, target)
    if not isinstance(value, ClassValue):
        raise LookupError(f"{target}: there is no class of that name in source that can be read")
    instance = construct.by_defaults(ev, value.cls)
    return replace(node(ev, value.cls.name, instance), why=_maker(value.cls))


def _find(ev: Evaluator, target: str) -> Value:
    file, separator, name = target.partition("::")
    if separator:
        if not os.path.isfile(file):
            raise LookupError(f"{file}: no such file")
        module = ev.program.add(Source.read(file))
        parts = name.split(".")
    else:
        head, _, last = target.rpartition(".")
        found = ev.program.module(head)
        if found is None:
            where = "in the project or its environment; --python names another environment"
            raise LookupError(f"{target}: no module `{head}` {where}")
        module, parts = found, [last]
    value = ev.name(module, parts[0])
    for part in parts[1:]:
        if isinstance(value, ClassValue) and part in value.cls.nested:
            value = ClassValue(ev.class_of(value.cls.nested[part], value.cls.scope))
    return value


def _maker(cls: ClassInfo) -> str:
    if cls.maker is None:
        return "unknown bases" if cls.is_open else "no PyTree"
    return f"a PyTree by {cls.maker.name}" if cls.maker.node == "yes" else f"no PyTree ({cls.maker.name})"


def node(ev: Evaluator, label: str, value: Value, depth: int = 0) -> TreeNode:
    """The tree of one value."""
    where = place_of(value.why.module, value.why.node) if value.why is not None else None
    said = value.why.message if value.why is not None else ""
    if isinstance(value, Object) and depth < 12:
        children = _children(ev, value, depth)
        if children is not None:
            place = where or place_of(value.cls.module, value.cls.node)
            return TreeNode(label, "node", value.cls.qualified, place, said, tuple(children))
    if isinstance(value, Container) and value.kind in ("tuple", "list", "dict", "namedtuple"):
        return TreeNode(label, "container", value.kind, where, said, tuple(_items(ev, value, depth)))
    if isinstance(value, Union):
        return _either(ev, label, value, depth, where, said)
    return TreeNode(label, _kind(value), words(value), where, said)


def _kind(value: Value) -> Kind:
    match value:
        case Array():
            return "array"
        case Scalar() | Constant(kind="bool" | "int" | "float" | "complex"):
            return "scalar"
        case Constant(value=None):
            return "container"
    return "opaque" if opaque(value) else "unknown"


def _either(ev: Evaluator, label: str, value: Union, depth: int, where: Place | None, said: str) -> TreeNode:
    """Options that flatten alike are one; None besides means that the field may be empty."""
    options = [o for o in value.options if not (isinstance(o, Constant) and o.value is None)]
    nodes = [node(ev, label, option, depth) for option in options]
    kinds = {n.kind for n in nodes}
    if len(kinds) == 1 and (len(nodes) == 1 or not nodes[0].children):
        return replace(nodes[0], type=words(value))
    leaves = {kind for n in nodes for kind in _leaf_kinds(n)}
    if nodes and leaves <= {"array", "scalar"}:
        return TreeNode(label, "array" if "array" in leaves else "scalar", words(value), where, said)
    return TreeNode(label, "unknown", words(value), where, said)


def _leaf_kinds(tree: TreeNode) -> Iterator[Kind]:
    """Of a container's leaves; a class has fields of its own and is not looked into."""
    if tree.kind != "container":
        yield tree.kind
    for child in tree.children if tree.kind == "container" else ():
        yield from _leaf_kinds(child)


def _items(ev: Evaluator, value: Container, depth: int) -> Iterator[TreeNode]:
    labels = [str(key) for key in value.keys] if value.kind == "dict" else [f"[{i}]" for i in range(len(value.items))]
    for label, item in zip(labels, value.items, strict=True):
        yield node(ev, label, item, depth + 1)
    if value.rest is not None:
        yield node(ev, "[...]", value.rest, depth + 1)


def _children(ev: Evaluator, value: Object, depth: int) -> list[TreeNode] | None:
    parts = flattened(ev, value)
    if parts is None:
        return None
    meta = dict(parts.meta)
    order = [*dict(value.fields), *(name for name, _ in (*parts.data, *parts.meta) if name not in dict(value.fields))]
    data = dict(parts.data)
    children = []
    for name in order:
        if name in meta:
            children.append(_static(value.cls, name, meta[name]))
        elif name in data:
            children.append(_child(ev, value.cls, name, data[name], depth + 1))
    return children


def _static(cls: ClassInfo, name: str, value: Value) -> TreeNode:
    info = cls.fields().get(name)
    if info is not None:
        return TreeNode(name, "static", words(value), place_of(info.owner.module, info.node), "marked static")
    where = place_of(value.why.module, value.why.node) if value.why is not None else None
    return TreeNode(name, "static", words(value), where, "aux data")


def _child(ev: Evaluator, cls: ClassInfo, name: str, value: Value, depth: int) -> TreeNode:
    """A field: what is known of its value, else what its annotation promises, which other instances keep, too."""
    info = cls.fields().get(name)
    known = node(ev, name, value, depth)
    if info is None or info.annotation is None:
        return known if info is None or known.place is not None else _declared(known, info)
    if not _is_told(known) or _empty(value):
        promise = promised(ev, info.annotation, info.owner.scope)
        other = node(ev, name, promise, depth) if promise is not None else known
        if _is_told(other) or known.kind == "unknown":
            return _declared(replace(other, why=f"annotated `{ast.unparse(info.annotation)}`", place=None), info)
    return known if known.place is not None else _declared(known, info)


def _is_told(tree: TreeNode) -> bool:
    """Whether nothing in it is unknown, as far as containers go."""
    return "unknown" not in _leaf_kinds(tree)


def _empty(value: Value) -> bool:
    """Whether there is no leaf in what a default leaves in a field: other instances fill it."""
    return value == NONE or (isinstance(value, Container) and not value.items and value.rest is None)


def _declared(child: TreeNode, info: FieldInfo) -> TreeNode:
    """A field without evidence of its own stands at its declaration."""
    return replace(child, place=place_of(info.owner.module, info.node), why=child.why or "declared here")

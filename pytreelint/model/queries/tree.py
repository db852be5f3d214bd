"""The inferred PyTree of a class or value, as JAX would flatten it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal, Protocol

from pytreelint.knowledge.makers import REGISTER_CLASS, REGISTER_DATACLASS
from pytreelint.knowledge.record import record, replace
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.project.layout import Layout, readable
from pytreelint.model.project.program import Program
from pytreelint.model.queries.evidence import describe as words
from pytreelint.model.queries.evidence import place_of
from pytreelint.model.queries.targets import find
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.model.types import construct
from pytreelint.model.types.by_defaults import by_defaults
from pytreelint.model.types.leaves import no_pytree, opaque
from pytreelint.model.types.parts import parts
from pytreelint.model.types.promised import promised
from pytreelint.model.values.classes import ClassInfo, FieldInfo
from pytreelint.model.values.value import (
    NONE,
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Union,
    Unknown,
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
    return described(ev, find(ev, target))


def described(ev: Evaluator, cls: ClassInfo) -> TreeNode:
    """The tree of a class."""
    instance = _with_options(ev, by_defaults(ev, cls))
    return replace(node(ev, cls.name, instance), why=_maker(cls))


def _with_options(ev: Evaluator, instance: Value) -> Value:
    """An attribute (no field) that is None by default is in other instances what the parameter's annotation admits."""
    if not isinstance(instance, Object) or instance.cls.maker is None:
        return instance
    declared = instance.cls.fields()
    empty = [name for name, held in instance.fields if held == NONE and name not in declared]
    other = construct.typical(ev, instance.cls) if empty else instance
    for name in empty:
        admitted = other.get(name) if isinstance(other, Object) else None
        told = admitted is not None and not isinstance(admitted, Unknown)
        if admitted is not None and (told or instance.cls.maker.leaves != "data"):
            instance = instance.put(name, admitted)
    return instance


def _maker(cls: ClassInfo) -> str:
    """What makes a class a PyTree, or what would."""
    if cls.maker is not None and cls.maker.node != "no":
        return f"a PyTree by {cls.maker.name}"
    unread = [ast.unparse(base) for base in cls.node.bases] if cls.open else []
    if unread and cls.maker is None:
        return f"a base cannot be read ({', '.join(unread)}): --python names another environment"
    if cls.is_open and cls.maker is None:
        return "a base of its bases cannot be read: --python names another environment"
    if cls.maker is None:
        return f"no PyTree; {REGISTER_CLASS} would make it one"
    if cls.dataclass_maker is not None:
        return f"no PyTree ({cls.maker.name}); {REGISTER_DATACLASS} would make it one"
    return f"no PyTree ({cls.maker.name})"


def node(ev: Evaluator, label: str, value: Value, depth: int = 0) -> TreeNode:
    """The tree of one value."""
    where = place_of(value.why.module, value.why.node) if value.why is not None else None
    said = value.why.message if value.why is not None else ""
    if isinstance(value, Object) and depth < 12:
        children = _children(ev, value, depth)
        if children is not None:
            place = where or place_of(value.cls.module, value.cls.node)
            return TreeNode(label, "node", readable(value.cls.qualified), place, said, tuple(children))
    if isinstance(value, Container) and value.kind in ("tuple", "list", "dict", "namedtuple"):
        return TreeNode(label, "container", value.kind, where, said, tuple(_items(ev, value, depth)))
    if isinstance(value, Union):
        return _either(ev, label, value, depth, where, said)
    shown = _REASONS.get(value.reason, "not known") if isinstance(value, Unknown) else words(value)
    return TreeNode(label, _kind(ev, value), shown, where, said)


# Why nothing is known of a value, for people.
_REASONS = {
    "annotation": "anything",
    "parameter": "whatever is given",
    "operand of callers": "what is computed with what is given",
    "dynamic call": "what a call gives that is not followed",
    "unresolved import": "of a package that is not installed",
    "static or not": "a leaf or static, as its value is",
}


def _kind(ev: Evaluator, value: Value) -> Kind:
    match value:
        case Array():
            return "array"
        case Scalar() | Constant(kind="bool" | "int" | "float" | "complex"):
            return "scalar"
        case Constant(value=None):
            return "container"
        case Object() if no_pytree(ev, value):
            return "opaque"
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
    labels = (
        [f"[{key!r}]" for key in value.keys] if value.kind == "dict" else [f"[{i}]" for i in range(len(value.items))]
    )
    for label, item in zip(labels, value.items, strict=True):
        yield node(ev, label, item, depth + 1)
    if value.rest is not None:
        yield node(ev, "[...]", value.rest, depth + 1)


def _children(ev: Evaluator, value: Object, depth: int) -> list[TreeNode] | None:
    found = parts(ev, value)
    if found is None:
        return None
    return [
        _static(value.cls, part.name, part.value)
        if part.static
        else _child(ev, value.cls, part.name, part.value, depth + 1)
        for part in found
    ]


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
    """Whether no leaf of a tree is unknown, as far as containers go."""
    return "unknown" not in _leaf_kinds(tree)


def _empty(value: Value) -> bool:
    """Whether there is no leaf in what a default leaves in a field: other instances fill it."""
    return value == NONE or (isinstance(value, Container) and not value.items and value.rest is None)


def _declared(child: TreeNode, info: FieldInfo) -> TreeNode:
    """A field without evidence of its own stands at its declaration."""
    return replace(child, place=place_of(info.owner.module, info.node), why=child.why or "declared here")

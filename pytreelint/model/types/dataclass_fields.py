"""`dataclasses.fields(C)`: what decorators of a project's own sort into children and metadata; `asdict`, `astuple`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.syntax.checking import branches
from pytreelint.model.types.annotations import is_class_variable
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.classes import ClassInfo, FieldSpec
from pytreelint.model.values.identity import plain
from pytreelint.model.values.value import DYNAMIC, ClassValue, Container, Object, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

Kind = Literal["dict", "tuple"]
FIELDS = "__dataclass_fields__"
_DEPTH = 4  # of instances and containers in each other that are taken apart


@record(frozen=True, slots=True)
class Field(Value):
    """A `dataclasses.Field`: its name, and what the declaration says of it."""

    name: str
    spec: FieldSpec | None = None

    def get(self, name: str) -> Value:
        """An attribute of it."""
        match name:
            case "name":
                return constant(self.name)
            case "metadata":
                return _metadata(self.spec)
            case "init" | "repr" | "kw_only" if self.spec is None or self.spec.keyword(name) is None:
                return constant(name != "kw_only")
            case "init" | "repr" | "kw_only":
                return (self.spec.keyword(name) if self.spec else None) or DYNAMIC
        return DYNAMIC


def _metadata(spec: FieldSpec | None) -> Value:
    """The metadata of a declaration; what a library's own field function writes is its own affair."""
    if spec is None:
        return Container("dict")
    if spec.marker.how != "metadata":
        return DYNAMIC
    return spec.keyword("metadata") or Container("dict")


def of(ev: Interpreter, arguments: Arguments) -> Value:
    """`dataclasses.fields(C)`, or of an instance."""
    given = argument(arguments, 0)
    if not isinstance(given, (ClassValue, Object)) or given.cls.is_open:
        return DYNAMIC
    return Container("tuple", tuple(_fields(ev, given.cls).values()))


def by_name(ev: Interpreter, cls: ClassInfo) -> Value:
    """`C.__dataclass_fields__`."""
    if cls.is_open:
        return DYNAMIC
    fields = _fields(ev, cls)
    return Container("dict", tuple(fields.values()), tuple(fields))


def are_named(value: Value, name: Value) -> bool:
    """Whether `hasattr(x, name)` asks whether an instance of a dataclass is one."""
    return isinstance(value, Object) and value.cls.dataclass_maker is not None and name == constant(FIELDS)


def as_dict(ev: Interpreter, arguments: Arguments) -> Value:
    """`dataclasses.asdict(x)`: a dict of the fields, and of theirs."""
    if len(arguments.args) != 1 or arguments.keywords:
        return DYNAMIC
    return _taken_apart(arguments.args[0], "dict") or Container("dict", (), (), DYNAMIC)


def as_tuple(ev: Interpreter, arguments: Arguments) -> Value:
    """`dataclasses.astuple(x)`."""
    if len(arguments.args) != 1 or arguments.keywords:
        return DYNAMIC
    return _taken_apart(arguments.args[0], "tuple") or Container("tuple", (), (), DYNAMIC)


def _taken_apart(value: Value, kind: Kind, depth: int = 0) -> Container | None:
    """The fields of an instance, whose values are copies; None where they are not known."""
    if not isinstance(value, Object) or value.cls.dataclass_maker is None or value.cls.is_open:
        return None
    held = {name: value.get(name) or DYNAMIC for name in value.cls.fields()}
    items = (_copy(each, kind, depth) for each in held.values())
    return Container(kind, tuple(items), tuple(held) if kind == "dict" else ())


def _copy(value: Value, kind: Kind, depth: int) -> Value:
    if depth == _DEPTH:
        return DYNAMIC
    if isinstance(value, Container) and value.kind in ("list", "tuple", "dict"):
        rest = _copy(value.rest, kind, depth + 1) if value.rest is not None else None
        return replace(value, items=tuple(_copy(each, kind, depth + 1) for each in value.items), rest=rest)
    return _taken_apart(value, kind, depth + 1) or plain(value)


def _fields(ev: Interpreter, cls: ClassInfo) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for each in reversed(cls.mro):
        found |= {field.name: field for field in _declared(ev, each)}
    return found


def _declared(ev: Interpreter, cls: ClassInfo) -> Iterator[Field]:
    """The fields that a class body declares; the class may be one that is being read."""
    for statement in _statements(cls.node.body, cls.module.checking):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        if not is_class_variable(ev, statement.annotation, cls.scope):
            spec = ev.field_spec(statement.value, cls.scope) if statement.value is not None else None
            yield Field(statement.target.id, spec)


def _statements(body: list[ast.stmt], checking: frozenset[str]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _statements(branches(statement, checking)[0], checking)

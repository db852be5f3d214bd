"""`dataclasses.fields(C)`: what decorators of a project's own sort into children and metadata."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.checking import branches
from pytreelint.model.types.annotations import is_class_variable
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.classes import ClassInfo, FieldSpec
from pytreelint.model.values.value import DYNAMIC, ClassValue, Container, Object, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


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

"""The PyTrees of the classes of a document, for hovers and hints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.queries.tree import TreeNode, described
from pytreelint.model.text.deep_calls import DeepCalls
from pytreelint.model.text.unreadable import Unreadable
from pytreelint.model.values.value import ClassValue, Union

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.project.program import Program
    from pytreelint.model.text.source import Source
    from pytreelint.model.values.classes import ClassInfo

HINTS = {"array": "leaf", "scalar": "leaf", "opaque": "opaque leaf", "static": "static"}


@record(frozen=True, slots=True)
class Hint:
    """What a field is, at the end of its declaration."""

    row: int
    column: int
    label: str
    said: str


@record(frozen=True, slots=True)
class ClassTree:
    """The tree of a class.

    Attributes:
        hints: on the fields that its own body declares.
    """

    name: str
    root: TreeNode
    hints: tuple[Hint, ...] = ()


def class_tree(program: Program, source: Source, name: str) -> ClassTree | None:
    """The tree of the class that a name means at the top of a document."""
    try:
        with DeepCalls():
            module = program.add(source)
            ev = Evaluator(program)
            value = ev.name(module, name) if name in module.bindings else None
            if isinstance(value, Union):
                value = next((option for option in reversed(value.options) if isinstance(option, ClassValue)), None)
            return _tree(ev, value.cls, source) if isinstance(value, ClassValue) else None
    except (Unreadable, RecursionError):
        return None


def class_trees(program: Program, source: Source) -> Iterator[ClassTree]:
    """The trees of the classes at the top of a document that are PyTrees."""
    for name in _classes(program, source):
        found = class_tree(program, source, name)
        if found is not None and found.root.kind == "node":
            yield found


def _classes(program: Program, source: Source) -> list[str]:
    try:
        module: ModuleInfo = program.add(source)
    except Unreadable:
        return []
    return [statement.name for statement in module.tree.body if isinstance(statement, ast.ClassDef)]


def _tree(ev: Evaluator, cls: ClassInfo, source: Source) -> ClassTree:
    root = described(ev, cls)
    kinds = {child.label: child for child in root.children}
    hints = []
    for name, field in cls.fields().items():
        child = kinds.get(name)
        if child is None or child.kind not in HINTS or field.owner is not cls or cls.module.source.path != source.path:
            continue
        if not isinstance(field.node, ast.stmt):
            continue
        place = source.place(field.node)
        hints.append(Hint(place.end_row, place.end_column, HINTS[child.kind], child.why or child.type))
    return ClassTree(cls.name, root, tuple(hints))

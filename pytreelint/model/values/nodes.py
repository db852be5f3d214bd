"""Instances of library classes that the tables describe: PyTree nodes whose leaves are known, and little else."""

from __future__ import annotations

from pytreelint.knowledge.operations import STATES
from pytreelint.knowledge.record import record
from pytreelint.knowledge.results import lookup
from pytreelint.model.values.value import DYNAMIC, Library, Opaque, Value


@record(frozen=True, slots=True)
class Node(Value):
    """A PyTree node, by its class in the tables, and what its leaves are.

    Attributes:
        structure: the tree whose structure it is; none of its leaves.
    """

    name: str = ""
    parts: tuple[Value, ...] = ()
    structure: Value | None = None


@record(frozen=True, slots=True)
class Structure(Opaque):
    """The structure of a tree: what has other leaves in their place is one like it."""

    tree: Value = DYNAMIC


def is_of_parts(value: Value) -> bool:
    """Whether attributes and items of a library's tree are parts of it: the arrays of a graph, by their names there."""
    return isinstance(value, Node) and value.name == STATES


def attribute(node: Node, name: str) -> Value:
    """Returns a method that the tables know, or the value that the class has for any other name."""
    if lookup(f"{node.name}.{name}") is not None:
        return Library(f"{node.name}.{name}")
    return item(node)


def item(node: Node) -> Value:
    """Returns the result of a subscript."""
    from pytreelint.model.values.specs import from_fact

    fact = lookup(f"{node.name}.__getitem__")
    return from_fact(fact, (), {}) if fact is not None else DYNAMIC


def is_instance(node: Node, cls: Library) -> bool | None:
    """What `isinstance(node, cls)` gives: two classes of the tables are different ones."""
    fact = lookup(cls.name)
    if fact is None or fact.kind != "class" or fact.spec.head != "node":
        return None
    return cls.name == node.name

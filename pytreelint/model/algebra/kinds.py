"""Classes as values: `A | B`, which `isinstance` takes as it takes `(A, B)`."""

from __future__ import annotations

import builtins

from pytreelint.knowledge.operations import ARRAY_CLASSES
from pytreelint.knowledge.results import lookup
from pytreelint.model.values.value import NONE, ClassValue, Container, Library, Unknown, Value


def either(left: Value, right: Value) -> Value | None:
    """What `left | right` is where one of them certainly is a class: all of their classes. None where neither is."""
    found = (*kinds(left), *kinds(right))
    possible = all(may_be_class(each) or each == NONE or type(each) is Unknown for each in found)
    return Container("tuple", found) if possible and any(_is_class(each) for each in found) else None


def kinds(kind: Value) -> tuple[Value, ...]:
    """The classes that `isinstance` is asked for, those of tuples in tuples too."""
    if isinstance(kind, Container) and kind.kind == "tuple" and kind.rest is None:
        return tuple(each for item in kind.items for each in kinds(item))
    return (kind,)


def may_be_class(value: Value) -> bool:
    """Whether a value is a class, or a name of a library of which no table says that it is a function."""
    if not isinstance(value, Library):
        return isinstance(value, ClassValue)
    module, _, name = value.name.rpartition(".")
    if module == "builtins":
        return isinstance(getattr(builtins, name, type), type)
    fact = lookup(value.name)
    return fact is None or fact.kind != "function"


def _is_class(value: Value) -> bool:
    if not isinstance(value, Library):
        return isinstance(value, ClassValue)
    fact = lookup(value.name)
    known = value.name in ARRAY_CLASSES or (fact is not None and fact.kind == "class")
    return known or (value.name.startswith("builtins.") and may_be_class(value))

"""Calls of what libraries declare: transforms, field functions, operations on trees, and the table of results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytreelint.knowledge.libraries import MAKERS, MARKERS
from pytreelint.knowledge.operations import OPERATIONS
from pytreelint.knowledge.results import lookup
from pytreelint.knowledge.transforms import KEEPING, TRANSFORMS, TRANSPARENT
from pytreelint.model import methods, operations, transforms
from pytreelint.model.classes import FieldSpec
from pytreelint.model.specs import from_fact
from pytreelint.model.values import DYNAMIC, NONE, Bound, ClassValue, Function, Library, Partial, Value

if TYPE_CHECKING:
    from pytreelint.model.arguments import Arguments
    from pytreelint.model.evaluator import Evaluator


def call(ev: Evaluator, function: Library, arguments: Arguments) -> Value:
    """What calling a library's function gives."""
    name = function.name
    transform = TRANSFORMS.get(name)
    if transform is not None:
        return transforms.make(ev, transform, arguments)
    marker = MARKERS.get(name)
    if marker is not None:
        keywords = dict(arguments.keywords)
        if 0 <= marker.position < len(arguments.args):
            keywords.setdefault(marker.keyword, arguments.args[marker.position])
        if marker.how == "wrapper" and arguments.args:
            keywords["value"] = arguments.args[0]
        return FieldSpec(marker, tuple(keywords.items()))
    operation = OPERATIONS.get(name)
    if operation is not None:
        return operations.run(ev, operation, arguments)
    if name in MAKERS or name in TRANSPARENT:
        return _decorator(function, arguments)
    return from_fact(lookup(name), arguments.args, arguments.keywords)


def _decorator(function: Library, arguments: Arguments) -> Value:
    """`register_dataclass(C)` gives `C`; `dataclass(frozen=True)` waits for a class."""
    if arguments.args and isinstance(arguments.args[0], ClassValue):
        return arguments.args[0]
    if function.name in TRANSPARENT:
        waits = TRANSPARENT[function.name] == "factory" or not arguments.args
        if waits:
            return Partial(Library("builtins.iter"))
        given = arguments.args[0]
        return replace(given, kept=True) if function.name in KEEPING and isinstance(given, Function) else given
    waits = not arguments.args and (function.name not in MAKERS or MAKERS[function.name].via in ("decorator", "both"))
    return Partial(function, (), tuple(arguments.keywords.items())) if waits else DYNAMIC


def method(ev: Evaluator, function: Bound, arguments: Arguments) -> Value:
    """Methods of arrays, containers, strings and replaceable objects."""
    assert isinstance(function.function, Library)
    kind, _, name = function.function.name.partition(".")
    match kind:
        case "array":
            return methods.of_array(function.instance, name, arguments)
        case "list" | "tuple" | "dict" | "set" | "frozenset" | "namedtuple":
            return methods.of_container(ev, function.instance, name, arguments)
        case "str":
            return methods.of_text(name)
        case "object" if name == "replace":
            inner = arguments.with_first(function.instance)
            return operations.run(ev, "replace", inner)
        case "object":
            return NONE
    return DYNAMIC

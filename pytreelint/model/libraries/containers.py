"""Containers that a call of their class makes: `list(rows)`, `dict(pairs)`, `defaultdict(list)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import methods, subscripts
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.value import DYNAMIC, Array, Container, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def display(kind: str) -> Callable[[Interpreter, Arguments], Value]:
    def convert(ev: Interpreter, arguments: Arguments) -> Value:
        if not arguments.args:
            return Container(kind)  # type: ignore[arg-type]
        value = arguments.args[0]
        if isinstance(value, Container) and value.kind == kind == "tuple":
            return value
        if isinstance(value, Container) and value.kind != "dict":
            return replace(value, kind=kind, items=items_of(value))  # type: ignore[arg-type]
        if isinstance(value, Array) and value.flavour == "numpy" and kind != "list":  # of one axis, to be hashed
            return Container(kind, (), (), Array("numpy-scalar", value.dtype, why=value.why))  # type: ignore[arg-type]
        if isinstance(value, Array) and value.flavour == "any" and kind != "list":
            return Container(kind, (), (), DYNAMIC)  # type: ignore[arg-type]  # numpy's or JAX's: scalars, or arrays
        return Container(kind, (), (), subscripts.element(ev, value))  # type: ignore[arg-type]

    return convert


def mapping(ev: Interpreter, arguments: Arguments) -> Value:
    base = arguments.args[0] if arguments.args else Container("dict")
    pairs = methods.of_pairs(base)
    if pairs is not None:
        base = Container("dict", tuple(pairs.values()), tuple(pairs))
    if isinstance(base, Container) and base.kind == "dict":
        entries = dict(zip(base.keys, items_of(base), strict=True)) | arguments.keywords
        return Container("dict", tuple(entries.values()), tuple(entries), base.rest)
    return Container("dict", (), (), DYNAMIC)


def default_dict(ev: Interpreter, arguments: Arguments) -> Value:
    """`defaultdict(list)`: its items come as they are asked for."""
    factory = argument(arguments, 0, "default_factory")
    kind = factory.name.removeprefix("builtins.") if isinstance(factory, Library) else ""
    made = Container(kind, (), (), DYNAMIC) if kind in ("list", "dict", "set") else DYNAMIC  # type: ignore[arg-type]
    return Container("dict", (), (), made)

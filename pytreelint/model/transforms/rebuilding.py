"""Trees that operations build of something else than arrays, which constructors that unflattening runs may not take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.unflattening import PLACEHOLDERS
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.built_of import BuiltOf, SplitBy
from pytreelint.model.values.marks import FLAT
from pytreelint.model.values.value import (
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Scalar,
    Transformed,
    Value,
    constant,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand

_BOOLS = (constant(True),)


def built_of(ev: Interpreter, by: str, tree: Value, leaves: Iterable[Value], arguments: Arguments) -> None:
    """An operation has these in the place of the leaves of a tree: a site, where none of them is an array."""
    if not _has_instances(tree):
        return
    given = tuple(option for leaf in leaves for option in options_of(leaf))
    if given and all(isinstance(leaf, (Constant, Scalar, Container, Opaque)) for leaf in given):
        ev.emit(BuiltOf(arguments.frame.module, arguments.node, by, tree, given))


def masked(ev: Interpreter, by: str, arguments: Arguments) -> None:
    """`filter(tree, spec)` builds a tree of what a function says of each leaf, before it chooses."""
    if isinstance(argument(arguments, 1, "filter_spec"), (Function, Library)):
        built_of(ev, by, argument(arguments, 0, "pytree"), _BOOLS, arguments)


def split(ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments) -> None:
    """A filtered transform builds the halves of its arguments by their unflattening: a site, where it has one."""
    transform = wrapper.transform
    if transform.filtered and transform.name in PLACEHOLDERS and any(_has_instances(each.value) for each in operands):
        ev.emit(SplitBy(wrapper.module, wrapper.site, transform, operands, wrapper, arguments.frame.module))


def _has_instances(tree: Value) -> bool:
    """Whether a tree is an instance whose class flattens itself, or a container around one."""
    if isinstance(tree, Container) and tree.kind in FLAT:
        return any(map(_has_instances, tree.items))
    return isinstance(tree, Object) and tree.cls.maker is not None and bool(tree.fields)

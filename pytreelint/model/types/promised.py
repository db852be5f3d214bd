"""Leaves by annotation: `PyTree[Float[Array, "n"]]` is any structure, but its leaves are arrays.

Too little for a rule, which must know the structure and may not trust `Callable`; `pytreelint tree` shows what is
declared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.annotations import ANNOTATIONS, PROTOCOLS
from pytreelint.knowledge.record import replace
from pytreelint.model.types import annotations as annotated
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import NONE, Container, Library, Object, Opaque, Union, Unknown, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 12
_EACH = ("tree", "iterable", "wrapper")  # of what stands in the brackets, first


def promised(ev: Interpreter, node: ast.expr, frame: Frame, within: tuple[ast.expr, ...] = ()) -> Value | None:
    """Returns the value that an annotation promises; of a `PyTree[...]`, that of each leaf.

    Arguments:
        within: the aliases that are being read: one that speaks of itself (`Tree = Union[Array, Iterable["Tree"]]`)
            adds nothing.

    Returns:
        None where nothing is promised. Parts of it may be unknown.
    """
    if len(within) > _DEPTH:
        return None
    value = _without_protocols(ev.declared(node, frame))
    if not _says_nothing(value):
        return value
    match node:
        case ast.Constant(value=str() as text):
            inner = annotated.parsed(ev, node, text)
            return promised(ev, inner, frame, within) if inner is not None else None
        case ast.BinOp(op=ast.BitOr()):
            return _any(ev, [node.left, node.right], frame, within)
        case ast.Subscript():
            return _bracketed(ev, node, frame, within)
    meaning = annotated.alias(ev, node, frame)
    if meaning is None:
        return Opaque("function") if annotated.word(ev, node, frame) == "function" else None
    return NONE if meaning[0] in within else promised(ev, *meaning, (*within, meaning[0]))


def _without_protocols(value: Value) -> Value:
    """A protocol with `__call__` is another way to write `Callable[...]`; of others an instance may be anything."""
    if isinstance(value, Union):
        return union(map(_without_protocols, value.options))
    if isinstance(value, Object) and not PROTOCOLS.isdisjoint(value.cls.libraries()) and value.cls.pytree == "no":
        return Opaque("function") if value.cls.method("__call__") else Unknown("protocol")
    return value


def _says_nothing(value: Value) -> bool:
    """Whether a part of a value is unknown."""
    match value:
        case Unknown():
            return True
        case Union():
            return any(map(_says_nothing, value.options))
        case Container():
            return any(map(_says_nothing, value.items)) or (value.rest is not None and _says_nothing(value.rest))
    return False


def _bracketed(ev: Interpreter, node: ast.Subscript, frame: Frame, within: tuple[ast.expr, ...]) -> Value | None:
    meant = ev.expression(node.value, frame)
    word = ANNOTATIONS.get(meant.name, "") if isinstance(meant, Library) else ""
    arguments = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if word == "function":
        return Opaque("function")
    if word == "class":
        return Opaque("class")
    if word in _EACH:
        return promised(ev, arguments[0], frame, within)
    if word == "optional":
        return _any(ev, [*arguments, ast.Constant(None)], frame, within)
    if word == "union":
        return _any(ev, arguments, frame, within)
    if word.startswith("container:"):
        return _container(ev, ev.declared(node, frame), arguments, frame, within)
    return None


def _any(ev: Interpreter, nodes: Iterable[ast.expr], frame: Frame, within: tuple[ast.expr, ...]) -> Value | None:
    values = [promised(ev, node, frame, within) for node in nodes]
    known = [value for value in values if value is not None]
    return union(known) if len(known) == len(values) else None


def _container(
    ev: Interpreter, value: Value, arguments: list[ast.expr], frame: Frame, within: tuple[ast.expr, ...]
) -> Value | None:
    """Returns a container with the values promised of its items; one that only holds itself adds nothing."""
    if not isinstance(value, Container):
        return None
    items = [promised(ev, argument, frame, within) for argument in arguments]
    held = items[: len(value.items)] or [items[-1 if value.kind == "dict" else 0]]
    if all(item == NONE for item in held):
        return NONE
    kept = tuple(Unknown("annotation") if item is None else item for item in held)
    return replace(value, items=kept) if value.items else replace(value, rest=kept[0])

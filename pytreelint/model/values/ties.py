"""One instance in two places of a tree: the code that puts it there, and which ties a value holds.

The values of the evaluator have no identity. What is seen is code that says so by itself: `[layer] * n`, a
comprehension whose element does not depend on its loop, a name twice in a display, two fields given one instance.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.project.modules import target_names
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Object,
    Partial,
    Union,
    Value,
    because,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 6
_LINKS = 3  # of evidence: a container that was handed on further has been changed on the way


@record(frozen=True, slots=True)
class Tie:
    """What is one object at several places of a container, or in two fields; `first`: where the other one is set."""

    kind: Literal["repeated", "shared"]
    module: ModuleInfo
    node: ast.AST
    item: Value
    first: ast.AST | None = None


class Ties:
    """What was seen so far: ties by the code that says so, and the fields that the names of activations were put in."""

    def __init__(self) -> None:
        """Nothing was seen."""
        self.by_node: dict[ast.AST, Tie] = {}
        self.stored: dict[tuple[Frame, str], tuple[Value, ast.AST]] = {}


def multiplied(ev: Interpreter, node: ast.BinOp, left: Value, right: Value, result: Value, frame: Frame) -> Value:
    """`[layer] * n`."""
    several = not isinstance(right, Constant) or (isinstance(right.value, int) and right.value > 1)
    held = left if isinstance(left, Container) else right if isinstance(right, Container) else None
    if not isinstance(node.op, ast.Mult) or held is None or not several:
        return result
    item = next((item for item in held.items if isinstance(item, Object)), None)
    return _tied(ev, result, Tie("repeated", frame.module, node, item), frame) if item is not None else result


def collected(ev: Interpreter, node: ast.ListComp, result: Value, frame: Frame) -> Value:
    """`[layer for _ in range(n)]`."""
    root = _root(node.elt)
    bound = {name for generator in node.generators for name in target_names(generator.target)}
    if not isinstance(root, ast.Name) or root.id in bound or not isinstance(result, Container):
        return result
    item = result.rest or (result.items[0] if len(result.items) > 1 else None)
    if not isinstance(item, Object):
        return result
    return _tied(ev, result, Tie("repeated", frame.module, node, item), frame)


def displayed(ev: Interpreter, node: ast.List | ast.Tuple, result: Value, frame: Frame) -> Value:
    """`[layer, act, layer]`."""
    names = [each.id for each in node.elts if isinstance(each, ast.Name)]
    if len(names) == len(set(names)) or not isinstance(result, Container) or len(result.items) != len(node.elts):
        return result
    seen: set[str] = set()
    for element, item in zip(node.elts, result.items, strict=True):
        if isinstance(element, ast.Name) and isinstance(item, Object):
            if element.id in seen:
                return _tied(ev, result, Tie("repeated", frame.module, node, item), frame)
            seen.add(element.id)
    return result


def assigned(ev: Interpreter, target: ast.expr, source: ast.expr, value: Value, frame: Frame) -> None:
    """`self.a = layer` and `self.b = layer`, or `self.b = self.a.weight`: what the second one holds is there already.

    Two fields that are given one array by its name may only begin alike.
    """
    if not isinstance(target, ast.Attribute) or not isinstance(value, (Object, Array)):
        return
    if not (isinstance(target.value, ast.Name) and target.value.id == frame.first_parameter):
        return
    if isinstance(source, ast.Attribute):
        root = _root(source)
        is_part = isinstance(value, Object) or isinstance(source.value, ast.Attribute)
        if isinstance(root, ast.Name) and root.id == frame.first_parameter and is_part:
            ev.events.ties.by_node[target] = Tie("shared", frame.module, target, value, source)
    elif isinstance(source, ast.Name) and isinstance(value, Object):
        held = ev.events.ties.stored.get((frame, source.id))
        if held is not None and held[0] is value and held[1] is not target:
            ev.events.ties.by_node[target] = Tie("shared", frame.module, target, value, held[1])
        else:
            ev.events.ties.stored[frame, source.id] = (value, target)


def put(ev: Interpreter, arguments: Arguments, new: Value | None) -> Value | None:
    """`tree_at(where, model, model.embed.weight)`: the tree, or the instance that is being made, has it already."""
    source, tree = arguments.expression(2, "replace"), arguments.expression(1, "pytree")
    if not isinstance(new, (Array, Object)) or not isinstance(source, ast.Attribute) or source is tree:
        return new
    root = _root(source)
    own = isinstance(root, ast.Name) and root.id == arguments.frame.first_parameter
    if not own and not (isinstance(tree, ast.Name) and isinstance(root, ast.Name) and tree.id == root.id):
        return new
    tie = Tie("shared", arguments.frame.module, arguments.node, new, source)
    return _tied(ev, new, tie, arguments.frame)


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def _tied(ev: Interpreter, value: Value, tie: Tie, frame: Frame) -> Value:
    ev.events.ties.by_node[tie.node] = tie
    return because(value, frame.module, tie.node, "one instance, several times")


def ties_in(ev: Interpreter, value: Value, depth: int = 0) -> Iterator[Tie]:
    """The ties of a tree."""
    if not ev.events.ties.by_node or depth > _DEPTH:
        return
    found = _tie_of(ev, value)
    if found is not None:
        yield found
    match value:
        case Container():
            parts: tuple[Value, ...] = (*value.items, *((value.rest,) if value.rest is not None else ()))
        case Object():
            fields = value.cls.fields()
            static = {name for name, info in fields.items() if info.static is True}
            parts = tuple(held for name, held in value.fields if name not in static)
        case Union():
            parts = value.options
        case Partial(tree=True):
            parts = (*value.args, *(held for _, held in value.keywords))
        case _:
            return
    for part in parts:
        yield from ties_in(ev, part, depth + 1)


def untied(ev: Interpreter, value: Value, depth: int = 0) -> Value:
    """A tree whose leaves a function has given: what it held before says nothing of them."""
    if not ev.events.ties.by_node or depth > _DEPTH:
        return value
    if _tie_of(ev, value) is not None:
        value = replace(value, why=None)
    match value:
        case Container():
            rest = untied(ev, value.rest, depth + 1) if value.rest is not None else None
            return replace(value, items=tuple(untied(ev, item, depth + 1) for item in value.items), rest=rest)
        case Object():
            return replace(value, fields=tuple((name, untied(ev, held, depth + 1)) for name, held in value.fields))
    return value


def _tie_of(ev: Interpreter, value: Value) -> Tie | None:
    why = value.why
    for _ in range(_LINKS):
        if why is None:
            return None
        found = ev.events.ties.by_node.get(why.node)
        if found is not None and (found.kind == "shared" or isinstance(value, Container)):
            return found
        why = why.before
    return None

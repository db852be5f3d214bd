"""One instance in two places of a tree: the code that puts it there, and which ties a value holds.

What a call is given has no tokens inside, so that a tie is remembered with its code when it arises: `[layer] * n`, an
instance that is several items, or in two fields.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.values.identity import tokens_in
from pytreelint.model.values.regions import all_around
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
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 12  # of a tree that is trained: a model of stages of blocks of layers, each in a list
_SEVERAL = "one instance, several times"
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
    """What was seen so far: ties, by the code that says so."""

    def __init__(self) -> None:
        """Nothing was seen."""
        self.by_node: dict[ast.AST, Tie] = {}


def multiplied(ev: Interpreter, node: ast.BinOp, left: Value, right: Value, result: Value, frame: Frame) -> Value:
    """`[layer] * n`, also as a part of a sum: `[first] + [layer] * n + [last]`."""
    if type(node.op) is ast.Add and isinstance(result, Container):
        return joined(ev, left, right, result)
    if type(node.op) is not ast.Mult:
        return result
    several = not isinstance(right, Constant) or (isinstance(right.value, int) and right.value > 1)
    held = left if isinstance(left, Container) else right if isinstance(right, Container) else None
    if held is None or not several:
        return result
    item = next((item for item in held.items if isinstance(item, Object)), None)
    return _tied(ev, result, Tie("repeated", frame.module, node, item), frame) if item is not None else result


def joined(ev: Interpreter, left: Value, right: Value, result: Value) -> Value:
    """`[layer] * n + [last]`, or `layers += [layer] * n`: what one of the two holds several times."""
    tie = _tie_of(ev, left) or _tie_of(ev, right)
    return result if tie is None else because(result, tie.module, tie.node, _SEVERAL)


def gathered(ev: Interpreter, node: ast.expr, result: Container, frame: Frame, each: Value | None = None) -> Value:
    """`[layer, act, layer]`, `[layer for _ in range(n)]` (`each`: what all items are): one instance several times."""
    held = [item for item in result.items if isinstance(item, Object) and item.token is not None]
    tokens = [item.token for item in held]
    if len(set(tokens)) < len(tokens):
        each = next(item for item in held if tokens.count(item.token) > 1)
    elif each is None:
        each = _in_several(held)
    return _tied(ev, result, Tie("repeated", frame.module, node, each), frame) if isinstance(each, Object) else result


def part_from_before(item: Value, start: int) -> Value | None:
    """An instance from before that is a part of each item: `[Head(project) for _ in tasks]`."""
    return next((part for part in _nodes(item) if part.token is not None and part.token.serial < start), None)


def _in_several(items: list[Object]) -> Object | None:
    """An instance that is a part of several items: `[Head(project), Head(project)]`."""
    seen: set[Token | None] = set()
    for item in items:
        own = [part for part in _nodes(item) if part.token is not None]
        found = next((part for part in own if part.token in seen), None)
        if found is not None:
            return found
        seen.update(part.token for part in own)
    return None


def _nodes(item: Value) -> Iterator[Object]:
    return (part for part in _children(item) if isinstance(part, Object) and part.cls.pytree == "yes")


def appended(ev: Interpreter, before: Container, after: Container, arguments: Arguments) -> Container:
    """`layers.append(layer)` for an instance that is an item already, perhaps since an earlier iteration."""
    given = arguments.args[-1] if arguments.args else None
    known = _tie_of(ev, before) or (_tie_of(ev, given) if isinstance(given, Container) else None)
    if known is not None:
        return because(after, known.module, known.node, _SEVERAL)  # type: ignore[return-value]
    held = [*before.items, *((before.rest,) if before.rest is not None else ())]
    if not isinstance(given, Object):
        return after
    if given.token is None or all(each.token != given.token for each in held):
        given = _in_several([*(each for each in held if isinstance(each, Object)), given])
        if given is None:
            return after
    frame = arguments.frame
    inside = takewhile(lambda each: each.kind != "loop" or each.frame is not frame, all_around(frame.region))
    if any(each.kind == "branch" and each.frame is frame for each in inside):
        return after  # perhaps in one iteration alone
    tie = Tie("repeated", frame.module, arguments.node, given)
    return _tied(ev, after, tie, frame)  # type: ignore[return-value]


def assigned(ev: Interpreter, target: ast.Attribute, value: Value, frame: Frame) -> None:
    """`self.a = layer` and `self.b = layer`, `self.b = self.a.weight`, `self.b = Head(self.a.weight)`: one instance, or
    array, in two fields.
    """
    holder = frame.find(target.value.id) if isinstance(target.value, ast.Name) else None
    if not isinstance(holder, Object) or not holder.open:
        return
    for item in (value, *_children(value)):
        first = _held_by(holder, item, target.attr)
        if first is not None and first.why is not None:
            ev.events.ties.by_node[target] = Tie("shared", frame.module, target, item, first.why.node)
            return


def constructed(ev: Interpreter, built: Object, arguments: Arguments) -> Object:
    """`Pair(layer, layer)`, `Pair(Half(norm), Half(norm))`: a constructor puts one instance in two fields."""
    held = [each for each in _children(built) if isinstance(each, Object) and each.token is not None]
    tokens = [each.token for each in held]
    twice = next((each for each in held if tokens.count(each.token) > 1 and _children(each)), None)
    twice = twice or _in_several([each for each in held if tokens.count(each.token) == 1])
    if twice is None or any(_tie_of(ev, each) is not None for each in held):
        return built
    frame = arguments.frame
    ev.events.ties.by_node[arguments.node] = Tie("shared", frame.module, arguments.node, twice)
    tied = because(built, frame.module, arguments.node, "one instance in two fields")
    return tied if isinstance(tied, Object) else built


def _children(value: Value) -> tuple[Value, ...]:
    """What an instance holds that is a node of trees, and whose own identity is nothing."""
    if not isinstance(value, Object) or value.cls.pytree != "yes" or value.cls.hash == "identity":
        return ()
    declared = value.cls.fields()
    return tuple(held for name, held in value.fields if name in declared and declared[name].static is False)


def put(ev: Interpreter, arguments: Arguments, tree: Value, new: Value | None) -> Value | None:
    """`tree_at(where, model, model.embed.weight)`: the tree, or the instance that is being made, has it already."""
    frame, source = arguments.frame, arguments.expression(2, "replace")
    made = frame.find(frame.first_parameter) if frame.first_parameter is not None else None
    holders = [each for each in (tree, made) if isinstance(each, Object) and (each is tree or each.open)]
    if new is None or not any(_held_by(holder, new) for holder in holders):
        return new
    return _tied(ev, new, Tie("shared", frame.module, arguments.node, new, source), frame)


def _held_by(holder: Object, value: Value, but: str = "") -> Value | None:
    """The field of which an instance, or an array of an instance, is a part.

    Two fields that are given one array by its name may only begin alike.
    """
    if value.token is None or not isinstance(value, (Object, Array)):
        return None
    wholes = {*value.token.holders()}
    for name, held in holder.fields:
        own = held.token or (holder.token.part((".", name)) if holder.token is not None else None)
        is_part = own is not value.token or isinstance(value, Object)
        if name != but and is_part and not wholes.isdisjoint({own, *tokens_in(held)}):
            return held
    return None


def _tied(ev: Interpreter, value: Value, tie: Tie, frame: Frame) -> Value:
    ev.events.ties.by_node[tie.node] = tie
    return because(value, frame.module, tie.node, _SEVERAL)


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

"""Items of dicts that a compiled function reads: constants of the program, whatever is put in their place later.

What a module's dict holds, functions cannot know where some of them change it. That it is one dict, and has that item,
they can: so the item is taken for a name of the module, `settings["rate"]`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.registries import Registry
from pytreelint.model.types.compiled_in import (
    assigned,
    compiling,
    constant_of,
    constant_or_restored,
    happens,
    is_constant,
    is_same,
    may_outdate,
)
from pytreelint.model.values.frame import token_of
from pytreelint.model.values.states import Assigned, event_at
from pytreelint.model.values.value import Constant, Container, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

DICTS = frozenset([Container, Unknown, Registry])  # what a name holds that may be a dict


def read_item(ev: Interpreter, holder: Value, value: Value, node: ast.Subscript, frame: Frame) -> None:
    """An item of a dict is read inside of a trace; a name from outside of it holds the dict, which is no argument."""
    if type(node.value) is not ast.Name or not isinstance(node.slice, ast.Constant):
        return
    name = node.value.id
    if name in (frame.env or {}):
        return
    scope = frame.around(name)
    found = compiling(ev, _item(node.slice.value), frame)
    if found is None or found.trace.transform.filtered:
        return
    token, first, known = holder.token, value, constant_of(value)
    if isinstance(holder, Unknown):
        first = _first_item(ev, name, node.slice, frame) or holder
        found, token = replace(found, name=name + found.name), token_of(ev.top(frame.module))
        known = None  # what a registry has is what was put in at some time
    elif scope is None or scope.staging:
        return
    if token is not None and is_constant(ev, first):
        happens(ev, token, replace(found, value=known), frame, event_at(frame, node))


def _first_item(ev: Interpreter, name: str, key: ast.Constant, frame: Frame) -> Value | None:
    """What the dict or list that a module binds a name to, and no other object, has for an item when it is made."""
    module = frame.module
    if not frame.top and name in (frame.env or {}) or frame.around(name) is not None or name in module.reassigned:
        return None
    match module.bindings.get(name, ()):
        case [ast.Assign(targets=[ast.Name()], value=ast.Dict() as made)] | [ast.AnnAssign(value=ast.Dict() as made)]:
            written = [v for k, v in zip(made.keys, made.values, strict=True) if _is_key(k, key)]
        case [ast.Assign(targets=[ast.Name()], value=ast.List(elts=items))] if type(key.value) is int:
            written = items[key.value : key.value + 1] if key.value >= 0 else []
        case _:
            return None
    with ev.doubt():
        return ev.expression(written[-1], ev.top(module)) if written else None


def _is_key(node: ast.expr | None, key: ast.Constant) -> bool:
    return isinstance(node, ast.Constant) and _item(node.value) == _item(key.value)


def _item(key: object) -> str:
    return f"[{key!r}]"


def written_item(
    ev: Interpreter, holder: Value, key: Value | None, value: Value, node: ast.Subscript, frame: Frame
) -> None:
    """An item of a dict is assigned: another one than it held."""
    if not isinstance(key, Constant) or not may_outdate(frame):
        return
    before, event = _held(holder, key), event_at(frame, node.slice)
    if before is not None and holder.token is not None and not is_same(before, value):
        assigned(ev, holder.token, Assigned(_item(key.value)), frame, event)
    if isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant):
        first = _first_item(ev, node.value.id, node.slice, frame)
        if first is not None:
            kind = Assigned(node.value.id + _item(key.value), constant_or_restored(ev, value, frame, node))
            assigned(ev, token_of(ev.top(frame.module)), kind, frame, event, not is_same(before or first, value))


def _held(holder: Value, key: Constant) -> Value | None:
    if not isinstance(holder, Container):
        return None
    if holder.kind == "list" and type(key.value) is int and 0 <= key.value < len(holder.items):
        return holder.items[key.value]
    return holder.items[holder.keys.index(key.value)] if holder.kind == "dict" and key.value in holder.keys else None

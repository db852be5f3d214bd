"""Items of dicts that a compiled function reads: constants of the program, whatever is put in their place later.

What a module's dict holds, functions cannot know where some of them change it. That it is one dict, and has that item,
they can: so the item is taken for a name of the module, `settings["rate"]`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.registries import Registry
from pytreelint.model.project.program import Definition, ModuleName
from pytreelint.model.syntax.free import captured_names
from pytreelint.model.types.compiled_in import (
    assigned,
    compiling,
    constant_of,
    happens,
    is_constant,
    is_same,
    may_outdate,
)
from pytreelint.model.types.given_again import is_given_again
from pytreelint.model.types.restored import constant_or_restored
from pytreelint.model.values.frame import token_of
from pytreelint.model.values.happenings import Assigned
from pytreelint.model.values.states import event_at
from pytreelint.model.values.value import Constant, Container, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

DICTS = frozenset([Container, Unknown, Registry])  # what a name holds that may be a dict


def read_item(ev: Interpreter, holder: Value, value: Value, node: ast.Subscript, frame: Frame) -> None:
    """An item of a dict is read inside of a trace; a name from outside of it holds the dict, which is no argument."""
    if not isinstance(node.slice, ast.Constant):
        return
    found = compiling(ev, _item(node.slice.value), frame)
    if found is None or found.trace.transform.filtered:
        return
    dict_ = _of_module(ev, node.value, frame)
    token, first, known = holder.token, value, constant_of(value)
    if dict_ is not None and (isinstance(holder, Unknown) or dict_.module is not frame.module):
        first = _first_item(ev, dict_, node.slice) or holder
        found, token = replace(found, name=dict_.name + found.name), token_of(ev.top(dict_.module))
        known = None  # what a registry has is what was put in at some time
    elif not _is_of_another(node.value, frame):
        return
    if token is not None and is_constant(ev, first):
        happens(ev, token, replace(found, value=known), frame, event_at(frame, node))


def _of_module(ev: Interpreter, node: ast.expr, frame: Frame) -> Definition | None:
    """The name of a module of the project that an expression reads: `SETTINGS`, imported or not, `config.SETTINGS`."""
    name = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(name, ast.Name):
        return None
    if not frame.top and name.id in (frame.env or {}) and not _is_free(name.id, frame):
        return None
    if frame.around(name.id) is not None:
        return None
    meaning = ev.program.resolve(frame.module, name.id)
    if isinstance(node, ast.Attribute):
        holder = ev.program.module(meaning.name) if isinstance(meaning, ModuleName) else None
        meaning = ev.program.resolve(holder, node.attr) if holder is not None else None
    found = meaning if isinstance(meaning, Definition) else None
    return found if found is not None and found.module.origin == "project" else None


def _is_of_another(node: ast.expr, frame: Frame) -> bool:
    """Whether a name is read that an activation around this one holds, which no transform stages."""
    if type(node) is not ast.Name or node.id in (frame.env or {}):
        return False
    scope = frame.around(node.id)
    return scope is not None and not scope.staging


def _is_free(name: str, frame: Frame) -> bool:
    """Whether a name that an activation holds is one of others, whose dict it has changed."""
    return frame.function is not None and name in captured_names(frame.function)


def _first_item(ev: Interpreter, defined: Definition, key: ast.Constant) -> Value | None:
    """What the dict or list that a module binds a name to, and no other object, has for an item when it is made."""
    if defined.name in defined.module.reassigned:
        return None
    match list(defined.bindings):
        case [ast.Assign(targets=[ast.Name()], value=ast.Dict() as made)] | [ast.AnnAssign(value=ast.Dict() as made)]:
            written = [v for k, v in zip(made.keys, made.values, strict=True) if _is_key(k, key)]
        case [ast.Assign(targets=[ast.Name()], value=ast.List(elts=items))] if type(key.value) is int:
            written = items[key.value : key.value + 1] if key.value >= 0 else []
        case _:
            return None
    with ev.doubt():
        return ev.expression(written[-1], ev.top(defined.module)) if written else None


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
    if not isinstance(value, Constant) and is_given_again(ev, node, before, frame):
        return
    if before is not None and holder.token is not None and not is_same(before, value):
        assigned(ev, holder.token, Assigned(_item(key.value)), frame, event)
    dict_ = _of_module(ev, node.value, frame) if isinstance(node.slice, ast.Constant) else None
    if dict_ is not None and isinstance(node.slice, ast.Constant):
        first = _first_item(ev, dict_, node.slice)
        if first is not None:
            kind = Assigned(dict_.name + _item(key.value), constant_or_restored(ev, value, frame, node))
            assigned(ev, token_of(ev.top(dict_.module)), kind, frame, event, not is_same(before or first, value))


def _held(holder: Value, key: Constant) -> Value | None:
    if not isinstance(holder, Container):
        return None
    if holder.kind == "list" and type(key.value) is int and 0 <= key.value < len(holder.items):
        return holder.items[key.value]
    return holder.items[holder.keys.index(key.value)] if holder.kind == "dict" and key.value in holder.keys else None

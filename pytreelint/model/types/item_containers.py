"""Whether an item of a container is one itself: `history["loss"]`, whose `append` keeps what it is given, and not
`optimizers["net"]`, whose `update` is a method of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import CONTAINERS
from pytreelint.model.syntax.walking import statements
from pytreelint.model.types.changers import as_made
from pytreelint.model.types.origins import origin
from pytreelint.model.values.value import Container, Library, Object, Unknown

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)


def without_subscripts(node: ast.expr) -> ast.expr:
    """The container that `history["loss"][0]` is an item of an item of."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def makes_container(ev: Interpreter, node: ast.expr | None, frame: Frame) -> bool:
    """Whether an expression is a display or a call that makes a container, such as `list()` or `defaultdict(list)`."""
    if isinstance(node, _DISPLAYS):
        return True
    called = ev.expression(node.func, frame) if isinstance(node, ast.Call) else None
    return isinstance(called, Library) and called.name in CONTAINERS


def is_item_container(ev: Interpreter, item: ast.expr, frame: Frame) -> bool:
    """Whether an item of a container is one; of a dict that functions fill, all that its module puts in says so."""
    found = ev.expression(item, frame)
    if not isinstance(found, Unknown):
        return isinstance(found, Container)
    holder = without_subscripts(item)
    match item:
        case ast.Call(func=ast.Attribute(attr="setdefault"), args=[_, default]):
            return makes_container(ev, default, frame)
        case ast.Call(func=ast.Attribute(value=inner)):
            holder = without_subscripts(inner)
    whole, home = origin(ev, holder, frame)
    instance = as_made(ev, whole.value, home) if isinstance(whole, ast.Attribute) else None
    top = ev.top(instance.cls.module if isinstance(instance, Object) else home.module)
    given = list(_given(top.module.tree, _name(whole)))
    put = [value for target, value in given if isinstance(target, ast.Subscript)]
    made = [value for target, value in given if not isinstance(target, ast.Subscript)]
    known = bool(put) or any(_holds_containers(ev, each, top) for each in made)
    return known and all(makes_container(ev, each, top) for each in put)


def _given(tree: ast.Module, name: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What statements assign to a name or attribute, or to items of it."""
    for each in statements(tree):
        match each:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets if _name(without_subscripts(target)) == name)
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _name(without_subscripts(target)) == name:
                yield target, value


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _holds_containers(ev: Interpreter, made: ast.expr, frame: Frame) -> bool:
    """Whether what is made holds containers: `defaultdict(list)`, `{"loss": []}`."""
    held = ev.expression(made, frame)
    parts = [*held.items, *([held.rest] if held.rest is not None else [])] if isinstance(held, Container) else []
    return bool(parts) and all(isinstance(each, Container) for each in parts)

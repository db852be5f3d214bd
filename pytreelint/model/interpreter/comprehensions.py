"""Comprehensions: item by item where the items are known, else with what any item may be."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.demands import tested
from pytreelint.model.algebra.narrowing import narrow, truth
from pytreelint.model.values.counting import through
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.turns import Turn, around_one, scope_of
from pytreelint.model.values.value import Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def collected(ev: Interpreter, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, frame: Frame) -> Value:
    """`[f(x) for x in xs]`, a set or a generator."""
    kind = {ast.SetComp: "set", ast.GeneratorExp: "iterator"}.get(type(node), "list")
    if len(node.generators) == 1:
        items = _one_by_one(ev, node, node.generators[0], node.elt, frame)
        if items is not None:
            return Container(kind, items)  # type: ignore[arg-type]
    scope = _scope(frame, node)
    _generators(ev, node.generators, scope)
    return Container(kind, (), (), ev.expression(node.elt, scope))  # type: ignore[arg-type]


_MOST_ITEMS = 8  # that a comprehension is followed through one by one; each costs what its expression does
_MOST_CHOSEN = 40  # where it chooses among names, as those of a class's fields, each costs next to nothing


def _one_by_one(
    ev: Interpreter, node: ast.expr, generator: ast.comprehension, element: ast.expr, frame: Frame
) -> tuple[Value, ...] | None:
    """The items of a comprehension over known ones; None where which of them it takes is not known."""
    source = ev.expression(generator.iter, frame)
    if not isinstance(source, Container) or source.rest is not None or source.kind == "dict":
        return None
    if len(source.items) > (_MOST_CHOSEN if isinstance(element, (ast.Name, ast.Attribute)) else _MOST_ITEMS):
        return None
    scope = _scope(frame, node)
    items = []
    for index, item in enumerate(source.items):
        scope.turn = Turn("loop", node, scope, frame.turn, index > 0)
        _assign(ev, generator.target, through(item, node), scope)
        chosen = [truth(ev.expression(test, scope)) for test in generator.ifs]
        if False in chosen:
            continue
        if None in chosen:
            return None
        items.append(ev.expression(element, scope))
    return tuple(items)


def mapping(ev: Interpreter, node: ast.DictComp, frame: Frame) -> Value:
    """`{k: f(k) for k in ks}`."""
    scope = _scope(frame, node)
    _generators(ev, node.generators, scope)
    return Container("dict", (), (), ev.expression(node.value, scope))


def _scope(frame: Frame, loop: ast.expr | None = None) -> Frame:
    scope = Frame(frame.module, {}, frame, frame.owner, frame.first, frame.depth)
    return scope_of(scope, frame, loop)


def _generators(ev: Interpreter, generators: list[ast.comprehension], scope: Frame) -> None:
    for generator in generators:
        element = subscripts.looped(ev, ev.expression(generator.iter, scope))
        loop = scope.turn.node if scope.turn is not None else generator
        _assign(ev, generator.target, through(element, loop), scope)
        for test in generator.ifs:
            tested(ev, test, "the `if` of a comprehension", scope)
            for name, value in narrow(ev, test, scope).items():
                scope.bind(name, value)
            scope.turn = around_one(test, scope)


def _assign(ev: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    from pytreelint.model.interpreter.assignments import assign

    assign(ev, target, value, frame)

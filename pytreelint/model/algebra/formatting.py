"""Formatting: number formats need the values that they write: `"%.2f" % x`, `"{:.2f}".format(x)`."""

from __future__ import annotations

import ast
import re
from string import Formatter
from typing import TYPE_CHECKING

from pytreelint.model.algebra.demands import demand
from pytreelint.model.values.value import Constant, Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

WHAT = "a format"
_PLACE = re.compile(r"%[-+ #0]*[\d.]*([a-zA-Z%])")
_NUMBERS = frozenset("diouxXeEfFgG")


def percent(ev: Interpreter, text: Value, node: ast.expr, given: Value, frame: Frame) -> None:
    """Emits the demands of `text % given`."""
    if not (isinstance(text, Constant) and isinstance(text.value, str)):
        return
    kinds = [kind for kind in _PLACE.findall(text.value) if kind != "%"]
    values = given.items if isinstance(given, Container) and given.kind == "tuple" else (given,)
    if len(kinds) == len(values):
        nodes = node.elts if isinstance(node, ast.Tuple) and len(node.elts) == len(values) else [node] * len(values)
        for kind, each, value in zip(kinds, nodes, values, strict=True):
            if kind in _NUMBERS:
                demand(ev, each, value, WHAT, frame, gradients=True)


def formatted(ev: Interpreter, text: Value, arguments: Arguments) -> None:
    """Emits the demands of `text.format(...)`."""
    if not (isinstance(text, Constant) and isinstance(text.value, str)):
        return
    try:
        places = list(Formatter().parse(text.value))
    except ValueError:
        return
    position = 0
    for _, name, spec, conversion in places:
        if name is None:
            continue
        value = arguments.get(int(name) if name.isdigit() else position if not name else -1, name)
        node = arguments.expression(int(name) if name.isdigit() else position if not name else -1, name)
        position += not name
        if value is not None and spec and not conversion:
            demand(ev, node, value, WHAT, arguments.frame, gradients=True)

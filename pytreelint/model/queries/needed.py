"""Whether Python needs the value of an attribute somewhere in a file: an `if`, a `range`, a shape, a bound of a slice.

A field that does cannot be traced: it must stay static, as a number or a tuple.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import (
    ARRAY_HOME,
    CHOOSES,
    NEEDING_METHODS,
    NEEDS_NUMBER,
    NEEDS_SHAPE,
    SHAPE_METHODS,
)
from pytreelint.knowledge.numpy_functions import NEEDS_NUMPY
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

_NEEDS = NEEDS_NUMBER | CHOOSES | NEEDS_NUMPY
_STATIC = frozenset({"shape", "ndim", "size", "dtype"})  # of a tracer as well


def needed_in_python(ev: Interpreter, module: ModuleInfo, name: str) -> bool:
    """Whether some read of an attribute of that name, on whatever object, needs its value."""
    reads = [each for each in occurrences(module.tree).attributes.get(name, ()) if isinstance(each.ctx, ast.Load)]
    return ev.answer((needed_in_python, module, name), lambda: any(_is_needed(ev, module, read) for read in reads))


def _is_needed(ev: Interpreter, module: ModuleInfo, read: ast.expr) -> bool:
    """Whether Python needs the value of an expression, or of what is computed from it in the same statement."""
    node: ast.AST = read
    for outer in outwards(module.tree, read):
        match outer:
            case ast.Attribute(attr=attribute):
                if attribute in _STATIC or attribute in NEEDING_METHODS:
                    return attribute in NEEDING_METHODS
            case ast.Slice() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                return test is node
            case ast.Call():
                answer = _given_to(ev, module, outer, node)
                if answer is not None:
                    return answer
            case ast.Compare(ops=ops):
                if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in ops):
                    return False
            case ast.keyword() | ast.Tuple() | ast.List() | ast.BinOp() | ast.UnaryOp() | ast.Subscript():
                pass
            case _:
                return False
        node = outer
    return False


def _given_to(ev: Interpreter, module: ModuleInfo, call: ast.Call, node: ast.AST) -> bool | None:
    """Whether a call needs what it is given; None where it gives an array again."""
    if call.func is node:
        return None  # a method of the value: `self.n.sum()`
    if isinstance(call.func, ast.Attribute) and call.func.attr in SHAPE_METHODS:
        return True
    with ev.aside():
        called = ev.expression(call.func, Frame(module, {}, top=True))
    if not isinstance(called, Library):
        return False
    if called.name in _NEEDS:
        return True
    if called.name in NEEDS_SHAPE:
        named = isinstance(node, ast.keyword) and node.arg in ("shape", "num", "reps", "num_classes")
        return named or call.args[NEEDS_SHAPE[called.name][0] :][:1] == [node]
    return None if called.name.startswith(ARRAY_HOME) else False

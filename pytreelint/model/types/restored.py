"""Whether what is assigned is another value than a name has held, that value once more, or computed of it."""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import RENEWS
from pytreelint.model.syntax.free import bound_names, is_steady
from pytreelint.model.syntax.loop_items import targets_of
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.value import DYNAMIC, Constant, Library, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def constant_or_restored(ev: Interpreter, value: Value, frame: Frame, node: ast.AST) -> Value | None:
    """The constant that is assigned; `DYNAMIC` where it may be what stood there before: `saved = lr`, `lr = saved`."""
    if isinstance(value, Constant):
        return value
    holder = next((each for each in outwards(frame.module.tree, node) if isinstance(each, ast.stmt)), None)
    if not isinstance(value, Unknown) or value.reason != "global":
        return DYNAMIC if _is_once_more(holder, frame) else None
    return None if isinstance(holder, ast.AugAssign) or _goes_on(ev, holder, frame) else DYNAMIC


def _is_once_more(holder: ast.stmt | None, frame: Frame) -> bool:
    """Whether each pass of the loops around an assignment computes the same: `rate = base * 1.0`."""
    if not isinstance(holder, ast.Assign):
        return False
    around = takewhile(lambda each: not isinstance(each, FUNCTIONS), outwards(frame.module.tree, holder))
    loops = [each for each in around if isinstance(each, (ast.For, ast.AsyncFor, ast.While))]
    names = {each.id for each in inside(holder.value) if isinstance(each, ast.Name)}
    return bool(loops) and all(
        is_steady(holder.value, loop) and names.isdisjoint(bound_names(targets_of(loop))) for loop in loops
    )


def _goes_on(ev: Interpreter, holder: ast.stmt | None, frame: Frame) -> bool:
    """Whether a name gets what is computed of what it has held, and no copy: `x = 2 * x`, `x = x.at[0].set(1.0)`."""
    if not isinstance(holder, ast.Assign) or not isinstance(first := holder.targets[0], (ast.Name, ast.Subscript)):
        return False
    names = {each.id for each in inside(holder.value) if isinstance(each, ast.Name)}
    target = first if isinstance(first, ast.Name) else first.value
    if not isinstance(target, ast.Name) or target.id not in names:
        return False
    match holder.value:
        case ast.BinOp():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Attribute(attr="at")), attr=name)):
            return name != "get"
        case ast.Call(func=ast.Name() | ast.Attribute() as called):
            with ev.aside():
                function = ev.expression(called, frame)
            return isinstance(function, Library) and function.name in RENEWS
    return False

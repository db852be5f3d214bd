"""Whether a call is only timed: a clock is read beside it, and it is made again and again with the very same arguments.

It gives the same each time, whatever it draws; a program that steps on hands on what changes.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import CLOCKS
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.queries.compared import SCOPES
from pytreelint.model.syntax.free import bindings
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.unread import ends_waiting, waited_for
from pytreelint.model.syntax.variables import assigned, variable
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.states import Event

_LAST = {clock.rpartition(".")[2] for clock in CLOCKS}
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.GeneratorExp)


def are_timed(model: Model, before: Event, again: Event) -> bool:
    """Whether two events are one call, as it is written, that a function repeats beside a clock."""
    module = before.module
    if again.module is not module:
        return False
    one, two = ([*around(module.tree, each.node), each.node] for each in (before, again))
    call, later = nearest(one, ast.Call), nearest(two, ast.Call)
    scope = nearest(one, SCOPES) or module.tree
    if call is None or later is None or scope is not (nearest(two, SCOPES) or module.tree):
        return False
    if ast.dump(call) != ast.dump(later) or (call is later and nearest(one, _LOOPS) is None):
        return False
    if not (_is_left_alone(one) and _is_left_alone(two)):
        return False
    if again.inner is None and _is_used(module, two, later):
        return False  # a draw that something is made of
    names = {each.id for each in walk(call) if isinstance(each, ast.Name)}
    bound = bindings(scope)
    if not all(_is_steady(module, bound.get(name, []), two) for name in names):
        return False
    return any(_is_clock(model, module, each) for each in walk(scope) if isinstance(each, ast.Call))


def _is_left_alone(outer: list[ast.AST]) -> bool:
    """Whether a statement does nothing with the result of the innermost call but wait for it and give it a name."""
    statement, call = nearest(outer, ast.stmt), nearest(outer, ast.Call)
    return isinstance(statement, (ast.Assign, ast.Expr)) and waited_for(statement.value) is call


def _is_used(module: ModuleInfo, outer: list[ast.AST], call: ast.Call) -> bool:
    """Whether something in the loop around a call reads the names that its result gets, and not only waits for them."""
    statement, loop = nearest(outer, ast.stmt), nearest(outer, _LOOPS)
    if not isinstance(statement, ast.Assign) or loop is None:
        return False
    names = {name for target in statement.targets for name in assigned(target)}
    read = [each for each in walk(loop) if variable(each) in names and isinstance(getattr(each, "ctx", None), ast.Load)]
    own = set(walk(call))
    return any(each not in own and not _is_awaited(module, each) for each in read)


def _is_awaited(module: ModuleInfo, name: ast.AST) -> bool:
    """Whether something only waits for what a variable holds."""
    outer = [*around(module.tree, name)]
    called = nearest(outer, ast.Call)
    return called is not None and outer[-1] in (called, called.func) and ends_waiting(called.func)


def _is_steady(module: ModuleInfo, bound: list[ast.AST], outer: list[ast.AST]) -> bool:
    """Whether a name is bound once at most, and not in a loop around a place."""
    loops = [each for each in outer if isinstance(each, _LOOPS)]
    inside = (loop in (each, *around(module.tree, each)) for each in bound for loop in loops)
    return len(bound) < 2 and not any(inside)


def _is_clock(model: Model, module: ModuleInfo, call: ast.Call) -> bool:
    """Whether a clock is read by a call."""
    if getattr(call.func, "attr", getattr(call.func, "id", "")) not in _LAST:
        return False
    with model.aside():
        clock = model.expression(call.func, frame_at(model, module, call))
    return isinstance(clock, Library) and clock.name in CLOCKS

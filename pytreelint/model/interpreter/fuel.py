"""Fuel: how many expressions an entry and a call may take, and which of them ran out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.text.place import RanOut

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.value import Function

ENTRY_STEPS = 12_000
"""Expressions per entry, some 40 ms: four calls of the longest kind. With fewer, the last statements of long scripts
are not evaluated; with more, a run takes longer on them alone."""

ONCE_STEPS = 6_000
"""Expressions for what is worked out once and remembered: the value of a module's name, a class. With fewer, names
that long tables are bound to are unknown; with more, packages full of such tables take longer."""

CALL_STEPS = 3_000
"""Expressions for one call. With fewer, less is known of what deep helpers return; with more, entries that make many
long calls take longer, and what they call is evaluated as an entry of its own besides."""

LIBRARY_STEPS = 1_500
"""Expressions for a call into the source of a library, where no finding stands: only its result counts."""

TIRED_AFTER, TIRED_STEPS = 2, 150
"""A function of a library that was cut short so often gets so few expressions from then on in the same file: whatever
took it that far, its results were unknown. With fewer calls before that, one long call would hide short ones."""

STEPS_PER_LINE = 12
"""Expressions that a call leaves its caller for each of the caller's lines, so that the statements after a call that
was cut short are evaluated: a line has six on average, and calls something. With more, chains of long functions are
cut short earlier; with fewer, the calls after such a chain are."""

WORTH_ANOTHER = 2
"""A call that was cut short is made again for so many times the fuel. With less, it is made again and again for a few
expressions more; with more, what an early call of low fuel hides stays hidden."""


def allowance(ev: Evaluator, function: Function, caller: Frame) -> int:
    """The steps that there are for a call; the entry itself, which nobody calls, may take all."""
    left = ev.limit - ev.steps
    if not ev.shares or is_entry(caller):
        return left
    return min(_share(ev, function), max(left - _own_steps(caller), left // 2))


def is_entry(caller: Frame) -> bool:
    """Whether what is called from here is an entry: a function of which no caller is known."""
    return not caller.depth and caller.turn is not None and caller.turn.kind == "entry"


def _share(ev: Evaluator, function: Function) -> int:
    if function.module.origin == "project":
        return CALL_STEPS
    return TIRED_STEPS if ev.cut_short.get(function.node, 0) >= TIRED_AFTER else LIBRARY_STEPS


def _own_steps(caller: Frame) -> int:
    """What the text of a caller may still take: of a module's statements, or an entry, anything."""
    node = caller.function
    entered = caller.back is not None and is_entry(caller.back[0])
    if entered or not isinstance(node, (ast.stmt, ast.expr)) or node.end_lineno is None:
        return ENTRY_STEPS
    return (node.end_lineno - node.lineno + 1) * STEPS_PER_LINE


def note(ev: Evaluator, module: ModuleInfo, node: ast.stmt | ast.Lambda, called: bool) -> None:
    """Remember what was not evaluated to its end; an entry counts for more than a call."""
    if node not in ev.ran_out or (ev.ran_out[node].called and not called):
        name = getattr(node, "name", "a lambda" if isinstance(node, ast.Lambda) else "a module's statement")
        ev.ran_out[node] = RanOut(module.source.path, node.lineno, name, called)


def note_cut(ev: Evaluator, function: Function, fuel: int, caller: Frame) -> None:
    """A function was not evaluated to its end, with as much fuel as it had."""
    if fuel < _share(ev, function):
        ev.starved += 1
    if is_entry(caller):
        return
    if function.module.origin == "project":
        note(ev, function.module, function.node, called=True)
    elif fuel > TIRED_STEPS:
        ev.cut_short[function.node] = ev.cut_short.get(function.node, 0) + 1

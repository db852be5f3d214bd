"""Fuel: how many expressions a call may take of its entry's, and what ran out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.walking import is_text
from pytreelint.model.text.place import RanOut
from pytreelint.model.values.cut_calls import cut_call
from pytreelint.model.values.limits import (
    CALL_STEPS,
    ENTRY_LINES,
    ENTRY_STEPS,
    LIBRARY_STEPS,
    STEPS_PER_LINE,
)
from pytreelint.model.values.value import Function, Object, Transformed

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def allowance(ev: Interpreter, function: Function, arguments: Arguments) -> int:
    """The steps that there are for a call; what nobody calls may take all: an entry, a constructor for its class."""
    left, caller = ev.bounds.limit - ev.bounds.steps, arguments.frame
    if not ev.bounds.shares or is_entry(caller) or arguments.entry:
        return left
    return min(_share(function), max(left - _own_steps(caller), left // 2))


def is_too_little(ev: Interpreter, function: Function, fuel: int) -> bool:
    """Whether a call with so many steps is not begun, as it would be cut short: it takes one for each line of code.

    A function of another file that was cut short twice takes more than it then had, whatever it is given.
    """
    return fuel < _lines(function.node) or fuel <= ev.bounds.cut_short.get(function.node, (0, 0))[0]


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> int:
    if isinstance(node, ast.Lambda):
        return 1
    first = node.body[1] if len(node.body) > 1 and is_text(node.body[0]) else node.body[0]
    return (node.end_lineno or first.lineno) - first.lineno + 1


def entered_lines(node: ast.stmt | ast.Lambda | None) -> int:
    """The lines of a function that is entered, as far as they count."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.end_lineno is None:
        return 0
    return min(node.end_lineno - node.lineno + 1, ENTRY_LINES)


def is_entry(caller: Frame) -> bool:
    """Whether what is called from here is an entry: a function of which no caller is known."""
    return not caller.depth and caller.region is not None and caller.region.kind == "entry"


def _share(function: Function) -> int:
    return CALL_STEPS if function.module.origin == "project" else LIBRARY_STEPS


def _own_steps(caller: Frame) -> int:
    """What the text of a caller may still take: of a module's statements, or an entry, anything."""
    node = caller.function
    entered = caller.back is not None and is_entry(caller.back[0])
    if entered or not isinstance(node, (ast.stmt, ast.expr)) or node.end_lineno is None:
        return ENTRY_STEPS
    return (node.end_lineno - node.lineno + 1) * STEPS_PER_LINE


def note(ev: Interpreter, module: ModuleInfo, node: ast.stmt | ast.Lambda, called: bool) -> None:
    """Remember what was not evaluated to its end; an entry counts for more than a call."""
    if node not in ev.bounds.ran_out or (ev.bounds.ran_out[node].called and not called):
        name = getattr(node, "name", "a lambda" if isinstance(node, ast.Lambda) else "a module's statement")
        ev.bounds.ran_out[node] = RanOut(module.source.path, node.lineno, name, called)


def note_cut(ev: Interpreter, function: Function, fuel: int, arguments: Arguments) -> None:
    """A function was not evaluated to its end, with as much fuel as it had."""
    caller = arguments.frame
    _note_worth_again(ev, function, arguments)
    if fuel < _share(function):
        ev.bounds.starved += 1
    if is_entry(caller):
        return
    if function.module.origin == "project":
        note(ev, function.module, function.node, called=True)
    if function.module is not ev.judged and not is_too_little(ev, function, fuel):
        less, most = ev.bounds.cut_short.get(function.node, (0, 0))
        ev.bounds.cut_short[function.node] = (max(less, min(fuel, most)), max(fuel, most))


def note_short(ev: Interpreter, function: Function, fuel: int, arguments: Arguments, starved: bool) -> bool:
    """Whether a call was cut short, or one that it has made (`starved`), which is noted."""
    if arguments.cut:
        note_cut(ev, function, fuel, arguments)
    elif starved and arguments.traced_by and fuel < CALL_STEPS:
        _note_worth_again(ev, function, arguments)
    return arguments.cut or starved


def _note_worth_again(ev: Interpreter, function: Function, arguments: Arguments) -> None:
    """A call was cut short, or a traced one has made such a call: with more fuel it may tell more."""
    worth, again = arguments.traced_by or _may_donate(arguments), ev.bounds.cut_in_traces
    if not worth or function.module.origin != "project" or function.node in again:
        return
    if not _is_supposed(ev, arguments.frame):
        again[function.node] = cut_call(function, arguments, ev.switches)


def _may_donate(arguments: Arguments) -> bool:
    """Whether a call is given a compiled function that was told to donate, or holds one: a loop that others run."""
    held = [*arguments.values]
    held += [part for value in arguments.values if isinstance(value, Object) for _, part in value.fields]
    given = [value for value in held if isinstance(value, Transformed)]
    return any(each.option(keyword) is not None for each in given for keyword in each.transform.donate_params)


def _is_supposed(ev: Interpreter, caller: Frame) -> bool:
    """Whether a call is made under a test that says something of what it is given, or on trial."""
    if caller.guarded or ev.supposed is not None or any(ev.events.doubting):
        return True
    frame: Frame | None = caller
    while frame is not None:
        if frame.switches:
            return True
        frame = frame.back[0] if frame.back is not None else None
    return False

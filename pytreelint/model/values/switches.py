"""Names that a test asks and that nothing rebinds: in its branches, and in what these call, it has the same answer.

    def step(state):  # in a function with a parameter `verbose`
        if verbose:
            print(f"{state.cost:.3f}")
    ...
    if verbose:
        state = step(state)
    else:
        state = jax.lax.while_loop(going, step, state)  # never prints

They are names of a module, parameters, and variables of the environment: `"DEBUG" in os.environ`. What is asked before
a wrapper is made is known in what the wrapper traces, see `chosen_wrappers`.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.parameters import steady_parameters
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values import chosen_wrappers
from pytreelint.model.values.frame import Frame

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Interpreter

# Whose words are asked: of a module, of an activation whose parameter it is, or see `chosen_wrappers`; and the words.
Switch = tuple[object, str]
_TREES = 16  # whose switches are held at a time
_EQUALS = " == "
_ENVIRONMENT = "os.environ"  # in the place of a module: the variables that are set


def switch_of(test: ast.expr, frame: Frame) -> tuple[Switch | None, bool]:
    """The name that a test asks, and the outcome of the test where that is true."""
    outcome = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    if not isinstance(test, ast.Name):
        return _variable(test, outcome, frame.module) if isinstance(test, ast.Compare) else (None, outcome)
    if frame.find(test.id) is None:
        return (frame.module.name, test.id), outcome
    holder: Frame | None = frame
    while holder is not None and test.id not in steady_parameters(holder.function):
        if holder.env is None or test.id in holder.env:
            return None, outcome
        holder = holder.parent
    return (holder, test.id) if holder is not None else None, outcome


def _variable(test: ast.Compare, outcome: bool, module: ModuleInfo) -> tuple[Switch | None, bool]:
    """The variable of the environment that `"DEBUG" in os.environ` asks for."""
    name, operator = test.left, test.ops[0]
    if len(test.ops) == 1 and isinstance(operator, (ast.In, ast.NotIn)) and isinstance(name, ast.Constant):
        if isinstance(name.value, str) and _imported(test.comparators[0], module) == _ENVIRONMENT:
            return (_ENVIRONMENT, name.value), outcome is isinstance(operator, ast.In)
    return None, outcome


def _imported(node: ast.expr, module: ModuleInfo) -> str:
    """The full name of what an expression takes from a module that is imported, by whatever name; else ""."""
    if isinstance(node, ast.Attribute):
        holder = _imported(node.value, module)
        return f"{holder}.{node.attr}" if holder else ""
    bindings = module.bindings.get(node.id, ()) if isinstance(node, ast.Name) else ()
    names = [f"{each.module}.{each.attribute or ''}".rstrip(".") for each in bindings if isinstance(each, Import)]
    return names[0] if len(names) == len(bindings) == 1 else ""


def known_at(site: ast.expr, module: ModuleInfo) -> tuple[tuple[Switch, bool], ...]:
    """What the tests around a place of a module say of switches that no function turns."""
    return module.answer((known_at, site), lambda: _known_at(site, module))


def known_at_call(call: ast.AST, module: ModuleInfo) -> tuple[tuple[Switch, bool], ...]:
    """The same of the place where a wrapper is called: `run(state) if self.compiled else self.step(state)`."""
    return known_at(call, module) if isinstance(call, ast.Call) else ()


def _known_at(site: ast.expr, module: ModuleInfo) -> tuple[tuple[Switch, bool], ...]:
    place = chosen_wrappers.place_of(site, module)
    found: list[tuple[Switch, bool]] = list(chosen_wrappers.known_in(place, module))
    for test, came_out, _ in place.tests:
        for each, outcome in chosen_wrappers.implied(test, came_out):
            switch, set_ = _variable(each, True, module) if isinstance(each, ast.Compare) else (None, True)
            found += [(switch, outcome is set_)] if switch is not None else []
    return tuple(each for each in found if not _may_turn(each[0], module))


def _may_turn(switch: Switch, module: ModuleInfo) -> bool:
    return isinstance(switch[0], str) and switch[1].partition(".")[0] in _turned(module.tree)


def is_turned(switch: Switch | None, frame: Frame) -> bool:
    """Whether functions of the module turn a switch: whoever does may do so where nothing is traced, to debug it."""
    return switch is not None and isinstance(switch[0], str) and switch[1] in _turned(frame.module.tree)


@lru_cache(maxsize=_TREES)
def _turned(tree: ast.Module) -> frozenset[str]:
    """The names that functions rebind in their module."""
    return frozenset(name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names)


class supposing:  # noqa: N801  a context manager, as `running`
    """Run a branch in which a switch is known."""

    __slots__ = ("_before", "_holder")

    def __init__(self, ev: Interpreter, switch: Switch | None, on: bool) -> None:
        holder = switch[0] if switch is not None and isinstance(switch[0], Frame) else ev
        self._holder, self._before = holder, holder.switches
        if switch is not None:
            holder.switches = (*holder.switches, (switch, on))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._holder.switches = self._before


def suppose_on(switch: Switch | None, on: bool, frame: Frame) -> None:
    """Notes what a parameter is after a branch of the function's own body has returned, for the rest of it."""
    if switch is not None and switch[0] is frame and (frame.region is None or frame.region.frame is not frame):
        frame.switches = (*frame.switches, (switch, on))


def known(ev: Interpreter, switch: Switch | None) -> bool | None:
    """What a switch is, where an outer test has asked it."""
    if switch is None:
        return None
    asked = switch[0].switches if isinstance(switch[0], Frame) else ev.switches
    return next((on for each, on in asked if each == switch), None)


def answer(ev: Interpreter, test: ast.expr, frame: Frame) -> bool | None:
    """How a test comes out, where an outer one has asked the same."""
    return answer_of(ev, test, frame, *switch_of(test, frame))


def answer_of(ev: Interpreter, test: ast.expr, frame: Frame, switch: Switch | None, outcome: bool) -> bool | None:
    """The same of a test whose switch is known; what chose a wrapper is asked by more than a name."""
    on = known(ev, switch)
    if on is None and ev.switches:
        switch, outcome = chosen_wrappers.asked(test, frame)
        on = known(ev, switch) if switch is not None and not isinstance(switch[0], Frame) else None
        if on is None and switch is not None and _is_other(ev, switch):
            on = False
    if on is None and isinstance(test, ast.BoolOp) and (ev.switches or frame.switches):
        decides = isinstance(test.op, ast.Or)  # one that is true is enough; of an `and`, one that is false
        answers = [answer(ev, each, frame) for each in test.values]
        return decides if decides in answers else None if None in answers else not decides
    return None if on is None else on is outcome


def _is_other(ev: Interpreter, switch: Switch) -> bool:
    """Whether what is compared with a constant is known to be another one."""
    held, _, constant = switch[1].partition(_EQUALS)
    same = f"{held}{_EQUALS}"
    return bool(constant) and any(on and each[0] == switch[0] and each[1].startswith(same) for each, on in ev.switches)

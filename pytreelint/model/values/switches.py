"""Names that a test asks and that nothing rebinds: in its branches, and in what these call, it has the same answer.

    def step(state):  # in a function with a parameter `verbose`
        if verbose:
            print(f"{state.cost:.3f}")
    ...
    if verbose:
        state = step(state)
    else:
        state = jax.lax.while_loop(going, step, state)  # never prints

They are names of a module, and parameters.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.syntax.parameters import steady_parameters
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

Switch = tuple["str | Frame", str]  # the module, or the activation whose parameter it is, and the name
_TREES = 16  # whose switches are held at a time


def switch_of(test: ast.expr, frame: Frame) -> tuple[Switch | None, bool]:
    """The name that a test asks, and the outcome of the test where that is true."""
    outcome = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    if not isinstance(test, ast.Name):
        return None, outcome
    if frame.find(test.id) is None:
        return (frame.module.name, test.id), outcome
    holder: Frame | None = frame
    while holder is not None and test.id not in steady_parameters(holder.function):
        if holder.env is None or test.id in holder.env:
            return None, outcome
        holder = holder.parent
    return (holder, test.id) if holder is not None else None, outcome


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
        holder = ev if switch is None or isinstance(switch[0], str) else switch[0]
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
    asked = ev.switches if isinstance(switch[0], str) else switch[0].switches
    return next((on for each, on in asked if each == switch), None)


def answer(ev: Interpreter, test: ast.expr, frame: Frame) -> bool | None:
    """How a test comes out, where an outer one has asked the same."""
    switch, outcome = switch_of(test, frame)
    on = known(ev, switch)
    return None if on is None else on is outcome

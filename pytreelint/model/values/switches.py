"""Module-level names that a test asks: in its branches, and in what these call, the same test has the same answer."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

Switch = tuple[str, str]  # module and name
_TREES = 16  # whose switches are held at a time


def switch_of(test: ast.expr, frame: Frame) -> tuple[Switch | None, bool]:
    """The module-level name that a test asks, and the outcome of the test where that is true."""
    outcome = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    if isinstance(test, ast.Name) and frame.find(test.id) is None:
        return (frame.module.name, test.id), outcome
    return None, outcome


def is_turned(switch: Switch | None, frame: Frame) -> bool:
    """Whether functions of the module turn a switch: whoever does may do so where nothing is traced, to debug it."""
    return switch is not None and switch[1] in _turned(frame.module.tree)


@lru_cache(maxsize=_TREES)
def _turned(tree: ast.Module) -> frozenset[str]:
    """The names that functions rebind in their module."""
    return frozenset(name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names)


class supposing:  # noqa: N801  a context manager, as `running`
    """Run a branch in which a switch is known."""

    __slots__ = ("_before", "_ev")

    def __init__(self, ev: Interpreter, switch: Switch | None, on: bool) -> None:
        self._ev, self._before = ev, ev.switches
        if switch is not None:
            ev.switches = (*ev.switches, (switch, on))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._ev.switches = self._before


def known(ev: Interpreter, switch: Switch | None) -> bool | None:
    """What a switch is, where an outer test has asked it."""
    return next((on for each, on in ev.switches if each == switch), None) if switch is not None else None

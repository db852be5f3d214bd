"""Where the work stops: the fuel of the present entry, how deep it is, and what ran out."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NoReturn

from pytreelint.model.values.limits import ENTRY_STEPS, NESTED_CALLS, NESTED_SYNTAX, ONCE_STEPS, STEPS_PER_ENTRY_LINE

if TYPE_CHECKING:
    from pytreelint.model.text.place import RanOut
    from pytreelint.model.values.cut_calls import CutCall
    from pytreelint.model.values.frame import Frame


class Bounds:
    """The fuel and depth that an evaluator has left.

    Attributes:
        steps, limit: expressions that were evaluated since the entry began, and how many may be.
        shares: no call takes all of the fuel.
        nested_calls: how deep calls may go.
        ran_out: what was not evaluated to its end.
        starved: calls that were cut short and would not have been, had their callers had more.
        cut_short: functions of other files that ran out, with the two largest fuels that they had then.
        asked_before: of a call that is made again as it was cut short, what may have been asked before it was traced.
        cut_in_traces: traced calls that were cut short, and those that may donate, by their functions.
        in_vain: abstract methods of which no implementation told what they give: of unknown arguments (1), of any (2);
            traced, where operations on what is not known give arrays, and not.
        levels: expressions and bodies that are being evaluated, each inside of the one before it.
        nesting: definitions that are being worked out, each for the one before it.
        unsettled: names, classes and instances that are being worked out: what asks for them meanwhile hears less.
        active: what is being worked out: what asks for itself is unknown.
        running: the activations of functions that read no names around them, by what they were given.
        activations: how often each function is active, with what it closes over.
        walked: parts of the large trees that transforms met.
    """

    nested_calls = NESTED_CALLS

    def __init__(self, shares: bool = True) -> None:
        self.steps, self.limit = 0, ENTRY_STEPS
        self.shares = shares
        self.ran_out: dict[ast.AST, RanOut] = {}
        self.starved = 0
        self.cut_short: dict[ast.AST, tuple[int, int]] = {}
        self.asked_before: frozenset[str] = frozenset()
        self.cut_in_traces: dict[ast.AST, CutCall] = {}
        self.in_vain: dict[tuple[ast.AST, bool], int] = {}
        self.levels = 0
        self.nesting = 0
        self.unsettled = 0
        self.active: set[object] = set()
        self.running: dict[object, Frame] = {}
        self.activations: dict[tuple[ast.AST, Frame | None], int] = {}
        self.walked = 0

    @property
    def exhausted(self) -> bool:
        """Whether this entry, or the call that it is in, has used up its steps."""
        return self.steps > self.limit

    def refuse(self) -> NoReturn:
        """Gives up: there are more than NESTED_SYNTAX `levels`, which whoever enters one counts."""
        raise RecursionError(f"more than {NESTED_SYNTAX} levels of syntax inside of each other")

    def refuel(self, lines: int = 0) -> None:
        """Sets the fuel to that of a new entry; `lines`: those of a function."""
        self.steps, self.limit = 0, ENTRY_STEPS + lines * STEPS_PER_ENTRY_LINE

    def at_most(self, steps: int) -> AbstractContextManager[None]:
        """Gives no more of the fuel than so many steps."""
        return _AtMost(self, steps)

    def settling(self) -> AbstractContextManager[None]:
        """Works out what others may ask for meanwhile, and then get a part of, or nothing."""
        return _Settling(self)

    def own_fuel(self) -> AbstractContextManager[None]:
        """Gives own fuel to a result that is remembered: it must not depend on the fuel left in an entry."""
        return _OwnFuel(self)


class _AtMost:
    __slots__ = ("_bounds", "_limit", "_steps")

    def __init__(self, bounds: Bounds, steps: int) -> None:
        self._bounds, self._steps = bounds, steps

    def __enter__(self) -> None:
        bounds = self._bounds
        self._limit = bounds.limit
        bounds.limit = min(bounds.limit, bounds.steps + self._steps)

    def __exit__(self, *_: object) -> None:
        self._bounds.limit = self._limit


class _Settling:
    __slots__ = ("_bounds",)

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds

    def __enter__(self) -> None:
        self._bounds.unsettled += 1

    def __exit__(self, *_: object) -> None:
        self._bounds.unsettled -= 1


class _OwnFuel:
    __slots__ = ("_bounds", "_limit", "_spent")

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds

    def __enter__(self) -> None:
        bounds = self._bounds
        self._spent, self._limit = bounds.steps, bounds.limit
        bounds.steps, bounds.limit = 0, ONCE_STEPS

    def __exit__(self, *_: object) -> None:
        self._bounds.steps, self._bounds.limit = self._spent, self._limit

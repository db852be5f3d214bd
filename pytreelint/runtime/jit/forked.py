"""Programs that several functions share, until one of these functions reads something else.

For `jax.jit` a function is itself: calls like those that were traced find their trace, and others are traced with what
the function reads now. A program that several functions share does the same for each of them: when one has changed, the
program is closed, that is never traced again; the function gets a program of its own, and those that still read what
they did a new one, both behind the closed one.
"""

from __future__ import annotations

from typing import Any

import jax

from pytreelint.runtime.jit.functions import Function
from pytreelint.runtime.jit.plan import Family
from pytreelint.runtime.jit.program import Body, ChangedError

# So many closed programs are tried before the open one; older ones are traced again.
_MOST_CLOSED = 8
# For so many types of arrays it is remembered which program runs them.
_MOST_KNOWN = 256


class Program:
    """A jitted function of the arrays, and what it traces.

    Attributes:
        run: From `jax.jit`; called with the arrays.
        body: What is traced.
        closed: Programs that are tried first.
        families: Those that have a plan of it, by identity.
    """

    __slots__ = ("body", "closed", "families", "run")

    def __init__(self, run: Any, body: Body, closed: tuple[Any, ...] = ()) -> None:
        self.body = body
        self.closed = closed
        self.families: dict[int, Family] = {}
        self.run: Any = Behind((*closed, run)) if closed else run

    def present(self, functions: tuple[Function, ...]) -> None:
        """Name the static functions of the present call to a trace."""
        self.body.functions = functions

    def drop_plans(self, keys: tuple[Any, ...]) -> None:
        """Let its plans go, which would keep it alive.

        Args:
            keys: What they are filed by.
        """
        for family in self.families.values():
            plan = family.plans.get(keys)
            if plan is not None and plan.program is self:
                del family.plans[keys]

    def close(self) -> tuple[Any, ...]:
        """Let the program be traced no more.

        Returns:
            The closed programs: those before it, and itself.
        """
        self.body.is_closed = True
        own = self.run.programs[-1] if self.closed else self.run
        return (*self.closed, own)[-_MOST_CLOSED:]

    def clear_cache(self) -> None:
        """Forget what was traced."""
        self.run.clear_cache()


class Behind:
    """Closed programs and an open one: the first that was traced for such arrays is run."""

    __slots__ = ("_known", "programs")

    def __init__(self, programs: tuple[Any, ...]) -> None:
        self.programs = programs
        # Which program it was, by the types of the arrays: to ask a closed one in vain takes most of a trace.
        self._known: dict[Any, Any] = {}

    def __call__(self, *arrays: Any) -> Any:
        """Run it."""
        types = tuple(map(jax.typeof, arrays))
        known = self._known.get(types)
        if known is not None:
            try:
                return known(*arrays)
            except ChangedError:
                del self._known[types]
        return self._first("__call__", arrays, types)

    def trace(self, *arrays: Any) -> Any:
        """As that of `jax.jit`."""
        return self._first("trace", arrays)

    def eval_shape(self, *arrays: Any) -> Any:
        """As that of `jax.jit`."""
        return self._first("eval_shape", arrays)

    def _first(self, what: str, arrays: tuple[Any, ...], types: Any = None) -> Any:
        *closed, program = self.programs
        for earlier in closed:
            try:
                out = getattr(earlier, what)(*arrays)
            except ChangedError as changed:
                if not changed.body.is_closed:
                    raise
            else:
                return self._remember(types, earlier, out)
        return self._remember(types, program, getattr(program, what)(*arrays))

    def _remember(self, types: Any, program: Any, out: Any) -> Any:
        if types is not None and len(self._known) < _MOST_KNOWN:
            self._known[types] = program
        return out

    def clear_cache(self) -> None:
        """As that of `jax.jit`."""
        self._known.clear()
        for program in self.programs:
            program.clear_cache()

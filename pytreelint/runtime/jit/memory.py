"""What is remembered for one function: calls by structure, programs by name; the least recently used are dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pytreelint.runtime.jit.forked import Program
from pytreelint.runtime.jit.functions import is_gone, renamed
from pytreelint.runtime.jit.plan import Family, Plan
from pytreelint.runtime.jit.program import Body
from pytreelint.runtime.keys.identity import IdentityKey

T = TypeVar("T")

# Beyond so many entries, as many as `jax.jit` keeps, the oldest is dropped: static leaves may be garbage.
_MOST = 4096
# Programs of functions that are gone are looked for when so large a share of all (one in eight) is new.
_SHARE = 8


class Memory:
    """The families and programs of a core.

    Args:
        on_forget: Called with the body of each program whose plans are forgotten.

    Attributes:
        families: By structure and types of the leaves.
        programs: By name: structure, positions of static leaves, and the keys of these.
    """

    def __init__(self, on_forget: Callable[[Body], None]) -> None:
        self.families: dict[Any, Family] = {}
        self.programs: dict[Any, Program] = {}
        self._on_forget = on_forget
        self._closed: dict[Any, tuple[Any, ...]] = {}
        self._filed = 0
        self._lock = threading.Lock()

    def every_program(self) -> list[Program]:
        """Those that are kept."""
        with self._lock:
            return list(self.programs.values())

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self.families.clear()
            self.programs.clear()
            self._closed.clear()

    def keep_family(self, key: Hashable, family: Family) -> Family:
        """Remember a family, unless another thread has remembered one of its key."""
        return self._keep(self.families, key, family)

    def keep_plan(self, family: Family, keys: tuple[Any, ...], plan: Plan) -> None:
        """Remember a plan by its static values."""
        with self._lock:
            family.plans.pop(keys, None)
            plan.program.families[id(family)] = family
        self._keep(family.plans, keys, plan)

    def file(self, name: Hashable, program: Program) -> Program:
        """Remember a program, and forget those of functions that are gone."""
        program = self._keep(self.programs, name, program)
        with self._lock:
            self._filed += 1
            # To look through all of them each time would take longer than to trace.
            if self._filed * _SHARE >= len(self.programs):
                self._filed = 0
                for memory in (self.programs, self._closed):
                    for other in [other for other in memory if is_gone(other)]:
                        del memory[other]
        return program

    def renew(self, name: Callable[[], Hashable], program: Program) -> None:
        """Let what is used again be dropped last, with its plans."""
        if len(self.programs) > _MOST // 2:
            used = name()
            with self._lock:
                self.programs[used] = self.programs.pop(used, program)

    def closed(self, name: Any) -> tuple[Any, ...]:
        """The closed programs of a name; of functions that have a key of their own now, those of their former keys."""
        found = self._closed.get(name)
        if found:
            return found
        treedef, positions, keys = name
        former = tuple((key.former or key) if isinstance(key, IdentityKey) else key for key in keys)
        return self._close((treedef, positions, former)) if former != keys else ()

    def withdraw(self, body: Body) -> None:
        """Take the functions of a program that read something else now for themselves only."""
        functions = tuple(function.renounced() for function in body.functions)
        for name in self._names_of(body):
            closed = self._close(name)
            with self._lock:
                self._closed[renamed(name, functions)] = closed

    def part(self, body: Body) -> None:
        """Leave a program to its present functions alone: they changed what they read while they were traced."""
        names = self._names_of(body)
        body.functions = tuple(function.renounced() for function in body.functions)
        with self._lock:
            for name in names:
                self.programs[renamed(name, body.functions)] = self.programs.pop(name)
        self._forget_plans(body)

    def _close(self, name: Any) -> tuple[Any, ...]:
        with self._lock:
            program = self.programs.pop(name, None)
            if program is not None:
                self._closed[name] = program.close()
                if len(self._closed) > _MOST:
                    del self._closed[next(iter(self._closed))]
        if program is not None:
            self._forget_plans(program.body)
        return self._closed.get(name, ())

    def _names_of(self, body: Body) -> list[Any]:
        with self._lock:
            return [name for name, program in self.programs.items() if program.body is body]

    def _forget_plans(self, body: Body) -> None:
        with self._lock:
            self._on_forget(body)
            for family in self.families.values():
                for keys in [keys for keys, plan in family.plans.items() if plan.program.body is body]:
                    del family.plans[keys]

    def _keep(self, memory: dict[Any, T], key: Any, value: T) -> T:
        """Remember, unless another thread has done it. The lock is never held while the user's code runs."""
        with self._lock:
            value = memory.setdefault(key, value)
            if len(memory) > _MOST:
                dropped = memory.pop(oldest := next(iter(memory)))
                if isinstance(dropped, Program):
                    dropped.drop_plans(oldest[-1])
        return value

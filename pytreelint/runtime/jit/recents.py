"""The plans of the last calls: where structures take turns, they are found without hashing a structure."""

from __future__ import annotations

from typing import Any

from pytreelint.runtime.jit.plan import Family, Plan
from pytreelint.runtime.jit.ways import Way, outline

# So many plans are tried before the dictionary: as many structures as take turns, in training and evaluation.
_MOST = 4
# After so many calls of one structure it is tried first again; if the next one has another, that costs milliseconds.
_STEADY = 1000


class Recents:
    """Plans of the last calls, the latest first; each has a fast way.

    Attributes:
        plans: These.
        family: That of the last call.
        are_several: Whether they are of several structures.
    """

    __slots__ = ("_calls", "are_several", "family", "plans")

    def __init__(self) -> None:
        self.plans: tuple[Plan, ...] = ()
        self.family: Family | None = None
        self.are_several = False
        self._calls = 0

    def guess(self, call: tuple[Any, ...], tied: bool = False) -> tuple[Plan, Any] | None:
        """As `find`, before the call is flattened: the plan of a call with arguments of such types and lengths.

        If two structures look like it, none is tried: a structure that is another one fails slowly, it prints the call.

        Args:
            call: As `Core.find` is given it.
            tied: Whether each array is to be passed once.
        """
        seen = outline(call)
        alike = [(plan, way) for plan, way in self._ways(tied) if way.outline == seen]
        if not alike or any(way.treedef is not alike[0][1].treedef for _, way in alike):
            return None
        try:
            leaves = alike[0][1].flatten_up_to(call if alike[0][1].has_fun else call[-2:])
        except (TypeError, ValueError):
            return None
        kinds = [*map(type, leaves)]
        for plan, way in alike:
            arrays = way.take(leaves) if way.types == kinds else None
            if arrays is not None:
                return plan, arrays
        return None

    def find(self, leaves: list[Any], treedef: Any, kinds: list[type], tied: bool = False) -> tuple[Plan, Any] | None:
        """The plan for a call of these leaves, and the arguments of its program.

        Args:
            leaves: Those of the call.
            treedef: Its structure.
            kinds: The types of the leaves.
            tied: As for `guess`.
        """
        for plan, way in self._ways(tied):
            if way.types == kinds and way.is_of(treedef):
                arrays = way.take(leaves)
                if arrays is not None:
                    return plan, arrays
        return None

    def _ways(self, tied: bool) -> list[tuple[Plan, Way]]:
        ways = [(plan, plan.tied if tied else plan.way) for plan in self.plans]
        return [(plan, way) for plan, way in ways if way is not None]

    def add(self, plan: Plan, call: tuple[Any, ...]) -> None:
        """Remember the plan of a call, which has a fast way."""
        if plan.way is not None and plan.way.outline is None:
            plan.way.outline = outline(call)
        self.plans = (plan, *[other for other in self.plans if other is not plan][: _MOST - 1])
        self.are_several = not all(other.way is None or other.way.is_of(plan.family.made) for other in self.plans)

    def resume(self, plan: Plan) -> Plan | None:
        """Go on with one of these.

        Returns:
            The plan that the next call is to be compared with first, if structures do not take turns.
        """
        if plan.presented:
            plan.program.present(plan.presented)
        self._calls = self._calls + 1 if self.family is plan.family else 0
        self.family = plan.family
        # To compare a call of another structure with that of a plan fails slowly: it prints the call.
        return plan if not self.are_several or self._calls > _STEADY else None

    def forget(self, body: Any) -> None:
        """Drop the plans of a program."""
        self.plans = tuple(plan for plan in self.plans if plan.program.body is not body)

    def clear(self) -> None:
        """Drop all."""
        self.plans, self.family, self.are_several = (), None, False

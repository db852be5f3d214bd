"""The plans of the last calls: where structures take turns, they are found without hashing a structure."""

from __future__ import annotations

from typing import Any

from pytreelint.runtime.jit.outlines import Place, difference, outline
from pytreelint.runtime.jit.plan import Family, Plan
from pytreelint.runtime.jit.ways import Way

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

    __slots__ = ("_calls", "_places", "are_several", "family", "plans")

    def __init__(self) -> None:
        self.plans: tuple[Plan, ...] = ()
        self.family: Family | None = None
        self.are_several = False
        self._calls = 0
        # Nodes that tell these structures apart; None if nothing seems to.
        self._places: tuple[Place, ...] | None = ()

    def guess(self, call: tuple[Any, ...], tied: bool = False) -> tuple[Plan, Any] | None:
        """As `find`, before the call is flattened: a plan of a call that looks like one of the last.

        Args:
            call: As `Core.find` is given it.
            tied: Whether each array is to be passed once.

        Returns:
            The plan, to be run by its `quick`, and the arguments of its program
        """
        if self._places is None:
            return None
        leaves = None
        try:
            seen = outline(call, self._places)
            for plan in self.plans:
                way = plan.tied if tied else plan.way
                if way is not None and way.outline == seen:
                    if leaves is None:
                        leaves = way.flatten_up_to(call if way.has_fun else call[-2:])
                    arrays = way.take(leaves) if way.has_types_of(leaves) else None
                    if arrays is not None:
                        return plan, arrays
        except (TypeError, ValueError):  # it is another structure, or cannot be compared
            pass
        return None

    def find(
        self, call: tuple[Any, ...], leaves: list[Any], treedef: Any, tied: bool = False
    ) -> tuple[Plan, Any] | None:
        """The plan for a call of these leaves, and the arguments of its program.

        Args:
            call: As for `guess`.
            leaves: Those of the call.
            treedef: Its structure.
            tied: As for `guess`.
        """
        kinds = [*map(type, leaves)]
        for plan, way in self._ways(tied):
            if way.types == kinds and way.is_of(treedef):
                arrays = way.take(leaves)
                if arrays is not None:
                    self.note(way, call, tied)
                    return plan, arrays
        return None

    def of_family(self, family: Family, leaves: list[Any]) -> tuple[Plan, Any] | None:
        """As `find`, for a call of this family."""
        for plan in self.plans:
            if plan.family is family and plan.way is not None:
                arrays = plan.way.take(leaves)
                if arrays is not None:
                    return plan, arrays
        return None

    def _ways(self, tied: bool) -> list[tuple[Plan, Way]]:
        ways = [(plan, plan.tied if tied else plan.way) for plan in self.plans]
        return [(plan, way) for plan, way in ways if way is not None]

    def add(self, plan: Plan, call: tuple[Any, ...]) -> None:
        """Remember the plan of a call, which has a fast way."""
        self.plans = (plan, *[other for other in self.plans if other is not plan][: _MOST - 1])
        if plan.way is not None:
            plan.way.outline = None
            self.note(plan.way, call)
        self.are_several = not all(other.way is None or other.way.is_of(plan.family.made) for other in self.plans)

    def note(self, way: Way, call: tuple[Any, ...], tied: bool = False) -> None:
        """Remember the outline of a call whose way this is.

        If calls of another structure have the same, a node at which the two differ belongs to outlines from now on.
        """
        while way.outline is None and self._places is not None:
            way.outline = outline(call, self._places)
            try:
                alike = [other for _, other in self._ways(tied) if other.outline == way.outline]
                others = [other.treedef for other in alike if not other.is_of(way.treedef)]
                place = difference(way.treedef, others[0]) if others else None
            except (TypeError, ValueError):  # static parts cannot be compared
                others, place = [None], None
            if others:
                self._places = (*self._places, place)[-_MOST:] if place and place not in self._places else None
                for _, each in (*self._ways(False), *self._ways(True), (None, way)):
                    each.outline = None

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
        self.plans, self.family, self.are_several, self._places = (), None, False, ()

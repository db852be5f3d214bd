"""Calls that were cut short, with what a second one needs to be told: what they were given, and read around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.free import captured_names
from pytreelint.model.values.value import Function, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.switches import Switch

_REACHED = 16  # inner functions that read each other: a step, its loss, the model in that


@record(frozen=True, slots=True)
class CutCall:
    """A call that was cut short.

    Attributes:
        staging: what traced around it: a caller may be behind `with jax.ensure_compile_time_eval()` by now.
        switches: what tests that were passed on the way said, see `switches.py`.
        read: the names of functions around it that the function reads, or one of these, with what they held then.
    """

    function: Function
    arguments: Arguments
    staging: Traces
    switches: tuple[tuple[Switch, bool], ...]
    read: tuple[tuple[Frame, str, Value], ...]

    @property
    def reads_the_same(self) -> bool:
        """Whether the function reads now what it read then: a name may be bound anew, or its container changed."""
        return all(scope.find(name) == value for scope, name, value in self.read)


def cut_call(function: Function, arguments: Arguments, switches: tuple[tuple[Switch, bool], ...]) -> CutCall:
    """Returns the record of a call that is being cut short."""
    read: list[tuple[Frame, str, Value]] = []
    reached, seen = [function], {function.node}
    for each in reached:
        if each.closure is None or each.closure.top:
            continue
        for name in captured_names(each.node):
            held = each.closure.find(name)
            if held is None:
                continue
            read.append((each.closure, name, held))
            if isinstance(held, Function) and held.node not in seen and len(reached) < _REACHED:
                seen.add(held.node)
                reached.append(held)
    return CutCall(function, arguments, arguments.frame.staging, switches, tuple(read))

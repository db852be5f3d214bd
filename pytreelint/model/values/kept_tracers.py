"""The sites of what outlives a trace: a tracer in a cache, a value in a compiled program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.states import Compiled, Event


@record(frozen=True, slots=True)
class KeptTracer(Site):
    """A function with a cache was called in a trace, and keeps its tracer; `again`: where that is given once more."""

    name: str
    trace: Trace
    again: Event


@record(frozen=True, slots=True)
class StaleCapture(Site):
    """A compiled function has read an attribute or a name that is assigned since, and is called again.

    Attributes:
        read, assigned, again: where it was read, where it was assigned, and the later call.
    """

    compiled: Compiled
    read: Event
    assigned: Event
    again: Event

"""The site of a cache that a trace has filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.states import Event


@record(frozen=True, slots=True)
class KeptTracer(Site):
    """A function with a cache was called in a trace, and keeps its tracer; `again`: where that is given once more."""

    name: str
    trace: Trace
    again: Event

"""The sites of what outlives a trace: a tracer in a cache, a value in a compiled program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    import ast

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.states import Event


@record(frozen=True, slots=True)
class KeptTracer(Site):
    """A function with a cache was called in a trace, and keeps its tracer; `again`: where that is given once more."""

    name: str
    trace: Trace
    again: Event


@record(frozen=True, slots=True)
class StaleAttribute(Site):
    """A compiled function has read an attribute that is assigned since, and is called again.

    Attributes:
        assigned: the module and place of the assignment; again: the later call.
    """

    name: str
    trace: Trace
    assigned: tuple[ModuleInfo, ast.AST]
    again: Event

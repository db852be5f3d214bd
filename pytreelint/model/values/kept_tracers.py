"""The sites of what outlives a trace, or was there before it: stored tracers, values in a compiled program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    import ast

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.happenings import Compiled
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.states import Event
    from pytreelint.model.values.value import Value


@record(frozen=True, slots=True)
class Leak(Site):
    """A traced function stores a tracer where it outlives the trace: `name`, of an instance of `cls`, at `node`.

    Attributes:
        holder: the name or attribute that keeps it, where the traced function, or one that it calls, does not know it
            as a parameter; and the module of that.
        keys: under one of these, where it is a dict and they are known; inside: it is a container that keeps it.
    """

    name: str
    trace: Trace
    value: Value
    frame: Frame
    holder: tuple[ModuleInfo, ast.expr]
    cls: ClassInfo | None = None
    keys: tuple[object, ...] | None = None
    inside: bool = False


@record(frozen=True, slots=True)
class WrittenInTrace(Site):
    """A traced function assigns to an instance from outside of the trace, or calls what changes it; `node`: the target
    or call.

    Attributes:
        made: the class of the instance; name: the attribute, or what is called.
    """

    made: str
    name: str
    trace: Trace


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

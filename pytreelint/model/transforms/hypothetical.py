"""What a function would need of the values of arguments that are not traced today."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.model.transforms import traces
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.marks import Trace
from pytreelint.model.values.sites import Demanded, TransformCall
from pytreelint.model.values.value import Function, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def if_traced(ev: Interpreter, function: Function, given: Mapping[str, Value], site: TransformCall) -> Demanded | None:
    """The first place in a function that would need a value, were these arguments of a transform traced."""
    trace = Trace(site.module, site.node, site.transform, "staging", site.caller, site.call)
    values = {name: traces.marked(ev, value, trace, raw=True) for name, value in given.items()}
    call = site.call if isinstance(site.call, ast.expr) else ast.Name(function.name, ast.Load())
    frame = Frame(site.caller, {}, top=True)
    arguments = Arguments((), values, call, frame, complete=False, staged=True, staging=(trace,))
    with ev.events.collecting() as found, ev.bounds.own_fuel():
        ev.call_into(function, arguments)
    needed = (each for each in found if isinstance(each, Demanded) and each.trace is trace)
    return next(needed, None)

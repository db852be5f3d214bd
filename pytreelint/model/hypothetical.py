"""What a function would need of the values of arguments that are not traced today."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.model import traces
from pytreelint.model.arguments import Arguments
from pytreelint.model.frame import Frame
from pytreelint.model.marks import Trace
from pytreelint.model.sites import Demanded, TransformCall
from pytreelint.model.values import Function, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


def if_traced(ev: Evaluator, function: Function, given: Mapping[str, Value], site: TransformCall) -> Demanded | None:
    """The first place in a function that would need a value, were these arguments of a transform traced."""
    trace = Trace(site.module, site.node, site.transform, "staging", site.caller, site.call)
    values = {name: traces.marked(ev, value, trace, raw=True) for name, value in given.items()}
    call = site.call if isinstance(site.call, ast.expr) else ast.Name(function.name, ast.Load())
    frame = Frame(site.caller, {}, top=True)
    arguments = Arguments((), values, call, frame, complete=False, staged=True, staging=(trace,))
    with ev.collecting() as found, ev.own_fuel():
        ev.call_into(function, arguments)
    needed = (each for each in found if isinstance(each, Demanded) and each.trace is trace)
    return next(needed, None)

"""Calls that were cut short, made again with the fuel of an entry: traced ones, where what needs values is certain, and
those that are given what donates: a trainer runs a compiled step behind several layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.driver.used_up import holds_for_each_call, uses_its_own
from pytreelint.model.syntax.questions import asked_in
from pytreelint.model.values.kept_tracers import Leak
from pytreelint.model.values.limits import CUT_IN_TRACES
from pytreelint.model.values.sites import Demanded, Site

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.values.cut_calls import CutCall
    from pytreelint.model.values.frame import Frame


def made_again(ev: Evaluator) -> None:
    """Makes calls again that a transform traces, or that may donate, where their callers had too little fuel for them.

    The step of a subclass is reached through the base's loop, its scan and the helpers of both, which share the fuel
    of the loop. Of objects that are used up nothing is said but what a function donates and uses itself, what had
    happened to them by then is forgotten; nor of what stands under a test that may have chosen whether something is
    traced.
    """
    cut, left = list(ev.bounds.cut_in_traces.values()), CUT_IN_TRACES
    ev.bounds.cut_in_traces.clear()
    # In what is compiled every operation gives a tracer, in a map or gradient only those on what it is given. What was
    # cut first comes first: whoever called it finds then what it gives.
    for each in sorted(cut, key=lambda each: not each.arguments.stage):
        if left <= 0:
            break
        ev.begin(None)
        caller = each.arguments.frame
        staging, caller.staging = caller.staging, each.staging
        ev.bounds.asked_before, ev.switches = _asked_before(caller), each.switches
        with ev.events.collecting() as found:
            ev.call_into(each.function, replace(each.arguments, changed={}, cut=False))
        ev.bounds.asked_before, ev.switches, caller.staging = frozenset(), (), staging
        ev.events.sites += [site for site in found if _holds_again(site, each)]
        left -= ev.bounds.steps
    ev.bounds.cut_in_traces.clear()


def _holds_again(site: Site, call: CutCall) -> bool:
    """Whether a site in a call that is made again stands in the call as it was made, too."""
    if isinstance(site, (Demanded, Leak)) or uses_its_own(site, call.function):
        return True
    return call.reads_the_same and holds_for_each_call(site, call.function)


def _asked_before(caller: Frame) -> frozenset[str]:
    """The words of the tests of whoever led to a call before it was traced: which of them they passed is forgotten."""
    found: frozenset[str] = frozenset()
    frame: Frame | None = caller
    while frame is not None:
        if not frame.staging and frame.function is not None:
            found |= asked_in(frame.function)
        frame = frame.back[0] if frame.back is not None else None
    return found

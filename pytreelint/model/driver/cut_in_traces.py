"""Traced calls that were cut short, made again with the fuel of an entry: what needs values in them is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.kept_tracers import Leak
from pytreelint.model.values.limits import CUT_IN_TRACES
from pytreelint.model.values.sites import Demanded

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator


def made_again(ev: Evaluator) -> None:
    """Makes the calls again that a transform traces and that their callers had too little fuel for.

    The step of a subclass is reached through the base's loop, its scan and the helpers of both, which share the fuel
    of the loop. Of objects that are used up nothing is said, what had happened to them by then is forgotten,
    nor of what stands under a test of something else than tracers.
    """
    cut = list(ev.bounds.cut_in_traces.values())
    ev.bounds.cut_in_traces.clear()
    # In what is compiled every operation gives a tracer, in a map or gradient only those on what it is given.
    first = [each for each in cut if each[1].stage] + [each for each in cut if not each[1].stage]
    for function, arguments in first[:CUT_IN_TRACES]:
        ev.begin(None)
        ev.bounds.is_again = True
        with ev.events.collecting() as found:
            ev.call_into(function, replace(arguments, changed={}, cut=False))
        ev.bounds.is_again = False
        ev.events.sites += [site for site in found if isinstance(site, (Demanded, Leak))]
    ev.bounds.cut_in_traces.clear()

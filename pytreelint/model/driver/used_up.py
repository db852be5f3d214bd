"""Objects that a function uses up which its own scope hands out: what of that holds whenever somebody calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.regions import chain
from pytreelint.model.values.sites import DonatedTwice, DonatedUsed, KeyReused, Site
from pytreelint.model.values.states import Event, holds

if TYPE_CHECKING:
    from pytreelint.model.values.value import Function


def kept(site: Site, function: Function) -> Site | None:
    """A site in a function that its scope hands out; None where it hangs on who calls it.

    What is donated is deleted if no transform traces the call: the site says so.
    """
    if uses_its_own(site, function) and isinstance(site, DonatedUsed):
        return replace(site, handed=function)
    return site if holds_for_each_call(site, function) else None


def uses_its_own(site: Site, function: Function) -> bool:
    """Whether a function uses what it has itself donated."""
    return isinstance(site, DonatedUsed) and _is_inside(site.donated, function)


def holds_for_each_call(site: Site, function: Function) -> bool:
    """Whether a site in a function hangs neither on what was used up around it, nor on who calls it.

    A key is drawn from twice by one call of the function, whatever comes before it. What is donated is not deleted
    where a transform traces the call.
    """
    if isinstance(site, KeyReused):
        return _is_inside(site.before, function) and _is_inside(site.again, function)
    return not isinstance(site, (DonatedUsed, DonatedTwice))


def _is_inside(event: Event, function: Function) -> bool:
    """Whether a run of the function does it: it stands in there, or in another function that it calls or hands on."""
    if event.module is function.module and holds(function.node, event.node):
        return True
    *_, outermost = chain(event.region) if event.region is not None else (None,)
    return outermost is not None and outermost.kind == "entry" and outermost.node is function.node

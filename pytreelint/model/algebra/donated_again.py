"""Objects that each iteration of a comprehension donates: `[step(params, x) for x in xs]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.algebra.still_held import is_held
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.model.values.states import Facts, facts

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def donated_again(ev: Interpreter, before: Facts, frame: Frame, start: int, read: frozenset[str] | None) -> None:
    """A body was run once for all of its iterations: what is from outside and donated there, the next one donates, too.

    Arguments:
        before, start: what had happened before the first one, and the serial behind those of the objects by then.
        read: the names that the body reads.
    """
    if any(ev.events.doubting) or ev.bounds.exhausted:
        return
    for (kind, token), event in facts(frame).events.items():
        new = kind == "donated" and (kind, token) not in before.events and token.serial < start
        if new and not event.when and is_held(token, frame, read) and event.module is frame.module:
            ev.emit(DonatedUsed(frame.module, event.node, event, event.inner))

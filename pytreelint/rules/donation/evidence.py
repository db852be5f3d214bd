"""Evidence of events: in the caller, and inside of what was called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.queries.evidence import is_users_module, place_of
from pytreelint.model.text.place import Step

if TYPE_CHECKING:
    from pytreelint.model.values.states import Event


def happened(event: Event | None, message: str) -> Iterator[Step]:
    """Returns the steps of an event: in the caller, then inside of the calls."""
    while event is not None:
        if is_users_module(event.module):
            yield Step(place_of(event.module, event.node), message)
        event = event.inner

"""The site of what a list in a static field takes from an instance: its hash."""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site
from pytreelint.model.values.value import Object


@record(frozen=True, slots=True)
class Hashed(Site):
    """Python needs the hash of an instance: it is a key of a dict, an item of a set, or given to `hash`."""

    value: Object

"""Sites of what a list in a static field takes from an instance: its hash, and changes that compiled code sees."""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import AttributeWrite, Site
from pytreelint.model.values.value import Object


@record(frozen=True, slots=True)
class Hashed(Site):
    """Python needs the hash of an instance: it is a key of a dict, an item of a set, or given to `hash`."""

    value: Object


@record(frozen=True, slots=True)
class StaticChanged(AttributeWrite):
    """What a static field of an instance holds is changed in place: by a method of a list, or an item is assigned."""

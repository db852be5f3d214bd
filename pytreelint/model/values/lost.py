"""Attributes that a tree operation loses: what stands for them in the instance that it builds, and reads of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site
from pytreelint.model.values.value import Unknown

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo


@record(frozen=True, slots=True)
class Lost(Unknown):
    """What an instance held before it was flattened and built again.

    Attributes:
        gone: there is no such attribute; else it has the value that the constructor, or the class, gives it.
    """

    gone: bool = True


@record(frozen=True, slots=True)
class LostRead(Site):
    """An attribute is read of an instance that a tree operation has built again, without the value assigned to it."""

    cls: ClassInfo
    name: str
    gone: bool

"""Sites that no rule judges by themselves: what fixes ask about the places around a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.model.values.sites import Operand


@record(frozen=True, slots=True)
class DonatingCall(Site):
    """A call deletes arrays of an argument, `operand`; `back` leads to the part of the result that stands for it."""

    operand: Operand
    back: tuple[int, ...] | None

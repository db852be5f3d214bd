"""The site of what a gradient is taken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.value import Value


@record(frozen=True, slots=True)
class LossOf(Site):
    """What the function of a gradient returned; `has_aux`: it is told to return a pair, None where that is open."""

    transform: Transform
    function: Value
    value: Value
    has_aux: bool | None

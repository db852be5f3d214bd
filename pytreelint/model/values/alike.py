"""Where a transform wants two trees to be of one structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.value import Value


@record(frozen=True, slots=True)
class Alike(Site):
    """Two trees that a transform wants to be of one structure: a carry and what is handed on, or what branches give.

    Attributes:
        functions: what gives the trees: a loop's body (the carry is given to it), or two branches.
        trees: the carry or the first branch's tree, and the other one.
    """

    transform: Transform
    functions: tuple[Value, ...]
    trees: tuple[Value, Value]

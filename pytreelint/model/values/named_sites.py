"""The site of an argument that a transform is told of, and that its function does not take."""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.knowledge.transform import Transform
from pytreelint.model.values.sites import Site


@record(frozen=True, slots=True)
class NoArgument(Site):
    """A transform is told of an argument that its function does not take.

    Attributes:
        option: the keyword that says so; member: the name or the number.
        count: how many arguments the function takes by position.
    """

    transform: Transform
    option: str
    member: object
    count: int

"""Functions that choose what they run by the class of an argument: `functools.singledispatch`."""

from __future__ import annotations

from pytreelint.knowledge.record import record
from pytreelint.model.values.value import Function


@record(frozen=True, slots=True)
class Dispatched(Function):
    """What a function has become to whoever calls it: one of its implementations runs, itself if none is meant.

    Attributes:
        position: which argument decides.
    """

    position: int = 0

    @property
    def default(self) -> Function:
        """The function as its own body runs."""
        return Function(self.node, self.module, self.closure, self.owner, created_in=self.created_in)

"""Where something stands in a file, the chain of places that explains a finding, and the imports that a fix needs."""

from __future__ import annotations

from pytreelint.knowledge.record import record


@record(frozen=True, slots=True, order=True)
class Place:
    """A span of text. Rows and columns are 1-based, columns count characters, the end is exclusive."""

    path: str  # absolute
    row: int
    column: int
    end_row: int
    end_column: int


@record(frozen=True, slots=True)
class Step:
    """One link of the evidence: what is true at a place."""

    place: Place
    message: str


@record(frozen=True, slots=True, order=True)
class RanOut:
    """What was not evaluated to its end: an entry, or (`called`) a function of the project that an entry called."""

    path: str
    row: int
    name: str
    called: bool


@record(frozen=True, slots=True, order=True)
class Needed:
    """`from home import name as local` must be there.

    Attributes:
        beside: the row of the import that brings what it replaces, whose block it joins; 0 where there is none.
        used: the row of the outermost statement that uses it, before which it must be run; 0 where that is not known.
    """

    home: str
    name: str
    local: str
    beside: int = 0
    used: int = 0

    @property
    def asname(self) -> str | None:
        """The local name where it is another one."""
        return None if self.local == self.name else self.local

    @property
    def alias(self) -> str:
        """As it stands in the import statement."""
        return self.name if self.local == self.name else f"{self.name} as {self.local}"

"""Where something stands in a file, and the chain of places that explains a finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of text. Rows and columns are 1-based, columns count characters, the end is exclusive."""

    path: str  # absolute
    row: int
    column: int
    end_row: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Step:
    """One link of the evidence: what is true at a place."""

    place: Place
    message: str

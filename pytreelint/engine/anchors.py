"""Places in other files, found again by the statement that they stand in where only lines around it have moved.

What that statement means hangs on the declarations that were asked for; here it is only where it stands now. Findings,
and votes that were worked out, hang on more: on what the other file imports. For them all of it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from pytreelint.engine.packing import Outcome
from pytreelint.model.text.place import Place, RanOut
from pytreelint.rules.finding import OPEN

Rows: TypeAlias = tuple[int, int]
Anchor: TypeAlias = tuple[str, Rows]  # what identifies the text of an outermost statement, and its rows
# The path and the content of a file, and the statements of it that places stand in; None where all of it counts.
Shown: TypeAlias = tuple[tuple[str, str, tuple[Anchor, ...] | None], ...]


class Anchors:
    """What outcomes point into, as it was and as it is.

    Args:
        content: what identifies the present content of a file.
        statements: the rows of a file's outermost statements, by what identifies them; parses it.
    """

    def __init__(self, content: Callable[[str], str], statements: Callable[[str], Mapping[str, Rows]]) -> None:
        """Nothing is parsed yet."""
        self._content = content
        self._parse = statements
        self._parsed: dict[str, Mapping[str, Rows]] = {}

    def shown(self, outcome: Outcome, path: str) -> Shown:
        """The other files that an outcome points into, as they are now."""
        rows: dict[str, set[int]] = {}
        for each in outcome.ran_out:
            rows.setdefault(each.path, set()).add(each.row)
        for vote in outcome.votes:
            rows.setdefault(vote.place.path, set()).add(vote.place.row)
        told = (*outcome.findings, *(vote for vote in outcome.votes if vote.fix != OPEN))
        whole = {place.path for each in told for place in (each.place, *(step.place for step in each.related))}
        return tuple(
            (other, self._content(other), None if other in whole else self._around(other, rows[other]))
            for other in sorted({*rows, *whole} - {path})
        )

    def _around(self, path: str, rows: set[int]) -> tuple[Anchor, ...] | None:
        """The statements around rows; None where one stands in none that can be told from the others."""
        found = tuple(
            (digest, (first, last))
            for digest, (first, last) in self._statements(path).items()
            if any(first <= row <= last for row in rows)
        )
        return found if all(any(first <= row <= last for _, (first, last) in found) for row in rows) else None

    def hold(self, shown: Shown) -> bool:
        """Whether all that was pointed at is there, wherever in its file."""
        return all(
            self._content(path) == content
            or (around is not None and self._statements(path).keys() >= {digest for digest, _ in around})
            for path, content, around in shown
        )

    def moved(self, shown: Shown) -> bool:
        """Whether files have changed that an outcome points into."""
        return any(self._content(path) != content for path, content, _ in shown)

    def followed(self, outcome: Outcome, shown: Shown) -> Outcome:
        """An outcome whose places are where the statements are now, of files that hold them all."""
        ways = {path: self._way(path, around) for path, content, around in shown if self._content(path) != content}

        def moved(path: str, row: int) -> int:
            return next((row + by for (first, last), by in ways.get(path, ()) if first <= row <= last), row)

        def place(old: Place) -> Place:
            return Place(old.path, moved(old.path, old.row), old.column, moved(old.path, old.end_row), old.end_column)

        votes = tuple(vote.moved(place) for vote in outcome.votes)
        spent = tuple(RanOut(old.path, moved(old.path, old.row), old.name, old.called) for old in outcome.ran_out)
        kept = (outcome.status, outcome.findings, outcome.sites, outcome.comments, outcome.error)
        return Outcome(*kept, votes, spent)

    def _way(self, path: str, around: tuple[Anchor, ...] | None) -> list[tuple[Rows, int]]:
        """The rows of statements as they were, and how many rows further down they are now."""
        now = self._statements(path)
        return [(rows, now[digest][0] - rows[0]) for digest, rows in around or ()]

    def renewed(self, shown: Shown) -> Shown:
        """What was pointed at and still is there, as it is now. Only files that have changed are parsed."""
        return tuple(each if self._content(each[0]) == each[1] else self._renewed(each[0], each[2]) for each in shown)

    def _renewed(self, path: str, around: tuple[Anchor, ...] | None) -> tuple[str, str, tuple[Anchor, ...] | None]:
        now = self._statements(path)
        return path, self._content(path), around and tuple((digest, now[digest]) for digest, _ in around)

    def _statements(self, path: str) -> Mapping[str, Rows]:
        if path not in self._parsed:
            self._parsed[path] = self._parse(path)
        return self._parsed[path]

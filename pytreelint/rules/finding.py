"""Findings and fixes, as they pass from rules to suppression, cache, reports and editors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.text.place import Needed as Needed
from pytreelint.model.text.place import Place, Step

Severity = Literal["error", "warning", "advice"]
Applicability = Literal["safe", "unsafe", "display"]


@record(frozen=True, slots=True)
class Edit:
    """Replace the text of a span."""

    place: Place
    content: str


@record(frozen=True, slots=True)
class Condition:
    """One thing that must hold if a fix is to keep the program's meaning; `text` says it, or why it does not."""

    text: str
    holds: bool


@record(frozen=True, slots=True)
class Fix:
    """Edits that are applied together, and how safe they are.

    Attributes:
        edits: all that it takes; the last `imports` of them bring imports.
        needed: these imports, so that several fixes of one file share one statement.
        conditions: what was checked; one that does not hold makes the fix unsafe.
        defines: a name that the edits define for the module; two such fixes cannot be made together.
    """

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...]
    needed: tuple[Needed, ...] = ()
    imports: int = 0
    conditions: tuple[Condition, ...] = ()
    defines: str = ""

    @property
    def own_edits(self) -> tuple[Edit, ...]:
        """The edits without those of import statements."""
        return self.edits[: len(self.edits) - self.imports]


OPEN = Fix("unsafe", "an open vote", ())  # of a vote that was not worked out: no safe fix stood at its place so far


@record(frozen=True, slots=True)
class Finding:
    """One certain claim about one place, with the evidence in causal order.

    Attributes:
        help: names this program's own class, field and transform, valid Python once pasted where it holds code.
        about: which of several causes at one place it is; findings of one rule, place and cause are one.
    """

    code: str
    name: str
    severity: Severity
    message: str
    place: Place
    related: tuple[Step, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    about: str = ""

    @property
    def key(self) -> tuple[str, int, int, str, str]:
        """The sort key of reports."""
        return (self.place.path, self.place.row, self.place.column, self.code, self.message)

    def moved(self, move: Callable[[Place], Place]) -> Finding:
        """The finding with other places: reports name those of notebooks by cell."""
        steps = tuple(Step(move(step.place), step.message) for step in self.related)
        fix = self.fix and replace(
            self.fix, edits=tuple(Edit(move(edit.place), edit.content) for edit in self.fix.edits)
        )
        return replace(self, place=move(self.place), related=steps, fix=fix)

"""Judgements as plain tuples, which `marshal` writes and reads faster than anything else, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytreelint.engine.comments import Comment, Named
from pytreelint.knowledge.record import replace
from pytreelint.model.text.place import Place, RanOut, Step
from pytreelint.model.text.source import Unreadable
from pytreelint.rules.finding import Condition, Edit, Finding, Fix, Needed

if TYPE_CHECKING:
    from pytreelint.engine.judge import Judgement

Packed: TypeAlias = tuple[Any, ...]
Status = Literal["judged", "unreadable", "failed"]


class Outcome:
    """What came of one file.

    Attributes:
        status: `failed` for an error of this program, `unreadable` for one of the file.
        findings: before suppression and selection.
        sites: how many sites of each (kind, verdict).
        comments: the file's suppressions, None where nobody needed to know yet.
        error: a traceback, when `failed`.
        votes: what the file says of fixes in others.
        ran_out: what was not evaluated to its end for want of fuel.
    """

    __slots__ = ("comments", "error", "findings", "ran_out", "sites", "status", "votes")

    def __init__(
        self,
        status: Status,
        findings: tuple[Finding, ...] = (),
        sites: dict[tuple[str, str], int] | None = None,
        comments: tuple[Comment, ...] | None = None,
        error: str = "",
        votes: tuple[Finding, ...] = (),
        ran_out: tuple[RanOut, ...] = (),
    ) -> None:
        """Made by `judged`, `unreadable` and `failed`."""
        self.status: Status = status
        self.findings = findings
        self.sites = sites or {}
        self.comments = comments
        self.error = error
        self.votes = votes
        self.ran_out = ran_out


def judged(judgement: Judgement, comments: tuple[Comment, ...] | None, broken: Sequence[Unreadable] = ()) -> Outcome:
    """The outcome of a file that was judged.

    Arguments:
        broken: what is wrong with parts of it. As nobody knows what these do, it has no fixes then.
    """
    findings, sites = judgement.findings, dict(Counter(judgement.sites))
    if broken:
        path = broken[0].path
        findings = (*map(_unread, broken), *(_unfixed(each, path) for each in findings))
    return Outcome("judged", findings, sites, comments, "", judgement.votes, judgement.ran_out)


def unreadable(error: Unreadable, comments: tuple[Comment, ...] | None = None) -> Outcome:
    """The outcome of a file that cannot be checked."""
    return Outcome("unreadable", (_unread(error),), None, comments)


def _unread(error: Unreadable) -> Finding:
    from pytreelint.engine.suppression import UNREADABLE, tool_finding

    place = Place(error.path, error.row, error.column, error.row, error.column)
    return tool_finding(UNREADABLE, place, error.message, error.remedy)


def _unfixed(finding: Finding, path: str) -> Finding:
    """A finding without a fix that would edit this file."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return replace(finding, fix=None) if any(edit.place.path == path for edit in edits) else finding


def failed(error: str) -> Outcome:
    """The outcome of a file on which this program failed."""
    return Outcome("failed", error=error)


def pack(outcome: Outcome) -> Packed:
    """An outcome as plain values."""
    findings = tuple(_pack_finding(finding) for finding in outcome.findings)
    comments = None if outcome.comments is None else tuple(_pack_comment(comment) for comment in outcome.comments)
    votes = tuple(_pack_finding(vote) for vote in outcome.votes)
    ran_out = tuple((each.path, each.row, each.name, each.called) for each in outcome.ran_out)
    return (outcome.status, findings, tuple(outcome.sites.items()), comments, outcome.error, votes, ran_out)


def unpack(packed: Packed) -> Outcome:
    """The outcome that `pack` was given."""
    status, findings, sites, comments, error, votes, ran_out = packed
    known = None if comments is None else tuple(_unpack_comment(*comment) for comment in comments)
    found, said = (tuple(_unpack_finding(*each) for each in group) for group in (findings, votes))
    spent = tuple(RanOut(*each) for each in ran_out)
    return Outcome(status, found, dict(sites), known, error, said, spent)


def _pack_finding(finding: Finding) -> Packed:
    related = tuple((_pack_place(step.place), step.message) for step in finding.related)
    fix = finding.fix and (
        finding.fix.applicability,
        finding.fix.message,
        tuple((_pack_place(edit.place), edit.content) for edit in finding.fix.edits),
        tuple((each.home, each.name, each.local, each.beside, each.used) for each in finding.fix.needed),
        finding.fix.imports,
        tuple((condition.text, condition.holds) for condition in finding.fix.conditions),
        finding.fix.defines,
    )
    head = (finding.code, finding.name, finding.severity, finding.message)
    return (*head, _pack_place(finding.place), related, finding.help, fix, finding.about)


def _unpack_finding(
    code: str,
    name: str,
    severity: Any,
    message: str,
    place: Packed,
    related: Packed,
    remedy: str | None,
    fix: Any,
    about: str,
) -> Finding:
    steps = tuple(Step(Place(*where), told) for where, told in related)
    whole = None
    if fix is not None:
        applicability, told, edits, needed, imports, conditions, defines = fix
        whole = Fix(
            applicability,
            told,
            tuple(Edit(Place(*where), content) for where, content in edits),
            tuple(Needed(*each) for each in needed),
            imports,
            tuple(Condition(text, holds) for text, holds in conditions),
            defines,
        )
    return Finding(code, name, severity, message, Place(*place), steps, remedy, whole, about)


def _pack_place(place: Place) -> Packed:
    return (place.path, place.row, place.column, place.end_row, place.end_column)


def _pack_comment(comment: Comment) -> Packed:
    names = None if comment.names is None else tuple((n.text, n.column, n.end_column) for n in comment.names)
    return (comment.kind, comment.row, comment.column, comment.end_column, comment.rows, names, comment.has_reason)


def _unpack_comment(
    kind: Any, row: int, column: int, end_column: int, rows: Any, names: Any, has_reason: bool
) -> Comment:
    named = None if names is None else tuple(Named(*name) for name in names)
    return Comment(kind, row, column, end_column, rows, named, has_reason)

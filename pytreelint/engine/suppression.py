"""Findings that a comment answers are dropped; comments that answer nothing become findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from pytreelint.engine.comments import Comment, Named
from pytreelint.engine.table import nearest
from pytreelint.knowledge.record import record
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Finding

if TYPE_CHECKING:
    from pytreelint.rules.catalogue import Head

UNREADABLE, UNUSED, UNKNOWN, NO_REASON = "PTL901", "PTL902", "PTL903", "PTL904"


@record(frozen=True, slots=True)
class _Use:
    """That a comment, or one of the names in it, answered some finding."""

    path: str
    row: int
    column: int


def suppress(
    findings: Sequence[Finding],
    checked: Iterable[str],
    comments_of: Callable[[str], tuple[Comment, ...]],
    enabled: frozenset[str],
) -> tuple[Finding, ...]:
    """The findings that stay, and those about the comments of the checked files.

    A finding is answered by the comments of the file where it stands, whichever file was being judged.

    Args:
        findings: of all rules, before selection.
        comments_of: the suppressions of a file.
        enabled: the codes of this run; a comment for another code is not called unused.
    """
    used: set[_Use] = set()
    indexed = cache(lambda path: _Comments(path, comments_of(path)))
    stay = [f for f in findings if not indexed(f.place.path).answer(f, used)]
    unread = {f.place.path for f in findings if f.code == UNREADABLE}  # nobody looked for what is suppressed there
    about = [f for path in checked for f in _about(path, comments_of(path), used, enabled)]
    own = [f for f in about if f.code != UNUSED or f.place.path not in unread]
    naming: dict[tuple[str, str], _Comments] = {}
    for f in own:
        path = f.place.path
        if (path, f.code) not in naming:
            naming[path, f.code] = _Comments(path, tuple(_naming(f, comments_of(path))))
    return (*stay, *(f for f in own if not naming[f.place.path, f.code].answer(f, set())))


def answers(path: str, comments: Iterable[Comment], finding: Finding) -> bool:
    """Whether one of a file's comments answers a finding."""
    return _Comments(path, comments).answer(finding, set())


class _Comments:
    """The suppressions of one file, by the rows that they speak for.

    Many comments may speak for the same rows (those in one long statement), and many findings stand in them: what a
    group of comments says of a rule is asked once.
    """

    def __init__(self, path: str, comments: Iterable[Comment]) -> None:
        self._path = path
        self._groups: dict[tuple[int, int] | None, list[Comment]] = {}  # None: the whole file
        for comment in comments:
            if comment.kind != "mistaken":
                rows = None if comment.kind == "ignore-file" else comment.rows
                self._groups.setdefault(rows, []).append(comment)
        self._long: list[tuple[int, int] | None] = []
        self._by_row: dict[int, list[tuple[int, int]]] = {}
        for rows in self._groups:
            if rows is None or rows[1] - rows[0] > _SHORT:
                self._long.append(rows)
                continue
            for row in range(rows[0], rows[1] + 1):
                self._by_row.setdefault(row, []).append(rows)
        self._uses: dict[tuple[tuple[int, int] | None, str], list[_Use]] = {}

    def answer(self, finding: Finding, used: set[_Use]) -> bool:
        """Whether some comment answers a finding; all that do are used."""
        row = finding.place.row
        long = (rows for rows in self._long if rows is None or rows[0] <= row <= rows[1])
        answered = False
        for rows in (*long, *self._by_row.get(row, ())):
            uses = self._uses.get((rows, finding.code))
            if uses is None:
                uses = self._uses[rows, finding.code] = list(self._answers(rows, finding))
                used.update(uses)
            answered |= bool(uses)
        return answered

    def _answers(self, rows: tuple[int, int] | None, finding: Finding) -> Iterator[_Use]:
        for comment in self._groups[rows]:
            if comment.names is None:
                yield _Use(self._path, comment.row, comment.column)
            for named in comment.names or ():
                if _means(named.text, finding.code, finding.name):
                    yield _Use(self._path, comment.row, named.column)


_SHORT = 64  # rows that a comment speaks for and is found by one by one


def tool_finding(code: str, place: Place, message: str, remedy: str | None = None) -> Finding:
    """A finding that the engine itself makes."""
    rule = _by_code()[code]
    return Finding(code, rule.name, rule.severity, message, place, help=remedy)


def _means(text: str, code: str, name: str) -> bool:
    """By its name, its code, or a beginning of that with all of its letters."""
    return text == name or (code.startswith(text.upper()) and text.upper().startswith(code.rstrip("0123456789")))


def _naming(finding: Finding, comments: Iterable[Comment]) -> Iterator[Comment]:
    """A finding about a comment is answered by what names its rule, or by silence for the whole file."""
    for comment in comments:
        named = any(_means(n.text, finding.code, finding.name) for n in comment.names or ())
        if named or (comment.kind == "ignore-file" and comment.names is None):
            yield comment


def _about(path: str, comments: Sequence[Comment], used: set[_Use], enabled: frozenset[str]) -> Iterator[Finding]:
    """What is to be said about the comments of one file."""
    for comment in comments:
        if comment.kind == "mistaken":
            yield _mistaken(path, comment)
        elif not comment.names:
            if _is_unused(path, comment, used, enabled):
                place = _place(path, comment.row, comment.column, comment.end_column)
                yield tool_finding(UNUSED, place, "unused suppression: no rule finds anything here", "remove it")
        if NO_REASON in enabled and _lacks_reason(comment):
            place = _place(path, comment.row, comment.column, comment.end_column)
            yield tool_finding(NO_REASON, place, "this suppression does not say why", "write the reason after it")
        for named in comment.names or () if comment.kind != "mistaken" else ():
            yield from _about_name(path, comment, named, used, enabled)


def _lacks_reason(comment: Comment) -> bool:
    """A blanket `# noqa` is other tools' too, and one that suppresses nothing needs no reason."""
    return comment.kind != "mistaken" and not comment.has_reason and (comment.kind != "noqa" or bool(comment.names))


def _is_unused(path: str, comment: Comment, used: set[_Use], enabled: frozenset[str]) -> bool:
    """Of a comment without names: only known where every rule that is on by default was on."""
    if comment.kind == "noqa" or _Use(path, comment.row, comment.column) in used:
        return False
    return enabled >= {rule.code for rule in _by_code().values() if rule.default}


def _about_name(
    path: str, comment: Comment, named: Named, used: set[_Use], enabled: frozenset[str]
) -> Iterator[Finding]:
    place = _place(path, comment.row, named.column, named.end_column)
    meant = [rule for rule in _by_code().values() if _means(named.text, rule.code, rule.name)]
    if not meant:
        valid = [word for rule in _by_code().values() for word in (rule.code, rule.name)]
        message = f"unknown rule `{named.text}` in a suppression{nearest(named.text, valid)}"
        yield tool_finding(UNKNOWN, place, message)
    elif _Use(path, comment.row, named.column) not in used:
        codes = {rule.code for rule in meant}
        if codes <= enabled and not codes & {UNUSED, UNKNOWN}:
            what = f"{meant[0].name} ({meant[0].code})" if len(meant) == 1 else f"{named.text}..."
            where = "in this file" if comment.kind == "ignore-file" else "here"
            yield tool_finding(UNUSED, place, f"unused suppression: no {what} {where}", "remove it")


def _mistaken(path: str, comment: Comment) -> Finding:
    named = (comment.names or ())[0]
    place = _place(path, comment.row, named.column, named.end_column)
    if named.text in ("ignore", "ignore-file"):
        return tool_finding(UNKNOWN, place, f"the names after `pytreelint: {named.text}` have no closing bracket")
    close = nearest(named.text, ("ignore", "ignore-file"))
    return tool_finding(UNKNOWN, place, f"unknown word `{named.text}` after `pytreelint:`{close}")


def _place(path: str, row: int, column: int, end_column: int) -> Place:
    return Place(path, row, column, row, end_column)


def _by_code() -> dict[str, Head]:
    from pytreelint.rules.catalogue import heads

    return _indexed(heads())


@cache
def _indexed(rules: tuple[Head, ...]) -> dict[str, Head]:
    return {rule.code: rule for rule in rules}

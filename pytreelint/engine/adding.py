"""Suppression comments written for findings, where Python allows a comment and it speaks for the finding."""

from __future__ import annotations

import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence

from pytreelint.engine.comments import Comment, read_comments
from pytreelint.engine.edits import apply
from pytreelint.engine.statement_rows import statement_rows
from pytreelint.engine.suppression import NO_REASON, UNKNOWN, UNREADABLE, UNUSED, answers
from pytreelint.engine.writing import encoded
from pytreelint.knowledge.record import record
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source, Unreadable
from pytreelint.rules.finding import Edit, Finding

_OF_COMMENTS = (UNUSED, UNKNOWN, NO_REASON)


@record(frozen=True, slots=True)
class Added:
    """The findings of one file after comments were added: suppressed ones, and those that are left.

    Attributes:
        text: the file with the comments; as it was where none could be added.
        suppressed: the findings that they answer.
        left: the others, and why.
    """

    text: str
    suppressed: tuple[Finding, ...]
    left: tuple[tuple[Finding, str], ...]


def with_suppressions(source: Source, findings: Sequence[Finding], reason: str) -> Added:
    """Comments for the findings of one file, `# pytreelint: ignore[name] reason`, each on its statement.

    Raises:
        NotWrittenError: the file's encoding has no such characters.
    """
    left = [(finding, why) for finding in findings if (why := _unsuitable(finding))]
    wanted = [finding for finding in findings if not _unsuitable(finding)]
    try:
        source.tree()  # what is no Python is left alone
        rows = _Rows(source)
    except (Unreadable, tokenize.TokenError, SyntaxError, RecursionError):
        return Added(source.text, (), (*left, *((finding, "the file cannot be read") for finding in wanted)))
    names: defaultdict[int, dict[str, None]] = defaultdict(dict)
    placed: list[Finding] = []
    for finding in wanted:
        row = rows.free_for(finding.place.row)
        if row is None:
            left.append((finding, "its statement has no row that can take a comment"))
            continue
        names[row][finding.name] = None
        placed.append(finding)
    text = apply(source.text, (rows.edit(row, list(words), reason) for row, words in names.items()))
    after = Source.from_bytes(source.path, encoded(source, text))
    comments = read_comments(after) if _code(after) == _code(source) else ()
    answered = [finding for finding in placed if answers(source.path, comments, finding)]
    if len(answered) < len(placed):  # never half: what was placed for nothing would be an unused suppression
        why = "a comment there would not speak for it"
        return Added(source.text, (), (*left, *((finding, why) for finding in placed)))
    return Added(text, tuple(placed), tuple(left))


def _unsuitable(finding: Finding) -> str | None:
    if finding.code in _OF_COMMENTS:
        return "mend the comment instead"
    return "no comment can suppress that" if finding.code == UNREADABLE else None


class _Rows:
    """The rows of a file, and which of them can take a comment at their end."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._segments = statement_rows(source)
        self._ends = dict(_comments(source))
        self._own: dict[int, Comment] = {}
        for comment in read_comments(source):
            if comment.kind == "ignore" and comment.names is not None:
                self._own.setdefault(comment.row, comment)
        held = source.notebook.masked_rows if source.notebook is not None else frozenset()
        self._blocked = held.union(_blocked(source))

    def free_for(self, row: int) -> int | None:
        """The row of a comment that speaks for this one: itself, else the next in its statement, else one before."""
        around = [rows for rows in self._segments if rows[0] <= row <= rows[1]]
        first = min([row, *(rows[0] for rows in around)])
        last = max([row, *(rows[1] for rows in around)])
        candidates = [*range(row, last + 1), *range(row - 1, first - 1, -1)]
        return next((each for each in candidates if self._takes_comment(each)), None)

    def _takes_comment(self, row: int) -> bool:
        if row in self._blocked:
            return False
        return row in self._ends or not self._source.line(row).rstrip().endswith("\\")

    def edit(self, row: int, names: list[str], reason: str) -> Edit:
        """What adds names to the row's own comment, or a comment to the row."""
        own = self._own.get(row)
        if own is not None:
            column = own.names[-1].end_column if own.names else own.end_column - 1
            text = ", ".join(names)
            return Edit(Place(self._source.path, row, column, row, column), f", {text}" if own.names else text)
        column = len(self._source.line(row).rstrip()) + 1
        lead = "  " if column > 1 else ""
        place = Place(self._source.path, row, column, row, column)
        return Edit(place, f"{lead}# pytreelint: ignore[{', '.join(names)}] {reason}")


def _tokens(source: Source) -> Iterator[tokenize.TokenInfo]:
    rows = iter([*(line + "\n" for line in source.lines[:-1]), source.lines[-1], ""])
    yield from tokenize.generate_tokens(lambda: next(rows, ""))


def _code(source: Source) -> list[tuple[int, str]]:
    """The tokens without comments: where they are the same, so is the program."""
    try:
        return [(token.type, token.string) for token in _tokens(source) if token.type != tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        return []


def _comments(source: Source) -> Iterator[tuple[int, int]]:
    """Row and end of each comment."""
    for token in _tokens(source):
        if token.type == tokenize.COMMENT:
            yield token.end


def _blocked(source: Source) -> Iterator[int]:
    """The rows that end inside a string: what is written there is part of it."""
    depth, start = 0, 0
    for token in _tokens(source):
        name = tokenize.tok_name[token.type]
        if name in ("FSTRING_START", "TSTRING_START"):
            start = token.start[0] if depth == 0 else start
            depth += 1
        elif name in ("FSTRING_END", "TSTRING_END"):
            depth -= 1
            if depth == 0:
                yield from range(start, token.end[0])
        elif name == "STRING":
            yield from range(token.start[0], token.end[0])

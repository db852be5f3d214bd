"""Suppression comments, and the rows that each of them speaks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.text.source import Source

_OWN = re.compile(r"#\s*pytreelint\s*:\s*(?P<word>[\w-]+)\s*(?:\[(?P<names>[^\[\]]*)\])?")
_CANDIDATE = re.compile(r"#\s*(?:pytreelint|noqa)", re.IGNORECASE)
_OPENING = re.compile(r"\s*\[")
_NOQA = re.compile(r"#\s*noqa\b(?:\s*:\s*(?P<names>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE)
_NAME = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_WORD = re.compile(r"\w")
_CODE = re.compile(r"[A-Z]+[0-9]+", re.IGNORECASE)
_OURS = "PTL"
_WORTH_READING = re.compile(rf"pytreelint\s*:|noqa\s*:.*{_OURS}", re.IGNORECASE)


@record(frozen=True, slots=True)
class Named:
    """One rule named in a comment; columns are 1-based, the end is exclusive."""

    text: str
    column: int
    end_column: int


@record(frozen=True, slots=True)
class Comment:
    """A suppression.

    Attributes:
        kind: what its author wrote; `mistaken` for an unknown word after `pytreelint:`.
        rows: first and last row that it speaks for.
        names: the rules named, None where it names none and means all.
        has_reason: whether it says why.
    """

    kind: Literal["ignore", "ignore-file", "noqa", "mistaken"]
    row: int
    column: int
    end_column: int
    rows: tuple[int, int]
    names: tuple[Named, ...] | None
    has_reason: bool = False


def speaks_of_rules(text: str) -> bool:
    """Whether a text could hold a suppression that names our rules: only these can be unused or wrong."""
    return ("pytreelint" in text or _OURS in text.upper()) and _WORTH_READING.search(text) is not None


def read_comments(source: Source) -> tuple[Comment, ...]:
    """All suppressions of a file. Strings that look like comments are none."""
    if "pytreelint" not in source.text and "noqa" not in source.text.lower():
        return ()
    if not any(_CANDIDATE.search(line) and next(_parse(0, 0, line), None) for line in source.lines):
        return ()  # as most of these: what other linters are told
    found = [(row, column, text) for row, column, text in _comment_tokens(source.lines) if "#" in text]
    parsed = [c for row, column, text in found for c in _parse(row, column, text)]
    if not parsed:
        return ()
    from pytreelint.engine.statement_rows import statement_rows

    return tuple(_with_rows(parsed, statement_rows(source)))


def _comment_tokens(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """(row, 1-based column, text) of the comments, as far as the file can be tokenised."""
    import tokenize  # most files have no comment of ours

    ends = iter([*(line + "\n" for line in lines[:-1]), lines[-1], ""])
    try:
        for token in tokenize.generate_tokens(lambda: next(ends, "")):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.start[1] + 1, token.string
    except (tokenize.TokenError, SyntaxError, RecursionError, MemoryError):
        return


def _parse(row: int, column: int, text: str) -> Iterator[Comment]:
    for match in _OWN.finditer(text):
        word, names = match["word"], match["names"]
        kind: Literal["ignore", "ignore-file", "mistaken"]
        kind = "ignore" if word == "ignore" else "ignore-file" if word == "ignore-file" else "mistaken"
        if names is None and _OPENING.match(text, match.end()):  # without an end: it names nothing
            kind = "mistaken"
        start = column + match.start()
        if kind == "mistaken":
            named: tuple[Named, ...] | None = (Named(word, column + match.start("word"), column + match.end("word")),)
        else:
            named = None if names is None else _named(names, column + match.start("names"), _NAME)
        yield Comment(kind, row, start, column + match.end(), (row, row), named, _gives_reason(text, match))
    for match in _NOQA.finditer(text):
        codes = match["names"]
        named = None if codes is None else _named(codes, column + match.start("names"), _CODE)
        if named is not None:
            named = tuple(n for n in named if n.text.upper().startswith(_OURS))
            if not named:
                continue
        why = _gives_reason(text, match)
        yield Comment("noqa", row, column + match.start(), column + match.end(), (row, row), named, why)


def _gives_reason(text: str, match: re.Match[str]) -> bool:
    """Whether words follow a suppression, before another comment begins."""
    return _WORD.search(text[match.end() :].partition("#")[0]) is not None


def _named(text: str, column: int, pattern: re.Pattern[str]) -> tuple[Named, ...]:
    return tuple(Named(m[0], column + m.start(), column + m.end()) for m in pattern.finditer(text))


def _with_rows(comments: Iterable[Comment], rows: Iterable[tuple[int, int]]) -> Iterator[Comment]:
    """The comments, in order, with the rows of the statements (or headers of statements) on whose rows they stand."""
    waiting, here = sorted(rows, reverse=True), list[tuple[int, int]]()
    for comment in comments:
        while waiting and waiting[-1][0] <= comment.row:
            here.append(waiting.pop())
        here = [each for each in here if each[1] >= comment.row]
        first, last = min([comment.row, *(s[0] for s in here)]), max([comment.row, *(s[1] for s in here)])
        yield replace(comment, rows=(first, last))

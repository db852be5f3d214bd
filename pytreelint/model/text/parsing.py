"""From text to `ast`, with every way to fail turned into one readable sentence."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Sequence

from pytreelint.model.text.unreadable import Unreadable

# Beyond this, a recursive walk is not worth its risk; the deepest statement in 330k lines of packages has 15.
MAX_DEPTH = 100

_TOO_DEEP = "nested too deeply to read"
_PLAIN = "fix the syntax error, or exclude the file"

# What an older Python calls a syntax error: the version that reads it, in the message or in the text of the line. Type
# parameters and aliases are not among it: they are read all the same.
_NEWER_MESSAGES = (
    ((3, 12), re.compile(r"f-string expression part cannot include")),
    ((3, 14), re.compile(r"(multiple exception types|except clause).* must be parenthesized")),
    ((3, 15), re.compile(r"(iterable|dict) unpacking cannot be used in (dict )?comprehension")),
)
_NEWER_LINES = (
    ((3, 15), re.compile(r"^\s*lazy\s+(import|from)\b")),
    ((3, 14), re.compile(r"(?<![\w\"'])([tT][rR]?|[rR][tT])[\"']")),
    ((3, 14), re.compile(r"^\s*except\*?\s+[\w.]+\s*,[^:]+:")),
    ((3, 12), re.compile(r"(?<![\w\"'])([fF][rR]?|[rR][fF])([\"'])[^\"'{]*\{[^}\"']*\2")),
)


def parse_text(path: str, text: str, lines: Sequence[str]) -> ast.Module:
    """The tree of a whole file; raises Unreadable whatever the parser raises."""
    try:
        return parse_plainly(text)
    except SyntaxError as error:
        raise _from_syntax_error(path, error, lines) from None
    except (RecursionError, MemoryError):
        remedy = "split the deepest expression, or exclude the file"
        raise Unreadable(path, _longest(lines), 1, _TOO_DEEP, remedy) from None
    except UnicodeEncodeError as error:
        raise Unreadable(path, 1, 1, f"holds characters that are no text: {error.reason}", _PLAIN) from None
    except Exception as error:  # the parser's own faults cost one file, not the run
        raise Unreadable(path, 1, 1, f"the parser failed: {error}", _PLAIN) from None


def parse_span(lines: Sequence[str], row: int, end_row: int) -> ast.stmt:
    """Parse the statement that begins on `row` and ends on `end_row` (1-based), rows and columns kept.

    The first line may be indented, as a method's is. Decorators belong to the statement; an `elif` is none.

    Raises:
        SyntaxError: the rows hold no whole statement.
    """
    text = "\n".join(lines[row - 1 : end_row]) + "\n"
    if row > 1 and lines[row - 1].lstrip("\f")[:1] in (" ", "\t"):
        outer = parse_plainly("\n" * (row - 2) + "if 1:\n" + text).body[0]
        assert isinstance(outer, ast.If)
        return outer.body[0]
    body = parse_plainly("\n" * (row - 1) + text).body
    if not body:
        raise SyntaxError(f"no statement on rows {row} to {end_row}")
    return body[0]


def exceeds_depth(node: ast.AST, limit: int = MAX_DEPTH) -> bool:
    """Whether some node lies more than `limit` levels below this one; nothing here recurses."""
    level: list[ast.AST] = [node]
    for _ in range(limit + 1):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for value in vars(node).values():
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST) and value._fields:
            found.append(value)
    return found


def parse_plainly(text: str) -> ast.Module:
    """The tree of a text, in which later syntax may stand than this Python reads: see `newer`.

    Raises:
        SyntaxError: and whatever else the parser raises.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes are the business of other tools
        try:
            return ast.parse(text)
        except SyntaxError:
            if sys.version_info >= (3, 13):
                raise
            from pytreelint.model.text.newer import parse_newer  # few files need it

            tree = parse_newer(text)
            if tree is None:
                raise
            return tree


def _from_syntax_error(path: str, error: SyntaxError, lines: Sequence[str]) -> Unreadable:
    row = min(max(error.lineno or 1, 1), len(lines))
    column = min(max(error.offset or 1, 1), len(lines[row - 1]) + 1)
    message = error.msg or "invalid syntax"
    newer = _needed_version(message, lines, row)
    if newer is not None:
        needed = f"needs Python >= {newer[0]}.{newer[1]} to read"
        running = f"{sys.version_info.major}.{sys.version_info.minor}"
        return Unreadable(path, row, column, f"{needed}: {message}", f"run pytreelint on it (this is Python {running})")
    if "too many" in message:
        return Unreadable(path, row, column, f"{_TOO_DEEP}: {message}", "split it, or exclude the file")
    return Unreadable(path, row, column, f"syntax error: {message}", _PLAIN)


def _needed_version(message: str, lines: Sequence[str], row: int) -> tuple[int, int] | None:
    running = sys.version_info[:2]
    for version, pattern in _NEWER_MESSAGES:
        if running < version and pattern.search(message):
            return version
    # An unclosed replacement field may be noticed on a line after the one that opened the string.
    for line in lines[max(row - 2, 0) : row][::-1]:
        for version, pattern in _NEWER_LINES:
            if running < version and pattern.search(line.replace("{{", "")):
                return version
    return None


def _longest(lines: Sequence[str]) -> int:
    """The row to show for a tower that the parser gave up on without a place."""
    row = max(range(len(lines)), key=lambda index: len(lines[index]), default=0)
    return row + 1 if lines and len(lines[row]) > 1000 else 1

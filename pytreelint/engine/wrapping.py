"""Statements that a fix has made longer than the file's lines, broken as Black and ruff break them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Sequence
from itertools import pairwise
from keyword import iskeyword

from pytreelint.engine.edits import apply
from pytreelint.model.text.imports.statement import layout_of
from pytreelint.model.text.imports.style import DEFAULT_LENGTH, style_of
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.rules.finding import Edit

_CALLED = re.compile(r"(?<!\breturn)(?<!\bin)[\w)\]]$")


def length_of(source: Source) -> int:
    """How long a line of a file may be: as configured, else as its longest one."""
    longest = max((len(line) for line in source.lines), default=0)
    return style_of(source.folder).line_length or max(DEFAULT_LENGTH, longest)


def wrapped(before: Source, text: str) -> str:
    """The new text of a file, with the lines broken that are new in it and too long. What cannot be broken stays."""
    limit = length_of(before)
    known = set(before.lines)
    after = Source(before.path, text, before.encoding, before.bom, "")
    rows = [row for row, line in enumerate(after.lines, 1) if len(line) > limit and line not in known]
    if not rows:
        return text
    unit = layout_of(before, style_of(before.folder)).unit
    edits = [edit for statement in _statements(after, rows) if (edit := _broken(after, statement, limit, unit))]
    edits += [edit for row in _inner_rows(after, rows) if (edit := _broken_inside(after, row, limit, unit))]
    return apply(text, edits)


def _statements(source: Source, rows: Sequence[int]) -> Iterable[Place]:
    """The simple statements, decorators and headers of one line that stand in some rows."""
    for node in ast.walk(source.tree()):
        spans: list[ast.AST] = list(getattr(node, "decorator_list", ()))
        if (
            isinstance(node, ast.stmt)
            and not hasattr(node, "body")
            and not isinstance(node, (ast.Import, ast.ImportFrom))
        ):
            spans.append(node)
        for span in spans:
            place = source.place(span)  # type: ignore[arg-type]
            if place.row == place.end_row and place.row in rows:
                yield place


def _inner_rows(source: Source, rows: Sequence[int]) -> Iterable[int]:
    """The rows inside of the brackets of statements that stand on several lines."""
    inside: set[int] = set()
    for node in ast.walk(source.tree()):
        if isinstance(node, (ast.Call, ast.Tuple, ast.List, ast.Set, ast.Dict)):
            inside.update(range(node.lineno + 1, node.end_lineno or 0))
    return [row for row in rows if row in inside]


def _broken_inside(source: Source, row: int, limit: int, unit: str) -> Edit | None:
    line = source.line(row)
    indent, code = line[: len(line) - len(line.lstrip())], line.strip()
    tokens = _tokens(f"({code})")
    opened, closed = source.line(row - 1).rstrip()[-1:], source.line(row + 1).lstrip()[:1]
    parts = _parts(code) if tokens is not None and "#" not in line and _is_balanced(code) else None
    if not parts or not (code.endswith(",") or (opened in ("(", "[", "{") and closed in (")", "]", "}"))):
        return None
    if len(parts) == 1 and not code.endswith(","):
        lines = _clauses(code, indent) or _split(code, _tokens(code) or [], indent, limit, unit)
    else:
        lines = _one_each(parts, indent, limit, unit)
    place = Place(source.path, row, 1, row, len(line) + 1)
    return Edit(place, source.line_end.join(lines)) if lines else None


def _is_balanced(code: str) -> bool:
    depth = 0
    for string, *_ in _tokens(code) or [(")", 0, 0)]:
        depth += (string in ("(", "[", "{")) - (string in (")", "]", "}"))
        if depth < 0:
            return False
    return depth == 0


def _one_each(parts: Sequence[str], indent: str, limit: int, unit: str) -> list[str]:
    """Arguments or elements, each on a line of its own; what cannot be broken stays long."""
    lines: list[str] = []
    for part in parts:
        lines += _split(f"{part},", _tokens(f"{part},") or [], indent, limit, unit) or [f"{indent}{part},"]
    return lines


def _broken(source: Source, place: Place, limit: int, unit: str) -> Edit | None:
    line = source.line(place.row)
    indent = line[: len(line) - len(line.lstrip())]
    behind = line[place.end_column - 1 :]
    alone = line[: place.column - 1].strip() in ("", "@") and (not behind.strip() or behind.lstrip().startswith("#"))
    code = line[len(indent) : place.end_column - 1]
    tokens = _tokens(code)
    if not alone or tokens is None or len(indent + code) <= limit:
        return None  # a comment alone makes it longer
    rows = _split(code, tokens, indent, limit, unit)
    if rows is None:
        return None
    start = Place(source.path, place.row, 1, place.row, place.end_column)
    return Edit(start, source.line_end.join(rows))


Token = tuple[str, int, int]


def _tokens(code: str) -> list[Token] | None:
    """The tokens of one line with their columns; None for what has none."""
    found: list[Token] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.start[0] != 1 or token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
                break
            found.append((token.string, token.start[1], token.end[1]))
    except (tokenize.TokenError, SyntaxError):
        return None
    return found


def _split(code: str, tokens: Sequence[Token], indent: str, limit: int, unit: str) -> list[str] | None:
    """The lines of a statement or argument: what is in its last brackets on lines of its own."""
    if len(indent + code) <= limit:
        return [indent + code]
    pair = next((pair for pair in _brackets(tokens) if _fits(code, pair, indent, limit)), None)
    if pair is None:
        return None
    head, body, tail = code[: pair[0] + 1], code[pair[0] + 1 : pair[1]].strip(), code[pair[1] :]
    inner, parts = indent + unit, _parts(body)
    if not parts:
        return None
    is_display = len(parts) > 1 and not _CALLED.search(head[:-1])  # whose elements never share a line
    if len(inner + body) <= limit and not body.endswith(",") and not is_display:
        return [indent + head, inner + body, indent + tail]
    if len(parts) == 1:
        lines = _clauses(body, inner) or _split(body, _tokens(body) or [], inner, limit, unit)
        return [indent + head, *lines, indent + tail] if lines is not None else None
    lines = _one_each(parts, inner, limit, unit)
    return [indent + head, *lines, indent + tail]


def _brackets(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The outermost brackets with something in them, by columns: calls and displays from the last on, then indices."""
    stack: list[int] = []
    found: list[tuple[int, int]] = []
    indices: list[tuple[int, int]] = []
    previous, indexed = "", False
    for string, start, _ in tokens:
        if string in ("(", "[", "{"):
            if not stack:
                indexed = (
                    string == "[" and (previous.isidentifier() or previous in (")", "]")) and not iskeyword(previous)
                )
            stack.append(start)
        elif string in (")", "]", "}") and stack:
            opened = stack.pop()
            if not stack and start > opened + 1:
                (indices if indexed else found).append((opened, start))
        previous = string
    return [*reversed(found), *reversed(indices)] if not stack else []


def _fits(code: str, pair: tuple[int, int], indent: str, limit: int) -> bool:
    """Whether what stands before brackets and behind them is short enough."""
    return len(indent) + pair[0] + 1 <= limit and len(indent) + len(code) - pair[1] <= limit


def _clauses(body: str, indent: str) -> list[str] | None:
    """A comprehension, a clause on each line; None for anything else."""
    depth, starts = 0, [0]
    for string, start, _ in _tokens(f"({body})") or []:
        depth += (string in ("(", "[", "{")) - (string in (")", "]", "}"))
        if depth == 1 and (string == "for" or (string == "if" and len(starts) > 1)):
            starts.append(start - 1)
    if len(starts) == 1:
        return None
    return [indent + body[begin:end].strip() for begin, end in pairwise([*starts, len(body)])]


def _parts(body: str) -> list[str] | None:
    """What the commas of the outermost level set apart."""
    tokens = _tokens(f"({body})")
    if tokens is None:
        return None
    depth, begin, lambdas = 0, 1, 0
    parts: list[str] = []
    for string, start, _ in tokens:
        if string in ("(", "[", "{"):
            depth += 1
        elif string in (")", "]", "}"):
            depth -= 1
        elif string == "lambda" and depth == 1:
            lambdas += 1
        elif string == ":" and depth == 1 and lambdas:
            lambdas -= 1
        elif string == "," and depth == 1 and not lambdas:
            parts.append(f"({body})"[begin:start].strip())
            begin = start + 1
    rest = f"({body})"[begin:-1].strip()
    return [*parts, *([rest] if rest else [])]

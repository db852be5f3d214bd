"""Edits of a call's arguments: keywords that go, with the commas that kept them apart."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Collection
from contextlib import suppress
from io import StringIO
from itertools import groupby

from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Edit


def before(place: Place) -> Place:
    """The empty span where another begins."""
    return Place(place.path, place.row, place.column, place.row, place.column)


def after(place: Place) -> Place:
    """The empty span where another ends."""
    return Place(place.path, place.end_row, place.end_column, place.end_row, place.end_column)


def between(start: Place, end: Place) -> Place:
    """The span from where one begins to where another ends."""
    return Place(start.path, start.row, start.column, end.end_row, end.end_column)


def without(module: ModuleInfo, call: ast.Call, gone: Collection[ast.keyword]) -> list[Edit]:
    """The edits that take keywords out of a call; the call's function alone where no argument is left."""
    source = module.source
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    given.sort(key=lambda each: (source.place(each).row, source.place(each).column))
    if not gone:
        return []
    if all(each in gone for each in given):
        return [Edit(source.place(call), text_of(module, call.func))]
    edits: list[Edit] = []
    runs = [(out, list(run)) for out, run in groupby(given, key=lambda each: each in gone)]
    for index, (out, run) in enumerate(runs):
        if not out:
            continue
        first, last = source.place(run[0]), source.place(run[-1])
        following = before(source.place(runs[index + 1][1][0])) if index + 1 < len(runs) else None
        remarks = comments_in(module, between(before(first), following or source.place(call)))
        if remarks:
            previous = after(source.place(runs[index - 1][1][-1])) if index else before(first)
            edits.append(_with_comments(module, call, remarks, previous, first, following))
        elif index:
            previous = after(source.place(runs[index - 1][1][-1]))
            edits.append(Edit(between(previous, last), ""))
        else:
            assert following is not None
            edits.append(Edit(between(first, following), ""))
    return edits


def _with_comments(
    module: ModuleInfo, call: ast.Call, remarks: list[str], previous: Place, first: Place, following: Place | None
) -> Edit:
    """Take arguments out, and leave the comments among them, each on a line of its own."""
    source = module.source
    line = source.line(first.row)
    indent = line[: len(line) - len(line.lstrip())]
    lines = f"{source.line_end}{indent}".join(remarks)
    if following is not None:
        start = before(first) if not line[: first.column - 1].strip() else previous
        opened = "" if start == before(first) else f",{source.line_end}{indent}"
        return Edit(between(start, following), f"{opened}{lines}{source.line_end}{indent}")
    end = source.place(call)
    close = Place(end.path, end.end_row, end.end_column - 1, end.end_row, end.end_column - 1)
    outer = source.line(end.end_row)
    behind = outer[: len(outer) - len(outer.lstrip())]
    return Edit(between(previous, close), f",{source.line_end}{indent}{lines}{source.line_end}{behind}")


def comments_in(module: ModuleInfo, place: Place) -> list[str]:
    """The comments in a span of brackets or whole arguments."""
    rows = list(module.source.lines[place.row - 1 : place.end_row])
    rows[-1] = rows[-1][: place.end_column - 1]
    rows[0] = rows[0][place.column - 1 :]
    if not any("#" in row for row in rows):
        return []
    found: list[str] = []
    with suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(StringIO("\n".join(["(", *rows])).readline):
            found += [token.string] if token.type == tokenize.COMMENT else []
    return found

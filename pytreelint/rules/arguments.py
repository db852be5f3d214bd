"""Edits of a call's arguments: keywords that go, with the commas that kept them apart."""

from __future__ import annotations

import ast
from collections.abc import Collection
from itertools import groupby

from pytreelint.model.concrete import text_of
from pytreelint.model.modules import ModuleInfo
from pytreelint.model.place import Place
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
        if index:
            previous = after(source.place(runs[index - 1][1][-1]))
            edits.append(Edit(between(previous, last), ""))
        else:
            following = before(source.place(runs[index + 1][1][0]))
            edits.append(Edit(between(first, following), ""))
    return edits

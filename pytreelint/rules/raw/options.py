"""Edits of the options of a transform: keywords that go, and one that comes."""

from __future__ import annotations

import ast
from collections.abc import Collection

from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.text.place import Place
from pytreelint.rules.arguments import after, before, between, comments_in, without
from pytreelint.rules.finding import Edit


def option_edits(
    module: ModuleInfo, call: ast.Call | None, used: ast.expr, gone: Collection[ast.keyword], added: str = ""
) -> list[Edit]:
    """The edits, beside that of the transform's own name.

    Args:
        call: `jit(f, ...)` or `partial(jit, ...)`; None for the plain name.
        used: where the transform's name stands.
        gone: keywords of the call.
        added: a keyword argument as text, or nothing.
    """
    place = module.source.place
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords] if call is not None else []
    kept = [each for each in given if each not in gone and each is not used]
    commented = call is not None and call.func is not used and bool(comments_in(module, place(call)))
    if call is None or not (kept or commented):  # `@jit`, `@jit(static_argnums=0)`, `@partial(jit, static_argnums=0)`
        end = place(call if call is not None else used)
        rest = [Edit(between(after(place(used)), end), f"({added})" if added else "")]
        start = [Edit(_up_to(place(call), place(used)), "")] if call is not None and call.func is not used else []
        return [*start, *rest] if rest[0].content or call is not None else []
    edits = without(module, call, gone)
    if not added:
        return edits
    last = max((after(place(each)) for each in (*kept, *([used] if call.func is not used else []))), key=_end)
    for index, edit in enumerate(edits):
        if edit.content == "" and (edit.place.row, edit.place.column) == (last.row, last.column):
            edits[index] = Edit(edit.place, f", {added}")
            return edits
    return [*edits, Edit(last, f", {added}")]


def _up_to(start: Place, end: Place) -> Place:
    return between(before(start), before(end))


def _end(place: Place) -> tuple[int, int]:
    return place.row, place.column

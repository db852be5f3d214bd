"""A transform under a name of the file's own, with options: `compiled = partial(jax.jit, inline=True)`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import reference, text_of
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import standing
from pytreelint.rules.arguments import after
from pytreelint.rules.finding import Edit

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


@record(frozen=True, slots=True)
class Alias:
    """A use of a name that stands for a transform with options.

    Attributes:
        use: the name, where it is used.
        call: that is given the function, None for a decorator.
        whole: what the name stands for: a call of `partial` with keywords.
        used: where the transform's own name stands in it.
    """

    use: ast.Name
    call: ast.Call | None
    whole: ast.Call
    used: ast.expr


def alias_at(model: Model, module: ModuleInfo, node: ast.expr, name: str) -> Alias | None:
    """What a decorator or call names so; None where the name may mean something else, or takes more options here."""
    call = node if isinstance(node, ast.Call) else None
    use = node.func if isinstance(node, ast.Call) else node
    if not isinstance(use, ast.Name) or (call is not None and (len(call.args) != 1 or call.keywords)):
        return None
    found = occurrences(module.tree)
    stored = [each for each in found.names.get(use.id, ()) if not isinstance(each.ctx, ast.Load)]
    if len(stored) != 1 or use.id in found.parameters:
        return None
    defined = standing(module.tree)[stored[0]].holder
    if not isinstance(defined, ast.Assign) or defined.targets != stored or defined not in module.tree.body:
        return None
    if not isinstance(defined.value, ast.Call) or len(defined.value.args) != 1:
        return None
    used = reference(model, module, defined.value.args[0], name)
    alone = all(each.arg is not None for each in defined.value.keywords) and "#" not in text_of(module, defined.value)
    return Alias(use, call, defined.value, used) if used is defined.value.args[0] and alone else None


def at_use(module: ModuleInfo, alias: Alias, edits: Sequence[Edit], code: str) -> list[Edit]:
    """The edits of what a name stands for as one of the place where it is used; edits of other places stay.

    Args:
        code: the transform's new name.
    """
    source = module.source
    whole = source.place(alias.whole)
    start, end = (whole.row, whole.column), (whole.end_row, whole.end_column)
    spans = [((e.place.row, e.place.column), (e.place.end_row, e.place.end_column)) for e in edits]
    inside = [edit for edit, (first, last) in zip(edits, spans, strict=True) if start <= first and last <= end]
    others = [edit for edit in edits if edit not in inside]
    text = _applied(text_of(module, alias.whole), start, inside)
    if alias.call is None:
        return [Edit(source.place(alias.use), text), *others]
    parsed = ast.parse(text, mode="eval").body
    options = parsed.keywords if isinstance(parsed, ast.Call) else []
    given = "".join(f", {ast.unparse(each)}" for each in options)
    return [Edit(source.place(alias.use), code), Edit(after(source.place(alias.call.args[0])), given), *others]


def _applied(text: str, start: tuple[int, int], edits: Sequence[Edit]) -> str:
    """The text of an expression after edits in it."""
    rows = text.split("\n")
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row) + 1)

    def offset(row: int, column: int) -> int:
        return begins[row - start[0]] + column - (start[1] if row == start[0] else 1)

    for edit in sorted(edits, key=lambda edit: (edit.place.row, edit.place.column), reverse=True):
        place = edit.place
        text = text[: offset(place.row, place.column)] + edit.content + text[offset(place.end_row, place.end_column) :]
    return text

"""Help lines of the 2xx rules: this program's own expression with the filtered twin, valid Python once pasted."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import PARTITION
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import renamed

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.rules.finding import Fix

_OPTIONS = ("dynamic=", "if_array(")  # what a fix may write beside the twin's name


def with_twin(
    model: Model,
    module: ModuleInfo,
    node: ast.AST,
    transform: Transform,
    why: str,
    decorated: str = "",
    fix: Fix | None = None,
) -> str:
    """Import the twin and use it where the raw transform stands; `why` names the class and field.

    Args:
        fix: what is said is what it would write, options included.
    """
    twin = transform.twins.get(model.program.target_for(module), "")
    if not twin:
        return f"{PARTITION}  # pass `arrays`, and combine them with `rest` inside: {why}"
    written = _written(module, node, fix) if fix is not None and isinstance(node, ast.expr) else None
    if written is not None and any(word in written[1] for word in _OPTIONS):
        imports, text = written
        if decorated:
            return f"{imports}  # and decorate `{decorated}` with `@{text}`: {why}"
        return f"{imports}; {text}  # {why}" if imports else f"{text}  # {why}"
    home, _, name = twin.rpartition(".")
    if decorated:
        return f"from {home} import {name}  # and decorate `{decorated}` with `@{name}`: {why}"
    code = renamed(model, module, node, transform.name, name) if isinstance(node, ast.expr) else None
    return f"from {home} import {name}; {code or name}  # {why}"


def as_fixed(module: ModuleInfo, node: ast.AST, fix: Fix, why: str) -> str:
    """Returns what the fix writes in the place of an expression; what the fix says where that takes several lines."""
    written = _written(module, node, fix) if isinstance(node, ast.expr) else None
    if written is None:
        return f"{fix.message}: {why}"
    imports, text = written
    return f"{imports}; {text}  # {why}" if imports else f"{text}  # {why}"


def _written(module: ModuleInfo, node: ast.expr, fix: Fix) -> tuple[str, str] | None:
    """The imports that a fix adds, and what it makes of an expression; None where that stands on several lines."""
    whole = module.source.place(node)
    edits = [edit for edit in fix.own_edits if edit.place.row == edit.place.end_row == whole.row]
    if whole.row != whole.end_row:
        return None
    line, end, parts = module.source.line(whole.row), whole.column, []
    for edit in sorted(edits, key=lambda edit: (edit.place.column, edit.place.end_column)):
        if not whole.column <= edit.place.column <= edit.place.end_column <= whole.end_column:
            continue
        if edit.content.lstrip().startswith("#"):
            continue  # `why` stands in the comment's place
        parts += [line[end - 1 : edit.place.column - 1], edit.content]
        end = edit.place.end_column
    homes = dict.fromkeys(each.home for each in fix.needed)
    aliases = {home: ", ".join(each.alias for each in fix.needed if each.home == home) for home in homes}
    imports = "; ".join(f"from {home} import {names}" for home, names in aliases.items())
    return imports, "".join([*parts, line[end - 1 : whole.end_column - 1]])

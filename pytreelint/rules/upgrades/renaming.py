"""Fixes of the 8xx rules: today's name where the old one stands."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.replaced_calls import TAKES, VALUES
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import standing
from pytreelint.model.text.imports.statement import rewritten
from pytreelint.model.text.imports.style import style_of
from pytreelint.model.text.place import Needed
from pytreelint.model.values.sites import NameUsed, Outdated
from pytreelint.rules.arguments import comments_in
from pytreelint.rules.conditions import SAME_FUNCTION
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.upgrades.carried import carried

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def renamed_use(site: Outdated, model: Model) -> Fix | None:
    """The new name where the old one is used; None for imports of modules, and where it does not fit."""
    upgrade, module = site.upgrade, site.module
    if not upgrade.instead or not isinstance(site.node, (ast.Attribute, ast.Name)):
        return None
    spelled = spelling(module, upgrade.instead, site.node)
    if spelled is None or _reads_class(module, site.node, upgrade.name, upgrade.instead):
        return None
    more = carried(model, module, [site.node], upgrade.name)
    if more is None:
        return None
    edits = [Edit(module.source.place(site.node), spelled.code), *more.edits]
    return fix_of(module.source, f"Use `{spelled.code}`", edits, [spelled], more.conditions)


def _reads_class(module: ModuleInfo, node: ast.expr, old: str, new: str) -> bool:
    """Whether an attribute of a class is read, and a function took its place."""
    became_function = old.rpartition(".")[2][:1].isupper() and new.rpartition(".")[2][:1].islower()
    held = standing(module.tree).get(node)
    return became_function and held is not None and isinstance(held.holder, ast.Attribute)


def renamed_import(site: Outdated, model: Model) -> Fix | None:
    """`from jax import tree_map` as an import of today's name, under the same local one."""
    upgrade, alias, statement = site.upgrade, site.node, site.statement
    if (
        not upgrade.instead
        or "." not in upgrade.instead
        or not isinstance(alias, ast.alias)
        or not isinstance(statement, ast.ImportFrom)
        or statement.level
    ):
        return None
    if f"{statement.module}.{alias.name}" != upgrade.name:
        return None
    module, _, name = upgrade.instead.rpartition(".")
    local = alias.asname or alias.name
    uses = _uses(site.module, statement, local)
    more = carried(model, site.module, uses, upgrade.name) if uses is not None else None
    if more is None or not (uses or _means_the_same(upgrade.name)):
        return None
    changed = _imported(site.module, statement, alias, Needed(module, name, local, statement.lineno))
    if changed is None:
        return None
    edits, spellings = changed
    message = f"Import `{upgrade.instead}`"
    return fix_of(site.module.source, message, [*edits, *more.edits], spellings, more.conditions)


def _imported(
    module: ModuleInfo, statement: ast.ImportFrom, alias: ast.alias, new: Needed
) -> tuple[list[Edit], list[Spelling]] | None:
    """The import of today's name in place of the old one; None where a comment stands among several names."""
    source = module.source
    if len(statement.names) == 1:
        return [Edit(source.place(statement), f"from {new.home} import {new.alias}")], []
    style = style_of(source.folder)
    kept = [(each.name, each.asname) for each in statement.names if each is not alias]
    if comments_in(module, source.place(statement)):
        return None
    if new.home == statement.module:
        kept.insert(statement.names.index(alias), (new.name, new.asname))
    edit = Edit(*rewritten(source, statement, kept, style))
    return [edit], [] if new.home == statement.module else [Spelling(new.local, new)]


def _means_the_same(name: str) -> bool:
    """Whether whoever takes the name from this file may go on as before."""
    return name in VALUES or (name in TAKES and TAKES[name].is_same)


def _uses(module: ModuleInfo, statement: ast.stmt, local: str) -> list[ast.expr] | None:
    """The uses of an imported name; None where the name may mean something else as well."""
    uses: list[ast.expr] = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id == local:
            if not isinstance(node.ctx, ast.Load):
                return None
            uses.append(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and node is not statement:
            if any((alias.asname or alias.name) == local for alias in node.names):
                return None
        elif not isinstance(node, (ast.alias, ast.keyword)) and local in (
            getattr(node, "name", None),
            getattr(node, "arg", None),
        ):
            return None
    return uses


def static_marked(site: NameUsed, instead: str) -> Fix | None:
    """`static_field(...)` as `field(static=True, ...)`."""
    module, node = site.module, site.node
    call = _call_of(module, node)
    spelled = spelling(module, instead, node)
    if call is None or spelled is None or any(k.arg in (None, "static", "metadata") for k in call.keywords):
        return None
    assert isinstance(node, ast.expr)
    edits = [Edit(module.source.place(node), spelled.code)]
    first = next(iter([*call.args, *(k for k in call.keywords)]), None)
    if isinstance(first, ast.keyword):
        place = module.source.place(first)
        edits.append(Edit(type(place)(place.path, place.row, place.column, place.row, place.column), "static=True, "))
    elif first is None:
        end = module.source.place(call)
        edits.append(
            Edit(type(end)(end.path, end.end_row, end.end_column - 1, end.end_row, end.end_column - 1), "static=True")
        )
    else:
        return None
    return fix_of(module.source, f"Use `{spelled.code}(static=True)`", edits, [spelled], [SAME_FUNCTION])


def _call_of(module: ModuleInfo, node: ast.AST) -> ast.Call | None:
    return occurrences(module.tree).calls.get(node) if isinstance(node, ast.expr) else None

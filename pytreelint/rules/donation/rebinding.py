"""Fixes of what is used after it was donated: the result takes its name, or it is copied before."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import COPIER, MAPPER
from pytreelint.model.project.importing import spelling
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.text.place import Place
from pytreelint.model.types.opaque_leaves import opaque_leaves
from pytreelint.model.values.asides import DonatingCall
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.model.values.states import holds
from pytreelint.model.values.value import Array
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.inserting import insertable, is_bound_in, is_read_in, own_scope, scope_of

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_BACK = Condition("the call gives back a tree of the structure that it was given", True)
_MEMORY = Condition("a copy takes the memory that donation was to save", False)


def kept_alive(site: DonatedUsed, model: Model) -> Fix | None:
    """The result under the name of what was donated, or a copy; None where neither is known to be meant."""
    module, call = site.module, site.donated.node
    outer = around(module.tree, call)
    statement, scope = insertable(module, outer), scope_of(outer)
    given = next((s for s in model.sites_at(call) if isinstance(s, DonatingCall)), None)
    alone = statement is not None and _ends_its_line(module, statement)
    if site.donated.module is not module or statement is None or not alone or scope is None or given is None:
        return None
    name, used = given.operand.node, _root(site.node)
    if not isinstance(name, ast.Name) or given.operand.label != site.donated.by or not is_bound_in(scope, name.id):
        return None
    if used is not None and used.id != name.id:
        return _copied_alias(module, scope, used.id, given, model)
    target = _target(statement, call, given.back)
    if target is None:
        return None
    loop = nearest(outer, _LOOPS)
    if loop is not None and holds(call, site.node):
        if target.id == name.id:
            return None  # it is bound already: what is deleted has another name, outside of this loop
        return _rebound(module, scope, loop, statement, target, name.id)
    return _copied(module, name, given, model)


def _ends_its_line(module: ModuleInfo, statement: ast.stmt) -> bool:
    place = module.source.place(statement)
    rest = module.source.line(place.end_row)[place.end_column - 1 :].strip()
    return not rest or rest.startswith("#")


def _root(node: ast.AST) -> ast.Name | None:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _target(statement: ast.stmt, call: ast.AST, back: tuple[int, ...] | None) -> ast.Name | None:
    """The name that an assignment gives to the part of the result that is the state."""
    if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
        return None
    target: ast.expr = statement.targets[0]
    for index in back or ():
        if not isinstance(target, (ast.Tuple, ast.List)) or any(isinstance(e, ast.Starred) for e in target.elts):
            return None
        target = target.elts[index]
    return target if back is not None and isinstance(target, ast.Name) else None


def _rebound(
    module: ModuleInfo, scope: ast.AST, loop: ast.AST, statement: ast.stmt, target: ast.Name, name: str
) -> Fix:
    """Returns the fix in a loop: the result is bound to the name that the next iteration passes."""
    source = module.source
    after = [node for node in own_scope(scope) if isinstance(node, ast.Name) and _begins_after(node, loop)]
    wanted = any(node.id in (name, target.id) and isinstance(node.ctx, ast.Load) for node in after)
    conditions = [_BACK, Condition("the state is read after the loop", wanted)]
    if not is_read_in([scope], target.id):
        return fix_of(source, f"Bind the result to `{name}`", [Edit(source.place(target), name)], (), conditions)
    line, row = source.line(statement.lineno), source.place(statement).end_row
    column = len(source.line(row)) + 1
    text = f"{source.line_end}{line[: len(line) - len(line.lstrip())]}{name} = {target.id}"
    edit = Edit(Place(source.path, row, column, row, column), text)
    return fix_of(source, f"Go on with `{target.id}` as `{name}`", [edit], (), conditions)


def _begins_after(node: ast.Name, loop: ast.AST) -> bool:
    return node.lineno > (getattr(loop, "end_lineno", 0) or 0)


def _copied_alias(module: ModuleInfo, scope: ast.AST, name: str, given: DonatingCall, model: Model) -> Fix | None:
    """`best = state` becomes a copy."""
    bound = [n for n in own_scope(scope) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)]
    assignments = [s for s in own_scope(scope) if isinstance(s, ast.Assign) and s.targets == bound]
    if len(bound) != 1 or len(assignments) != 1 or not isinstance(assignments[0].value, (ast.Name, ast.Attribute)):
        return None
    return _copied(module, assignments[0].value, given, model)


def _copied(module: ModuleInfo, value: ast.expr, given: DonatingCall, model: Model) -> Fix | None:
    """Returns the fix that copies an expression; of a tree, if all of its leaves are certainly arrays."""
    held, source = given.operand.value, module.source
    copier, mapper = spelling(module, COPIER, value), spelling(module, MAPPER, value)
    if copier is None or mapper is None or any(True for _ in opaque_leaves(model, held)):
        return None
    text = text_of(module, value)
    single = isinstance(held, Array)
    code = f"{copier.code}({text})" if single else f"{mapper.code}({copier.code}, {text})"
    spellings = [copier] if single else [copier, mapper]
    return fix_of(source, f"Copy `{text}`", [Edit(source.place(value), code)], spellings, [_MEMORY], never_safe=True)

"""The fix of a PyTree that is a static argument: the twin traces it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.concrete import reference, text_of
from pytreelint.model.leaves import tree_with_arrays, unhashable
from pytreelint.model.modules import ModuleInfo
from pytreelint.model.sites import DecoratedMethod
from pytreelint.model.values import Unknown, Value
from pytreelint.rules.conditions import ALL_RAISE, TRACED_NOW
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.raw.rewrite import call_of, said_by_kind, twin_fix
from pytreelint.rules.raw.seen import calls_at

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


def traced_instead(
    model: Evaluator, module: ModuleInfo, node: ast.AST, transform: Transform, spellings: Sequence[object]
) -> Fix | None:
    """The twin without the option that makes an argument static; None where a call needs it so.

    Args:
        spellings: the argument's position and name, as the option may spell it.
    """
    used = reference(model, module, node, transform.name) if isinstance(node, ast.expr) else None
    call = call_of(node, used) if isinstance(node, ast.expr) and used is not None else None
    values = _given(model, node, str(spellings[-1]))
    raising = [_raises(model, value) for value in values]
    if call is None or transform.family == "map" or False in raising:
        return None  # it would be mapped as well
    twin = transform.twins.get(model.program.target_for(module), "")
    gone = said_by_kind(transform, twin, call)
    fewer: list[Edit] = []
    named = False
    for option in (k for k in call.keywords if k.arg in transform.static_params):
        kept = _others(option.value, spellings)
        if kept is None:
            return None
        if option in gone:
            named = named or len(kept) < len(_members(option.value))
        elif not kept:
            named = True
            gone.append(option)
        elif len(kept) < len(_members(option.value)):
            named = True
            fewer.append(Edit(module.source.place(option.value), _display(module, kept)))
    if not named:
        return None
    whole = twin_fix(model, module, node, transform, inside=values, gone=gone)
    if whole is None:
        return None
    certain = bool(raising) and all(raising)
    conditions = (*whole.conditions, ALL_RAISE if certain else TRACED_NOW)
    tier = whole.applicability if certain else "unsafe"
    return replace(whole, applicability=tier, edits=(*fewer, *whole.edits), conditions=conditions)


def _given(model: Evaluator, node: ast.AST, name: str) -> list[Value]:
    """What the argument was in each call that was seen."""
    instances = [s.instance for s in model.sites if isinstance(s, DecoratedMethod) and s.node is node and s.static]
    named = [o.value for c in calls_at(model, node) for o in c.operands if o.role == "static" and o.label == name]
    return named or instances


def _raises(model: Evaluator, value: Value) -> bool | None:
    """Whether a call certainly raises with this as a static argument."""
    if isinstance(value, Unknown):
        return None
    if unhashable(model, value) is not None:
        return True
    return None if tree_with_arrays(model, value) else False


def _members(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List) else [node]


def _others(node: ast.expr, spellings: Sequence[object]) -> list[ast.expr] | None:
    """The members of `0`, `(0,)`, `["self"]` that mean another argument; None where they are not written out."""
    members = _members(node)
    if not all(isinstance(each, ast.Constant) for each in members):
        return None
    return [each for each in members if isinstance(each, ast.Constant) and each.value not in spellings]


def _display(module: ModuleInfo, members: Sequence[ast.expr]) -> str:
    inner = [text_of(module, each) for each in members]
    return inner[0] if len(inner) == 1 else f"({', '.join(inner)})"

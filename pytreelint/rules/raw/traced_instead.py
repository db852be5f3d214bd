"""The fix of a PyTree that is a static argument: the twin traces it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import reference, text_of
from pytreelint.model.types.held import tree_with_arrays
from pytreelint.model.types.leaves import unhashable
from pytreelint.model.values.sites import DecoratedMethod, TransformCall
from pytreelint.model.values.value import Unknown, Value
from pytreelint.rules.conditions import ALL_RAISE, TRACED_NOW
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.raw.options import option_edits
from pytreelint.rules.raw.rewrite import call_of, said_by_kind, twin_fix
from pytreelint.rules.raw.seen import calls_at

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def traced_instead(
    model: Model, module: ModuleInfo, node: ast.AST, transform: Transform, spellings: Sequence[object]
) -> Fix | None:
    """The twin without the option that makes an argument static; None where a call needs it so.

    Args:
        spellings: the argument's position and name, as the option may spell it.
    """
    values = _seen_arguments(model, node, str(spellings[-1]))
    raising = [_raises(model, value) for value in values]
    twin = transform.twins.get(model.program.target_for(module), "")
    option = None if transform.family == "map" or False in raising else _option(model, module, node, transform, twin)
    if option is None:
        return None  # it would be mapped as well
    changes = _fewer(module, option, transform, spellings)
    if changes is None:
        return None
    gone, fewer = changes
    whole = twin_fix(model, module, node, transform, inside=values, gone=[*gone, *option.unsaid])
    if whole is None:
        return None
    certain = bool(raising) and all(raising)
    conditions = (*whole.conditions, ALL_RAISE if certain else TRACED_NOW)
    tier = whole.applicability if certain else "unsafe"
    return replace(whole, applicability=tier, edits=(*fewer, *whole.edits), conditions=conditions)


def untraced(site: TransformCall, model: Model, spellings: Sequence[object]) -> Fix | None:
    """The raw transform without the option that makes an array static; None where the function needs its value."""
    module, node, transform = site.module, site.node, site.transform
    option = _option(model, module, node, transform, "")
    changes = _fewer(module, option, transform, spellings) if option is not None else None
    if option is None or changes is None or transform.family == "map" or module.origin != "project":
        return None
    gone, fewer = changes
    edits = [*fewer, *option_edits(module, option.call, option.used, gone)]
    return fix_of(module.source, f"Trace `{spellings[-1]}`", edits, (), [TRACED_NOW])


@record(frozen=True, slots=True)
class _Options:
    """The call that holds a transform's options; where its name stands; options that the twin does not know."""

    call: ast.Call
    used: ast.expr
    unsaid: list[ast.keyword]


def _option(model: Model, module: ModuleInfo, node: ast.AST, transform: Transform, twin: str) -> _Options | None:
    used = reference(model, module, node, transform.name) if isinstance(node, ast.expr) else None
    call = call_of(node, used) if isinstance(node, ast.expr) and used is not None else None
    return _Options(call, used, said_by_kind(transform, twin, call)) if call is not None and used is not None else None


def _fewer(
    module: ModuleInfo, options: _Options, transform: Transform, spellings: Sequence[object]
) -> tuple[list[ast.keyword], list[Edit]] | None:
    """Options that go, and those that keep other arguments static; None where the argument is not among them."""
    gone: list[ast.keyword] = []
    fewer: list[Edit] = []
    named = False
    for option in (k for k in options.call.keywords if k.arg in transform.static_params):
        kept = _others(option.value, spellings)
        if kept is None:
            return None
        named = named or len(kept) < len(_members(option.value))
        if option in options.unsaid:
            continue
        if not kept:
            gone.append(option)
        elif len(kept) < len(_members(option.value)):
            fewer.append(Edit(module.source.place(option.value), _display(module, kept)))
    return (gone, fewer) if named else None


def _seen_arguments(model: Model, node: ast.AST, name: str) -> list[Value]:
    """What the argument was in each call that was seen."""
    instances = [s.instance for s in model.sites_at(node) if isinstance(s, DecoratedMethod) and s.static]
    named = [o.value for c in calls_at(model, node) for o in c.operands if o.role == "static" and o.label == name]
    return named or instances


def _raises(model: Model, value: Value) -> bool | None:
    """Whether a call certainly raises with this as a static argument."""
    if isinstance(value, Unknown):
        return None
    if unhashable(model, value) is not None:
        return True
    return None if tree_with_arrays(model, value) else False


def _members(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _others(node: ast.expr, spellings: Sequence[object]) -> list[ast.expr] | None:
    """The members of `0`, `(0,)`, `["self"]` that mean another argument; None where they are not written out."""
    members = _members(node)
    if not all(isinstance(each, ast.Constant) for each in members):
        return None
    return [each for each in members if isinstance(each, ast.Constant) and each.value not in spellings]


def _display(module: ModuleInfo, members: Sequence[ast.expr]) -> str:
    inner = [text_of(module, each) for each in members]
    return inner[0] if len(inner) == 1 else f"({', '.join(inner)})"

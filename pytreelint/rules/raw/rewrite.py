"""Fixes of the 2xx rules: the filtered twin in place of the raw transform, and what must hold for it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.knowledge.refused import DEFAULTS, TAKEN
from pytreelint.knowledge.repairs import ARRAYS_OUT, IS_ARRAY_LIKE, KEYWORDS_ONLY, NO_KEYWORDS, OTHER_RESULTS, UNTAKEN
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import reference
from pytreelint.model.types.held import tree_with_arrays
from pytreelint.model.types.leaves import unhashable
from pytreelint.model.values.sites import DecoratedMethod, Operand, TransformCall
from pytreelint.model.values.value import Unknown, Value
from pytreelint.rules.caught import caught
from pytreelint.rules.conditions import (
    NUMBERS_AS_ARRAYS,
    NUMBERS_TRACED,
    no_numbers,
    numbers_in,
    returns_no_number,
    same_gradients,
    stays_static,
    sums_as_before,
    traced_as_often,
)
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of
from pytreelint.rules.raw.aliased import alias_at, at_use
from pytreelint.rules.raw.as_arrays import as_arrays
from pytreelint.rules.raw.axes import axes_edits
from pytreelint.rules.raw.options import option_edits
from pytreelint.rules.raw.seen import Seen, arrays_only, calls_at, seen
from pytreelint.rules.raw.static_leaves import static_leaves
from pytreelint.rules.raw.used import used_safely

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def twin_fix(
    model: Model,
    module: ModuleInfo,
    node: ast.AST,
    transform: Transform,
    calls: Seen | None = None,
    also: Sequence[Value] = (),
    inside: Sequence[Value] = (),
    *,
    gone: Collection[ast.keyword] = (),
    trace_numbers: bool = True,
) -> Fix | None:
    """The filtered twin where the raw transform stands; None where the target has none, or it can't be spelled.

    Args:
        node: the decorator or call that must change.
        calls: what reaches the transform, and what comes back, where that is not what its calls show.
        also: values beside the operands that are arguments: `self`.
        inside: values that become arguments, and were constants: a Module that is called.
        gone: options that are dropped.
        trace_numbers: whether Python numbers are to be traced as before, where the twin can.
    """
    given = (calls, tuple(also), tuple(inside))
    if calls is not None:  # of one call: nobody else asks
        return _twin_fix(model, module, node, transform, given, gone, trace_numbers)
    question = (twin_fix, node, transform.name, *given, tuple(gone), trace_numbers)
    return model.answer(question, lambda: _twin_fix(model, module, node, transform, given, gone, trace_numbers))


def _twin_fix(
    model: Model,
    module: ModuleInfo,
    node: ast.AST,
    transform: Transform,
    given: tuple[Seen | None, tuple[Value, ...], tuple[Value, ...]],
    gone: Collection[ast.keyword],
    trace_numbers: bool,
) -> Fix | None:
    calls, also, inside = given
    target = model.program.target_for(module)
    twin = transform.twins.get(target)
    if twin is None or not isinstance(node, ast.expr) or transform.gives in OTHER_RESULTS:
        return None
    used = reference(model, module, node, transform.name)
    alias = alias_at(model, module, node, transform.name) if used is None else None
    used = alias.used if alias is not None else used
    spelled = spelling(module, twin, used) if used is not None else None
    if used is None or spelled is None:
        return None
    edits = [Edit(module.source.place(used), spelled.code)]
    spellings = [spelled]
    call = call_of(node if alias is None else alias.whole, used)
    gone = {*gone, *at_default(twin, call)}
    calls = calls if calls is not None else seen(model, node)
    unsaid = said_by_kind(transform, twin, call)
    if not _takes(twin, call, used, {*gone, *unsaid}) or any(o.role == "tangent" for o in calls.operands or ()):
        return None
    if twin in ARRAYS_OUT and _gives_more(transform, call) and not arrays_only(model, calls):
        return None
    axes = axes_edits(model, module, node, transform, twin, call, used, calls)
    if axes is None:
        return None
    edits += axes[0]
    spellings += axes[1]
    kept = _numbers(model, module, node, used, transform, calls, (also, inside), trace_numbers)
    conditions = kept.conditions
    if unsaid:
        known = [o.value for o in calls.operands or () if o.role == "static" and o.value not in inside]
        conditions.append(stays_static(model, known if calls.operands is not None else [Unknown()]))
    statics = static_leaves(model, transform, [*_traced(calls), *also, *inside])
    if (
        statics is None
        or _hashes_arrays(model, node, calls, inside)
        or (twin in NO_KEYWORDS and any(_by_keyword(each) for each in calls_at(model, node)))
    ):
        return None
    conditions += [*statics, *used_safely(model, module, node, transform)]
    conditions += _caught(model, module, node)
    conditions += _hold(
        [traced_as_often(twin), sums_as_before(twin), same_gradients(model, transform, call, calls.operands)]
    )
    spellings += kept.spellings
    edits += [*option_edits(module, call, used, {*gone, *unsaid}, kept.option), *kept.edits]
    edits = edits if alias is None else at_use(module, alias, edits, spelled.code)
    return fix_of(module.source, f"Use `{spelled.code}`", edits, spellings, conditions)


def _gives_more(transform: Transform, call: ast.Call | None) -> bool:
    """Whether there are auxiliary outputs."""
    return call is not None and any(each.arg in (None, transform.has_aux) for each in call.keywords)


def _traced(calls: Seen) -> list[Value]:
    return [each.value for each in calls.operands or () if each.role in ("traced", "carry", "operand")]


def _hashes_arrays(model: Model, node: ast.AST, calls: Seen, inside: Sequence[Value]) -> bool:
    """Whether the twin would hash the leaves of what is static, arrays among them, where JAX hashes the whole."""
    methods = [s.instance for s in model.sites_at(node) if isinstance(s, DecoratedMethod) and s.static]
    given = [each.value for each in calls.operands or () if each.role == "static"]
    values = [value for value in (*given, *methods) if value not in inside]
    return any(tree_with_arrays(model, value) or unhashable(model, value) is not None for value in values)


def _caught(model: Model, module: ModuleInfo, node: ast.AST) -> list[Condition]:
    calls = ((each.caller, each.call) for each in calls_at(model, node))
    return next((found for where, call in [(module, node), *calls] if (found := caught(where, call))), [])


def _by_keyword(site: TransformCall) -> bool:
    return isinstance(site.call, ast.Call) and bool(site.call.keywords)


@record(frozen=True, slots=True)
class _Numbers:
    """What is known of Python numbers, and what it takes to trace them as before."""

    conditions: list[Condition]
    spellings: tuple[Spelling, ...] = ()
    option: str = ""
    edits: tuple[Edit, ...] = ()


def _numbers(
    model: Model,
    module: ModuleInfo,
    node: ast.expr,
    used: ast.expr,
    transform: Transform,
    calls: Seen,
    more: tuple[Sequence[Value], Sequence[Value]],
    trace: bool,
) -> _Numbers:
    also, inside = more
    met = [Unknown()] if calls.operands is None else [o.value for o in calls.operands if _counts(transform, o)]
    numbers = numbers_in(model, [*met, *also])
    entered, returned = no_numbers(transform, numbers), returns_no_number(model, transform, calls.returned)
    conditions = _hold([entered, returned])
    if not trace or transform.family != "jit" or all(condition.holds for condition in conditions):
        return _Numbers(conditions)
    if model.program.target_for(module) == "runtime":
        # Flags decide what a method does: traced, they would raise. What was a constant is to stay one.
        fits = numbers.flags == "none" and numbers_in(model, inside).any == "none"
        test = spelling(module, IS_ARRAY_LIKE, used) if fits else None
        return _Numbers([NUMBERS_TRACED], (test,), f"dynamic={test.code}") if test is not None else _Numbers(conditions)
    if numbers.held != "none" or numbers_in(model, also).varying != "none" or not (returned and returned.holds):
        return _Numbers(conditions)
    arrays = as_arrays(model, module, calls_at(model, node))
    if arrays is None:
        return _Numbers(conditions)
    return _Numbers([NUMBERS_AS_ARRAYS, returned], tuple(arrays[0]), edits=tuple(arrays[1]))


def _hold(conditions: Sequence[Condition | None]) -> list[Condition]:
    return [condition for condition in conditions if condition is not None]


def _counts(transform: Transform, operand: Operand) -> bool:
    """Whether numbers in it would be traced; among what is looped over they raise."""
    return operand.role in ("traced", "carry", "operand") or transform.family == "jit" and operand.role == "index"


def call_of(node: ast.expr, used: ast.expr) -> ast.Call | None:
    """The call that gets the transform's keyword arguments: its own, or that of `partial(jax.jit, ...)`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and (inner.func is used or used in inner.args[:1]):
            return inner
    return None


def said_by_kind(transform: Transform, twin: str, call: ast.Call | None) -> list[ast.keyword]:
    """Options that make arguments static, where the twin knows none of them: what is no array is static there."""
    taken = TAKEN.get(twin)
    if taken is None or call is None or transform.family != "jit":
        return []
    return [k for k in call.keywords if k.arg in transform.static_params and k.arg not in taken]


def at_default(twin: str, call: ast.Call | None) -> list[ast.keyword]:
    """Options that the twin does not know, and that say what is so without them."""
    taken = TAKEN.get(twin)
    given = call.keywords if call is not None and taken is not None else []
    return [k for k in given if k.arg not in (taken or ()) and isinstance(k.value, ast.Constant) and _is_default(k)]


def _is_default(keyword: ast.keyword) -> bool:
    value = keyword.value.value if isinstance(keyword.value, ast.Constant) else ...
    default = DEFAULTS.get(keyword.arg or "", ...)
    return value == default and type(value) is type(default)


def _takes(twin: str, call: ast.Call | None, used: ast.expr, gone: Collection[ast.AST]) -> bool:
    """Whether the twin takes what the raw transform is given; Equinox's take options by keyword only."""
    taken = TAKEN.get(twin)
    kept = [keyword for keyword in call.keywords if keyword not in gone] if call is not None else []
    if any(keyword.arg in UNTAKEN.get(twin, ()) for keyword in kept):
        return False
    if call is None:
        return True
    positional = len(call.args) - (1 if call.func is used else 2)
    if taken is None:
        return positional <= 0 or twin not in KEYWORDS_ONLY
    return positional <= 0 and all(keyword.arg in taken for keyword in kept)

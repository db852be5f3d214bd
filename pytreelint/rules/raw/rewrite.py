"""Fixes of the 2xx rules: the filtered twin in place of the raw transform, and what must hold for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.refused import TAKEN
from pytreelint.knowledge.repairs import IS_ARRAY_LIKE, PARTIAL, UNTAKEN
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.arguments import Arguments
from pytreelint.model.concrete import reference, text_of
from pytreelint.model.frame import Frame
from pytreelint.model.importing import Spelling, spelling
from pytreelint.model.modules import ModuleInfo
from pytreelint.model.place import Place
from pytreelint.model.sites import Operand, TransformCall
from pytreelint.model.tracing import traced
from pytreelint.model.values import Array, ClassValue, Object, Unknown, Value
from pytreelint.rules.conditions import (
    STALE_SELF,
    TRACED_NOW,
    no_numbers,
    numbers_in,
    numbers_traced,
    returns_no_number,
    traced_as_often,
)
from pytreelint.rules.finding import Condition, Edit, Fix
from pytreelint.rules.fixing import fix_of

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


def repaired(site: TransformCall, model: Evaluator) -> Fix | None:
    """The twin for a transform that met its arguments."""
    return twin_fix(model, site.module, site.node, site.transform, site.operands, _returned(site, model))


def _returned(site: TransformCall, model: Evaluator) -> Value | None:
    """What the function gives once its opaque leaves get through; None where the call does not tell."""
    call = site.call
    if site.transform.style == "applies":
        return _applied(site, model)
    if site.made is not None and site.made.method_of is not None:
        return None
    if isinstance(call, ast.Call) and (_starred(call) or len(call.args) + len(call.keywords) != len(site.operands)):
        return None
    positional = len(call.args) if isinstance(call, ast.Call) else len(site.operands)
    values = [traced(o.value, False) if o.role == "traced" else o.value for o in site.operands]
    keywords = {o.label: value for o, value in zip(site.operands[positional:], values[positional:], strict=True)}
    place = ast.copy_location(ast.Name("call", ast.Load()), site.node)
    frame = Frame(site.module, {}, top=True)
    with model.doubt(), model.own_fuel():
        return model.call_value(site.function, Arguments(tuple(values[:positional]), keywords, place, frame))


def _applied(site: TransformCall, model: Evaluator) -> Value | None:
    """The same for a transform that calls its one function itself, as the table says."""
    functions = site.transform.functions
    if len(functions) != 1 or functions[0].many or not functions[0].calls:
        return None
    by_role = {"carry": "carry", "x": "xs", "operands": "operand"}
    values: list[Value] = []
    for given in functions[0].calls:
        if given == "index":
            values.append(Array("jax", "integer"))
            continue
        met = [traced(o.value, False) for o in site.operands if o.role == by_role.get(given)]
        if given != "operands" and len(met) != 1:
            return None
        values += met
    place = ast.copy_location(ast.Name("call", ast.Load()), site.node)
    with model.doubt(), model.own_fuel():
        frame = Frame(site.module, {}, top=True)
        return model.call_value(site.function, Arguments(tuple(values), {}, place, frame))


def _starred(call: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def twin_fix(
    model: Evaluator,
    module: ModuleInfo,
    node: ast.AST,
    transform: Transform,
    operands: Sequence[Operand] | None,
    returned: Value | None,
    also: Sequence[Value] = (),
    *,
    trace_numbers: bool = True,
) -> Fix | None:
    """The filtered twin where the raw transform stands; None where the target has none, or it can't be spelled.

    Args:
        node: the decorator or call that must change.
        operands: what reaches the transform; None where not all of it was seen.
        returned: what the function gives, where that is known.
        also: values beside the operands that become arguments: `self`, a Module that is called.
        trace_numbers: whether Python numbers are to be traced as before, where the twin can.
    """
    target = model.program.target_for(module)
    twin = transform.twins.get(target)
    if twin is None or not isinstance(node, ast.expr) or transform.gives == "closure":
        return None  # what converts closures gives one object, not a pair
    used = reference(model, module, node, transform.name)
    spelled = spelling(module.source, module.name, module.is_package, twin)
    if used is None or spelled is None:
        return None
    edits = [Edit(module.source.place(used), spelled.code)]
    spellings = [spelled]
    call = _call_of(node, used)
    if not _takes(twin, call, used) or any(o.role == "tangent" for o in operands or ()):
        return None
    if transform.axes_params:
        axes = _mapped_arrays(model, module, used, call, transform, twin)
        if axes is None:
            return None
        spellings += axes[0]
        edits += axes[1]
    conditions: list[Condition | None] = []
    met = [Unknown()] if operands is None else [o.value for o in operands if _counts(transform, o)]
    numbers = numbers_in(model, [*met, *also])
    # Flags decide what a method does: traced, they would raise.
    wanted = trace_numbers and numbers.varying != "none" and numbers.flags == "none"
    if target == "runtime" and transform.family == "jit" and wanted:
        dynamic = _dynamic(module, used, call)
        if dynamic is None:
            return None
        edits += dynamic[1]
        spellings.append(dynamic[0])
        conditions.append(numbers_traced())
    else:
        conditions.append(no_numbers(transform, numbers))
    conditions.append(traced_as_often(twin))
    conditions.append(returns_no_number(model, transform, returned))
    return fix_of(module.source, f"Use `{spelled.code}`", edits, spellings, [c for c in conditions if c is not None])


def _mapped_arrays(
    model: Evaluator, module: ModuleInfo, used: ast.expr, call: ast.Call | None, transform: Transform, twin: str
) -> tuple[list[Spelling], list[Edit]] | None:
    """`in_axes=if_array(0)` for `in_axes=0`; None where the axes are not written out."""
    place, keyword = transform.axes_params[0]
    axes = _argument(call, place if call.func is used else -1, keyword) if call is not None else None
    if axes is None or transform.family != "map":
        return [], []
    if_array = spelling(module.source, module.name, module.is_package, f"{twin.rpartition('.')[0]}.if_array")
    mapped = list(_integers(axes))
    if if_array is None or not _written_out(axes):
        return None
    edits = [Edit(module.source.place(n), f"{if_array.code}({text_of(module, n)})") for n in mapped]
    return ([if_array] if mapped else []), edits


def _counts(transform: Transform, operand: Operand) -> bool:
    return operand.role in ("traced", "carry", "operand", "xs") or transform.family == "jit" and operand.role == "index"


def _call_of(node: ast.expr, used: ast.expr) -> ast.Call | None:
    """The call that gets the transform's keyword arguments: its own, or that of `partial(jax.jit, ...)`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and (inner.func is used or used in inner.args[:1]):
            return inner
    return None


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """An argument of a call as it is written."""
    if 0 <= position < len(call.args):
        return call.args[position]
    return next((each.value for each in call.keywords if each.arg == keyword), None)


def _integers(axes: ast.expr) -> Iterator[ast.expr]:
    """The axes in `0`, `(0, None)`, `{"a": -1}`: to map those leaves that are arrays is what is meant."""
    if isinstance(axes, ast.Tuple | ast.List):
        for element in axes.elts:
            yield from _integers(element)
    elif isinstance(axes, ast.Dict):
        for value in axes.values:
            yield from _integers(value)
    else:
        number = axes.operand if isinstance(axes, ast.UnaryOp) else axes
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            yield axes


def _written_out(axes: ast.expr) -> bool:
    """Whether each axis is a number or None."""
    if isinstance(axes, ast.Tuple | ast.List | ast.Dict):
        return all(map(_written_out, axes.values if isinstance(axes, ast.Dict) else axes.elts))
    return isinstance(axes, ast.Constant) or any(_integers(axes))


def _takes(twin: str, call: ast.Call | None, used: ast.expr) -> bool:
    """Whether the twin takes what the raw transform is given; Equinox's take options by keyword only."""
    taken = TAKEN.get(twin)
    if call is not None and any(keyword.arg in UNTAKEN.get(twin, ()) for keyword in call.keywords):
        return False
    if taken is None or call is None:
        return True
    positional = len(call.args) - (1 if call.func is used else 2)
    return positional <= 0 and all(keyword.arg in taken for keyword in call.keywords)


def _dynamic(module: ModuleInfo, used: ast.expr, call: ast.Call | None) -> tuple[Spelling, list[Edit]] | None:
    """`dynamic=is_array_like`: Python numbers are traced, as by the raw transform."""
    spelled = spelling(module.source, module.name, module.is_package, IS_ARRAY_LIKE)
    if spelled is None:
        return None
    option = f"dynamic={spelled.code}"
    if call is None:
        return spelled, [Edit(_after(module.source.place(used)), f"({option})")]
    last = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not last:
        return None
    end = max((_after(module.source.place(each)) for each in last), key=lambda place: (place.row, place.column))
    return spelled, [Edit(end, f", {option}")]


def _after(place: Place) -> Place:
    return Place(place.path, place.end_row, place.end_column, place.end_row, place.end_column)


def static_self(
    model: Evaluator, module: ModuleInfo, node: ast.AST, transform: Transform, instance: Value
) -> Fix | None:
    """`@partial(jax.jit, static_argnums=0)`: an instance that is no PyTree is compiled in, if it has a hash."""
    partial = spelling(module.source, module.name, module.is_package, PARTIAL)
    if not isinstance(node, ast.expr) or not transform.static_params or partial is None:
        return None
    if not isinstance(instance, ClassValue) and not (isinstance(instance, Object) and _hashes(instance)):
        return None
    if isinstance(node, ast.Name | ast.Attribute):
        content = f"{partial.code}({text_of(module, node)}, {transform.static_params[0]}=0)"
        edits, spellings = [Edit(module.source.place(node), content)], [partial]
    else:
        edits, spellings = _one_more_static(module, node, transform), []
    return fix_of(module.source, "Make `self` static", edits, spellings, [STALE_SELF]) if edits else None


def _one_more_static(module: ModuleInfo, node: ast.expr, transform: Transform) -> list[Edit]:
    """`partial(jax.jit, static_argnames="mode")` with `self` among the names."""
    given = node.keywords if isinstance(node, ast.Call) else []
    options = [k for k in given if k.arg in transform.static_params]
    if not isinstance(node, ast.Call) or any(k.arg is None for k in given) or len(options) > 1 or not node.args:
        return []
    if not options:
        places = [*map(module.source.place, node.args), *map(module.source.place, given)]
        last = max(places, key=lambda place: (place.end_row, place.end_column))
        return [Edit(_after(last), f", {transform.static_params[0]}=0")]
    if options[0].arg == transform.static_params[0]:
        return []  # whether it counts `self` is the question
    value = options[0].value
    members = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    if not all(isinstance(each, ast.Constant) for each in members):
        return []
    inner = ", ".join(['"self"', *(text_of(module, each) for each in members)])
    return [Edit(module.source.place(value), f"({inner})")]


def _hashes(instance: Object) -> bool:
    """Whether it certainly has a hash, which says all about it."""
    return instance.cls.hash == "identity" or instance.cls.method("__hash__") is not None


def traced_instead(
    model: Evaluator,
    module: ModuleInfo,
    node: ast.AST,
    transform: Transform,
    spellings: tuple[object, ...],
    also: Sequence[Value],
) -> Fix | None:
    """The twin without the option that makes an argument static; None where it makes others static as well.

    Args:
        spellings: the argument's position and name, as the option may spell it.
        also: its value.
    """
    if transform.family == "map":
        return None  # it would be mapped as well
    whole = twin_fix(model, module, node, transform, None, None, also)
    used = reference(model, module, node, transform.name) if isinstance(node, ast.expr) else None
    call = _call_of(node, used) if isinstance(node, ast.expr) and used is not None else None
    if whole is None or call is None:
        return None
    option = next((k for k in call.keywords if k.arg in transform.static_params), None)
    if option is None or _plain_option(option.value) not in spellings or call.keywords[-1] is not option:
        return None
    given = [*call.args, *(k.value for k in call.keywords[:-1])]
    if not given:  # `@jit(static_argnums=0)`: the call would go as well
        return None
    before = given[-1]
    start, end = module.source.place(before), module.source.place(option.value)
    dropped = Edit(Place(end.path, start.end_row, start.end_column, end.end_row, end.end_column), "")
    others = [edit for edit in whole.own_edits if edit.place != _after(end)]
    dynamic = [Edit(_after(start), edit.content) for edit in whole.own_edits if edit.place == _after(end)]
    edits = (*others, *(Edit(dropped.place, each.content) for each in dynamic)) if dynamic else (*others, dropped)
    imports = whole.edits[len(whole.own_edits) :]
    return Fix(
        "unsafe", whole.message, (*edits, *imports), whole.needed, whole.imports, (*whole.conditions, TRACED_NOW)
    )


def _plain_option(node: ast.expr) -> object:
    """The one member of `0`, `(0,)`, `"self"`."""
    if isinstance(node, ast.Tuple | ast.List) and len(node.elts) == 1:
        node = node.elts[0]
    return node.value if isinstance(node, ast.Constant) else None

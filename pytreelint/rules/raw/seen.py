"""What the fix of a transform must know about its calls: all that were seen, and what its functions give there."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.transforms.roles import signature
from pytreelint.model.transforms.tracing import traced
from pytreelint.model.types.leaves import leaves
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import DecoratedMethod, Operand, TransformCall, TransformMade, TransformOutput
from pytreelint.model.values.value import Array, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_ROLES = {"carry": "carry", "x": "xs", "operands": "operand"}
_MOST = 6  # calls of one transform that are looked at for what it returns


@record(frozen=True, slots=True)
class Seen:
    """The calls of one transform, as far as its file shows.

    Attributes:
        operands: what reaches it, of all calls together; None where none was seen.
        returned: what its functions give; None in place of what is not known.
    """

    operands: tuple[Operand, ...] | None = None
    returned: tuple[Value | None, ...] = (None,)


def seen(model: Model, node: ast.AST) -> Seen:
    """The calls of the transform that stands at a node."""
    return model.answer((seen, node), lambda: _seen(model, node))


def _seen(model: Model, node: ast.AST) -> Seen:
    calls = calls_at(model, node)
    methods = [s for s in model.sites_at(node) if isinstance(s, DecoratedMethod)]
    if not calls:
        return Seen(() if methods else None)
    operands = tuple(operand for call in calls for operand in call.operands)
    if len(calls) > _MOST:
        return Seen(operands)
    returned = []
    for call in calls:
        if call.transform.style == "applies":
            returned += [_applied(model, call, function) for function in _functions(model, call)]
        else:
            instance = next((m.instance for m in methods if m.call is call.call), None)
            wrapped = _wrapped(model, call, instance)
            returned.append(wrapped if wrapped is not None else _output(model, call))
    return Seen(operands, tuple(returned))


def arrays_only(model: Model, calls: Seen) -> bool:
    """Whether all that comes back is known to be arrays."""
    return all(
        value is not None and all(isinstance(leaf.value, Array) for leaf in leaves(model, value))
        for value in calls.returned
    )


def calls_at(model: Model, node: ast.AST) -> list[TransformCall]:
    """The calls that were seen, without what a function would do for any arguments whose calls were seen."""
    return model.answer((calls_at, node), lambda: _calls_at(model, node))


def _calls_at(model: Model, node: ast.AST) -> list[TransformCall]:
    found = [site for site in model.sites_at(node) if isinstance(site, TransformCall)]
    return [site for site in found if not _called(model, site.entry)] or found


def _called(model: Model, entry: ast.AST | None) -> bool:
    return entry is not None and bool(model.callers_of(entry))


def _functions(model: Model, call: TransformCall) -> list[Value]:
    """The functions that a transform was given together with a call's operands: they follow it."""
    found: list[Value] = []
    at = iter(model.sites_at(call.node))
    next(site for site in at if site is call)
    for site in at:
        if isinstance(site, TransformMade):
            found.append(site.function)
        elif isinstance(site, TransformCall) and found:
            break
    return list(dict.fromkeys(found)) or [call.function]


def _output(model: Model, call: TransformCall) -> Value | None:
    """What came back where nothing stopped the call."""
    for site in model.sites_at(call.node):
        if isinstance(site, TransformOutput) and site.operands == call.operands:
            return site.value
    return None


def _wrapped(model: Model, site: TransformCall, instance: Value | None) -> Value | None:
    """What the function gives once its opaque leaves get through; None where the call does not tell."""
    call = site.call
    method = site.wrapper is not None and site.wrapper.method_of is not None
    given = len(call.args) + len(call.keywords) if isinstance(call, ast.Call) else len(site.operands)
    if (method and instance is None) or (
        isinstance(call, ast.Call) and (_starred(call) or given != len(site.operands))
    ):
        return None
    positional = len(call.args) if isinstance(call, ast.Call) else len(site.operands)
    values = [o.value for o in site.operands]  # a number that the twin leaves alone may come out as one
    keywords = {o.label: value for o, value in zip(site.operands[positional:], values[positional:], strict=True)}
    first = [instance] if method and instance is not None else []
    return _result(model, site, site.function, [*first, *values[:positional]], keywords)


def _applied(model: Model, site: TransformCall, function: Value) -> Value | None:
    """The same for a transform that calls its functions itself, as the table says."""
    transform = site.transform
    calls = {each.calls for each in transform.functions}
    if len(calls) != 1 or isinstance(function, Unknown):
        return None
    values: list[Value] = []
    for given in calls.pop():
        if given == "index":
            values.append(Array("jax", "integer"))
            continue
        met = [traced(o.value, False) for o in site.operands if _feeds(o, given)]
        if given != "operands" and len(met) != 1:
            return None
        values += met
    return _result(model, site, function, values, {})


def _feeds(operand: Operand, given: str) -> bool:
    return operand.role == _ROLES.get(given) or (given == "operands" and operand.role == "traced")


def _result(
    model: Model, site: TransformCall, function: Value, values: Sequence[Value], keywords: dict[str, Value]
) -> Value:
    place = ast.copy_location(ast.Name("call", ast.Load()), site.node)
    with model.aside():
        frame = Frame(site.module, {}, top=True)
        return model.call_value(function, Arguments(tuple(values), keywords, place, frame))


def _starred(call: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def spelled(site: TransformCall, index: int) -> tuple[object, ...]:
    """How an option may spell an operand: by its position among the function's parameters, by its name."""
    label = site.operands[index].label
    names = signature(site.function) or []
    skipped = int(site.wrapper is not None and site.wrapper.method_of is not None)  # `self`
    return (names.index(label) if label in names else index + skipped, label)

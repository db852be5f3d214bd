"""What calls give: an object that they were given, a tree of such, such objects anew, or another one."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import TREE_MAPS
from pytreelint.knowledge.objects import (
    COPIES,
    FOLDER,
    HANDS_ON,
    HOLDING_ITEMS,
    OF_ITEMS,
    OF_LEAVES,
    OPTIMIZER_UPDATE,
    READS_ATTRIBUTES,
    RENEWING_METHODS,
    RENEWING_STATES,
    RENEWS,
    SAME,
)
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.accesses import attribute, method_of
from pytreelint.model.algebra.split_keys import folded
from pytreelint.model.values.anew import updated, updated_by_all
from pytreelint.model.values.identity import plain, same, stamped
from pytreelint.model.values.marks import of
from pytreelint.model.values.parts import same_leaves
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Scalar,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def by_unknown(function: Unknown, arguments: Arguments) -> Unknown:
    """What unknown code gives; a method of that name gives its instance anew."""
    holder, name = method_of(function)
    # Of a method, the marks are those of its instance: `state.replace(done=False)` holds what is no tracer.
    traces = function.traces if name in RENEWING_STATES and all(map(_may_be_traced, arguments.values)) else ()
    if function.traces or function.token is not None:
        function = replace(function, traces=traces, certain=False)
    if holder is None or name not in RENEWING_STATES:
        return function
    return updated(function, holder)


def by_union(function: Union, given: Sequence[Value], result: Value) -> Value:
    """The same of one of several states, whichever it is: `given` is what each of them gives."""
    holder, name = method_of(function)
    if holder is None or name not in RENEWING_STATES:
        return result
    states = [each.instance for each in function.options if isinstance(each, Bound)]
    classes = [state.cls for state in states if isinstance(state, Object)]
    alike = all(isinstance(each, Unknown) or isinstance(each, Object) and each.cls in classes for each in given)
    return updated(result, holder) if alike else result


def _may_be_traced(value: Value) -> bool:
    return isinstance(value, (Unknown, Object)) or bool(of(value))


def by_library(name: str, result: Value, arguments: Arguments) -> Value:
    """What a library's function gives: an object that it was given, a tree of such, such objects anew, or another."""
    if name in OF_LEAVES or name in OF_ITEMS:
        return result
    if name in HOLDING_ITEMS and isinstance(result, Object):
        return result
    if name in HOLDING_ITEMS and isinstance(result, Container):
        return result if result.rest is None else replace(result, rest=plain(result.rest))
    if name in READS_ATTRIBUTES:
        return _attribute(result, arguments)
    if name in HANDS_ON:
        given = arguments.get(HANDS_ON[name])
        return result if given is None or result is given else same(plain(result), given)
    position = SAME.get(name)
    if position is not None and len(arguments.args) + len(arguments.keywords) == 1:  # with a dtype, a device: perhaps
        given = arguments.get(position)
        return result if given is None else same(plain(result), given)
    positions = RENEWS.get(name)
    if positions is None:
        return folded(result, arguments) if name == FOLDER else plain(result)
    if name in TREE_MAPS and len(arguments.args) == 2 and not arguments.keywords and _gives_back(arguments.args[0]):
        return converted(same_leaves(arguments.args[1]), result)
    sources = [] if arguments.reshaped else [arguments.get(each) for each in positions]
    result = stamped(result, None) if name in COPIES else plain(result)
    return updated(result, *[source.token for source in sources if source is not None])


def _attribute(result: Value, arguments: Arguments) -> Value:
    """What `getattr(state, "params")` gives, as `state.params` does."""
    match arguments.args:
        case [holder, Constant(value=str(name))]:
            return attribute(holder, name, result, arguments.frame)
    return plain(result)


def _gives_back(function: Value) -> bool:
    """Whether a function gives back what it is given: `lambda x: x`, or a conversion that changes no array of JAX."""
    match function:
        case Library():
            return function.name in SAME
        case Function(node=ast.Lambda(args=ast.arguments(args=[ast.arg(arg=given)]), body=ast.Name(id=name))):
            return name == given
    return False


def converted(given: Value, result: Value) -> Value:
    """A tree with the arrays of JAX of a first one, and what a conversion makes of the other leaves: `asarray`."""
    match given, result:
        case Container(), Container() if given.kind == result.kind and given.keys == result.keys:
            if len(given.items) == len(result.items):
                rest = converted(given.rest, result.rest) if given.rest is not None and result.rest else result.rest
                return replace(given, items=tuple(map(converted, given.items, result.items)), rest=rest)
        case Object(), Object() if given.cls is result.cls:
            made = dict(result.fields)
            return replace(given, fields=tuple((n, converted(held, made.get(n, held))) for n, held in given.fields))
        case Array(flavour="numpy") | Constant() | Scalar(), _:
            return result
    return given


def by_method(ev: Interpreter, instance: Value, name: str, result: Value, arguments: Arguments) -> Value:
    """What a method of an array gives."""
    if name == "astype":
        return _cast(ev, instance, plain(result), arguments)
    return updated(plain(result), instance.token if name in RENEWING_METHODS else None)


def _cast(ev: Interpreter, instance: Value, result: Value, arguments: Arguments) -> Value:
    """`(p - rate * g).astype(p.dtype)`: of what it has anew, that of which it gets the dtype."""
    match arguments.node:
        case ast.Call(args=[ast.Attribute(value=holder, attr="dtype")]) if instance.token is not None:
            with ev.aside():
                return updated_by_all(result, [instance, ev.expression(holder, arguments.frame)])
    return result


def by_optimizer(name: str, result: Value, arguments: Arguments) -> Value:
    """What a method of an optimizer gives: `update` gives its state anew."""
    if name != OPTIMIZER_UPDATE[0] or not isinstance(result, Container) or len(result.items) != 2:
        return plain(result)
    updates, state = map(plain, result.items)
    given, before = arguments.get(0), arguments.get(OPTIMIZER_UPDATE[1], "state")
    items = (_anew(updates, given), _anew(state, before))
    return replace(result, items=items)


def _anew(value: Value, of: Value | None) -> Value:
    return updated(value, of.token if of is not None else None)

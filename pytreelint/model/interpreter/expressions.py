"""Expressions to abstract values, a small function per kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytreelint.model.algebra import accesses, asked_again, comparisons, draws, kept_items, operators, subscripts
from pytreelint.model.algebra.arithmetic import binary, is_text
from pytreelint.model.algebra.demands import (
    KEY,
    answering,
    asks,
    demand,
    doubtful_side,
    guarding,
    hashing,
    host_side,
    is_flag,
    is_guard,
    is_plain,
    tested,
)
from pytreelint.model.algebra.formatting import percent
from pytreelint.model.algebra.narrowing import narrow, outcomes, truth
from pytreelint.model.algebra.raising import acting
from pytreelint.model.interpreter import comprehensions
from pytreelint.model.interpreter.defaults import made_lambda
from pytreelint.model.interpreter.definitions import noted, on_its_side
from pytreelint.model.types import attributes, compiled_in, compiled_items, compiled_modules
from pytreelint.model.values import choices, chosen_items, marks, states, switches, ties
from pytreelint.model.values.anew import updated
from pytreelint.model.values.asides import meets_gradient
from pytreelint.model.values.counting import derived
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import plain, stamped
from pytreelint.model.values.limits import ADDED
from pytreelint.model.values.meeting import OneOf, sides_joined
from pytreelint.model.values.occurring import every
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.regions import around_one, running
from pytreelint.model.values.sizes import shortened
from pytreelint.model.values.unknowns import part_of
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Library,
    Object,
    Opaque,
    Scalar,
    Union,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def _constant(ev: Interpreter, node: ast.Constant, frame: Frame) -> Value:
    return constant(node.value)


def _name(ev: Interpreter, node: ast.Name, frame: Frame) -> Value:
    name = node.id
    if frame.env is not None and name in frame.env:
        value = frame.env[name]
        return noted(ev, value, node, frame) if type(value) is Library else value
    found = frame.find(name) if frame.parent is not None or frame.env is None else None
    if found is None:
        found = ev.memory.names.get((frame.module.name, name)) or ev.name(frame.module, name)  # a call less for most
        found = on_its_side(ev, found, name, frame) if type(found) is Union else found
    if frame.staging and type(found) in compiled_in.CAPTURED:
        compiled_in.captured(ev, node, found, frame)
    return noted(ev, found, node, frame) if type(found) is Library else found


def _attribute(ev: Interpreter, node: ast.Attribute, frame: Frame) -> Value:
    holder = compiled_in.holder(ev, node, frame) if frame.staging else ev.expression(node.value, frame)
    value = attributes.get(ev, holder, node.attr, node, frame)
    if frame.staging and type(holder) in compiled_modules.HOLDERS:
        compiled_modules.read_attribute(ev, holder, value, node, frame)
    if type(value) is Library:
        return noted(ev, value, node, frame)
    return accesses.attribute(holder, node.attr, value, frame) if holder.token is not None else value


def _subscript(ev: Interpreter, node: ast.Subscript, frame: Frame) -> Value:
    value = ev.expression(node.value, frame)
    if isinstance(value, Library):
        return subscripts.of_name(value)
    if isinstance(value, Array):
        accesses.needed(ev, value, node.value, frame)
    found = chosen_items.of_item(subscripts.get(ev, value, node.slice, node, frame), node, frame)
    if frame.staging and type(value) in compiled_items.DICTS:
        compiled_items.read_item(ev, value, found, node, frame)
    return kept_items.taken_by_number(accesses.item(value, node.slice, found, frame), value, node.slice, frame)


def sequence(ev: Interpreter, elements: list[ast.expr], frame: Frame) -> tuple[tuple[Value, ...], Value | None]:
    """Items of a display, and the element type of what is starred into it."""
    items: list[Value] = []
    rest: Value | None = None
    for element in elements:
        if not isinstance(element, ast.Starred):
            if rest is None:
                items.append(ev.expression(element, frame))
            else:
                rest = every([rest, ev.expression(element, frame)])
            continue
        value = ev.expression(element.value, frame)
        known = subscripts.sequence(value)
        few = known is not None and len(items) + len(known.items) <= ADDED
        if known is not None and known.rest is None and rest is None and few:
            items.extend(items_of(known) if known is value else known.items)
        else:
            inner = plain(subscripts.element(ev, value))
            rest = inner if rest is None else every([rest, inner])
    return tuple(items), rest


def _tuple(ev: Interpreter, node: ast.Tuple, frame: Frame) -> Value:
    items, rest = sequence(ev, node.elts, frame)
    return ties.gathered(ev, node, Container("tuple", items, (), rest), frame)


def _list(ev: Interpreter, node: ast.List, frame: Frame) -> Value:
    items, rest = sequence(ev, node.elts, frame)
    return ties.gathered(ev, node, Container("list", items, (), rest), frame)


def _set(ev: Interpreter, node: ast.Set, frame: Frame) -> Value:
    items, rest = sequence(ev, node.elts, frame)
    if len(items) == len(node.elts):
        for each, item in zip(node.elts, items, strict=True):
            hashing(ev, each, item, "a set", frame)
    return Container("set", items, (), rest)


def _dict(ev: Interpreter, node: ast.Dict, frame: Frame) -> Value:
    entries: dict[Any, Value] = {}
    rest: list[Value] = []
    for key, item in zip(node.keys, node.values, strict=True):
        value = ev.expression(item, frame)
        name = ev.expression(key, frame) if key is not None else None
        if key is not None and name is not None:
            hashing(ev, key, name, KEY, frame)
        if isinstance(name, Constant):
            entries[name.value] = value
        elif name is None and isinstance(value, Container) and value.kind == "dict":
            given = stamped(shortened(value), value.token)
            entries |= dict(zip(given.keys, items_of(given), strict=True))
            rest += [given.rest] if given.rest else []
        else:
            rest.append(value if key is not None else DYNAMIC)
    result = Container("dict", tuple(entries.values()), tuple(entries), union(rest) if rest else None)
    return ties.gathered(ev, node, result, frame)


def _if(ev: Interpreter, node: ast.IfExp, frame: Frame) -> Value:
    asked = tested(ev, node.test, "a conditional expression", frame)
    known = truth(asked)
    known = switches.answer(ev, node.test, frame) if known is None else known
    if known is not None:
        return ev.expression(node.body if known else node.orelse, frame)
    doubted, host = doubtful_side(ev, node.test, asked, frame), host_side(node.test, frame)
    with guarding(frame, is_guard(asked) or doubted is True or host is not None):
        yes, no = outcomes(ev, node.test, frame, choices.within(node.test, frame))
        if (asks := asked_again.asked(ev, node.test, frame)) is not None:
            asked_again.take(asks, yes, no, frame)
        with OneOf(frame, node) as one:
            if around_one(node.test, frame) is frame.region:
                chosen = _within(ev, node.body, frame, yes, one)
            else:
                with running(frame, node, test=node.test):
                    chosen = _within(ev, node.body, frame, yes, one)
            with guarding(frame, doubted is False):
                sides = [chosen, _within(ev, node.orelse, frame, no, one)]
    if is_guard(asked):
        value = union(sides)
        return Scalar("bool", guard=True) if is_flag(value) else value
    return sides_joined((sides[0], sides[1]), choices.of_expression(sides, node, frame), node, frame)


def _within(ev: Interpreter, node: ast.expr, frame: Frame, names: dict[str, Value], one: OneOf) -> Value:
    before, unsure, frame.unsure = frame.env, frame.unsure, True
    if before is not None and names:
        frame.env = {**before, **names}
    try:
        with one.of_them():
            return ev.expression(node, frame)
    finally:
        frame.env, frame.unsure = before, unsure


def _bool(ev: Interpreter, node: ast.BoolOp, frame: Frame) -> Value:
    values: list[Value] = []
    goes_on = isinstance(node.op, ast.And)
    needs = frame.deciding[1] if frame.deciding is not None and frame.deciding[0] is node else None
    narrowed: list[tuple[dict[str, Value], dict[str, Value | None]]] = []
    by_tracers = False
    with guarding(frame, False), states.kept(frame) as rest:
        rest.surely()
        for operand in node.values:
            last = operand is node.values[-1]
            what = needs if last else "`and` or `or`"
            value = tested(ev, operand, what, frame) if what is not None else ev.expression(operand, frame)
            if operand is node.values[0]:
                rest.begin()
            known, by_tracers = truth(value), by_tracers or asks(value)
            if known is None and not last:
                known = switches.answer(ev, operand, frame)
            if last or known is not goes_on:
                values.append(value)
            if last or known is (not goes_on):
                ends = known is (not goes_on) and isinstance(value, Constant) and value.kind == "bool"
                if ends and (needs is not None or all(map(is_plain, values))):
                    values = [value]  # whatever comes before it, the whole is as true
                break
            if is_guard(value):
                frame.guard(frame.staging)
            names = choices.within(operand, frame) | narrow(ev, operand, frame, goes_on)
            if names:
                narrowed.append((names, frame.narrow(names)))
    for names, before in reversed(narrowed):
        frame.widen(names, before)
    result = choices.of_alternatives(union(values), node, frame) if values else DYNAMIC
    return answering(result) if by_tracers and truth(result) is None else result


def _binary(ev: Interpreter, node: ast.BinOp, frame: Frame) -> Value:
    left, right = ev.expression(node.left, frame), ev.expression(node.right, frame)
    if isinstance(node.op, ast.Mod) and is_text(left):
        percent(ev, left, node.right, right, frame)
    if isinstance(left, Object) or isinstance(right, Object):
        given = operators.of_two(ev, left, node.op, right, (node.left, node.right), frame)
        if given is not None:
            return given
    if left.token is not None:
        accesses.needed(ev, left, node.left, frame)
    if right.token is not None:
        accesses.needed(ev, right, node.right, frame)
    draws.masked(frame, node, left, right)
    meets_gradient(ev, left, node, frame)
    meets_gradient(ev, right, node, frame)
    return ties.multiplied(ev, node, left, right, operate(left, node.op, right, frame), frame)


def operate(left: Value, op: ast.operator, right: Value, frame: Frame) -> Value:
    """Returns the result of an arithmetic operator in a frame, with its marks."""
    result = binary(left, op, right)
    if isinstance(left, Container) or isinstance(right, Container) or is_text(left):
        return result
    result = marks.arithmetic(result, (acting(left), acting(right)), frame.staging)
    if isinstance(op, ast.FloorDiv):
        result = marks.without_tangent(result)
    if left.token is None and right.token is None:
        return result
    return updated(plain(result), *(() if isinstance(op, ast.MatMult) else (left.token, right.token)))


def _unary(ev: Interpreter, node: ast.UnaryOp, frame: Frame) -> Value:
    if isinstance(node.op, ast.Not):
        value = tested(ev, node.operand, "`not`", frame)
        known = truth(value)
        return Scalar("bool", is_guard(value)) if known is None else constant(not known, asks(value))
    value = ev.expression(node.operand, frame)
    if isinstance(value, Constant) and value.kind in ("int", "float") and isinstance(node.op, ast.USub):
        return derived(constant(-value.value), value)
    if isinstance(value, Object):
        return operators.of_one(ev, node.op, value, node.operand, frame) or DYNAMIC
    accesses.needed(ev, value, node.operand, frame)
    given = value if isinstance(value, (Array, Scalar)) else part_of(value)
    return updated(plain(marks.arithmetic(given, (value,), frame.staging)), value.token)


def _joined(ev: Interpreter, node: ast.JoinedStr, frame: Frame) -> Value:
    texts: list[str | None] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            value = ev.expression(part.value, frame)
            accesses.needed(ev, value, part.value, frame)
            if part.format_spec is not None and part.conversion == -1:
                demand(ev, part.value, value, "a format", frame, gradients=True, any_tree=True)
            texts.append(_shown(value, part))
        elif isinstance(part, ast.Constant):
            texts.append(str(part.value))
    known = [text for text in texts if text is not None]
    return constant("".join(known)) if len(known) == len(texts) else Opaque("str")


def _shown(value: Value, part: ast.FormattedValue) -> str | None:
    """The text of a known name or count in an f-string."""
    plain = part.format_spec is None and part.conversion == -1
    shown = plain and isinstance(value, Constant) and value.kind in ("str", "int")
    return str(value.value) if shown and isinstance(value, Constant) else None


def assign(ev: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    """Bind a target, whatever its shape."""
    from pytreelint.model.interpreter.assignments import assign as run

    run(ev, target, value, frame)


def _await(ev: Interpreter, node: ast.Await, frame: Frame) -> Value:
    ev.expression(node.value, frame)
    return DYNAMIC


def _yield(ev: Interpreter, node: ast.Yield, frame: Frame) -> Value:
    frame.give(ev.expression(node.value, frame) if node.value is not None else NONE)
    return DYNAMIC


def _yield_from(ev: Interpreter, node: ast.YieldFrom, frame: Frame) -> Value:
    frame.give(subscripts.element(ev, ev.expression(node.value, frame)))
    return DYNAMIC


HANDLERS: dict[type[ast.expr], Callable[[Interpreter, Any, Frame], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.IfExp: _if,
    ast.BoolOp: _bool,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: comparisons.of_node,
    ast.Lambda: made_lambda,
    ast.JoinedStr: _joined,
    ast.NamedExpr: comprehensions.walrus,
    ast.ListComp: comprehensions.collected,
    ast.SetComp: comprehensions.collected,
    ast.GeneratorExp: comprehensions.collected,
    ast.DictComp: comprehensions.mapping,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
}

"""Results of comparisons, and what they need of traced values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.special import ITERATION
from pytreelint.model.algebra import operators, special
from pytreelint.model.algebra.accesses import needed
from pytreelint.model.algebra.arithmetic import decided, is_number, is_text
from pytreelint.model.algebra.demands import demand, hashing, is_guard
from pytreelint.model.algebra.raising import acting, compared
from pytreelint.model.syntax.forms import is_of_another_form
from pytreelint.model.values import marks
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.states import facts, uncompiled
from pytreelint.model.values.unknowns import OF_TREE, beyond
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Container,
    Object,
    Scalar,
    Unknown,
    Value,
    constant,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def of_node(ev: Interpreter, node: ast.Compare, frame: Frame) -> Value:
    """Returns the value of a comparison expression."""
    before = facts(frame) if frame.staging else None
    values = [ev.expression(x, frame) for x in (node.left, *node.comparators)]
    if len(values) == 2:
        if before is not None and type(node.left) is ast.Attribute and type(values[0]) is Object and values[1] == NONE:
            uncompiled(frame, before)  # it is not None
        known = decided(values[0], node.ops[0], values[1])
        if known is not None:
            return constant(known)
        given = operators.compared(ev, values[0], node.ops[0], values[1], node.left, frame)
        if given is not None:
            return given
    if frame.tracing and is_of_another_form(frame.module.tree, node):
        return Scalar("bool", guard=True)
    if isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        return Scalar("bool", guard=any(map(is_guard, values)) or _asks_field(*values))
    if isinstance(node.ops[0], (ast.In, ast.NotIn)):
        _contained(ev, node, values, frame)
        return Scalar("bool")
    for value, part in zip(values, (node.left, *node.comparators), strict=True):
        if value.token is not None:
            needed(ev, value, part, frame)
    if len(values) > 2:
        first = comparison(values[0], node.ops[0], values[1], frame)
        traced = node.left if marks.of(values[0]) or not marks.of(values[1]) else node.comparators[0]
        demand(ev, traced, first, "a comparison of three", frame)
    return comparison(values[-2], node.ops[-1], values[-1], frame)


def _asks_field(value: Value, other: Value, *_: Value) -> bool:
    """Whether it asks if a field of a traced tree is None, which who has made the tree knows."""
    return other == NONE and isinstance(value, Unknown) and value.reason == OF_TREE


def comparison(left: Value, op: ast.cmpop, right: Value, frame: Frame) -> Value:
    """Returns the result of `<` or `==` in a frame, with its marks."""
    equals = isinstance(op, (ast.Eq, ast.NotEq))
    if equals and (leaves := _compared_leaves(left, right)):
        return marks.operated(Array("jax", "bool"), leaves, frame.staging)
    values = (compared(left, right), compared(right, left)) if equals else (acting(left), acting(right))
    arrays = [v for v in values if isinstance(v, Array)]
    if equals and any(is_text(v) or v == NONE for v in values):
        return Scalar("bool") if arrays or not any(isinstance(v, Unknown) for v in values) else DYNAMIC
    if arrays:
        flavour = "jax" if any(a.flavour == "jax" for a in arrays) else arrays[0].flavour
        return marks.of_numbers(marks.operated(Array(flavour, "bool"), values, frame.staging), values)
    if all(is_number(v) or is_text(v) for v in values):
        return Scalar("bool", guard=any(map(is_guard, values)))
    certain = not equals or any(all(map(is_number, options_of(v))) or marks.certain(v) for v in values)
    return _of_tracers(marks.arithmetic(beyond(*values), values, frame.staging)) if certain else beyond(*values)


def _of_tracers(result: Value) -> Value:
    """Returns what a comparison gives: that of tracers, which no tree has, is an array of booleans."""
    if not isinstance(result, Unknown) or not result.certain or not result.traces:
        return result
    return replace(Array("jax", "bool"), traces=marks.not_gradients(result.traces))


def _compared_leaves(left: Value, right: Value) -> tuple[Array, ...]:
    """The arrays that decide whether two Modules of Equinox are equal, if nothing else does: then that is an array."""
    if not isinstance(left, Object) or not isinstance(right, Object) or left.cls is not right.cls:
        return ()
    cls, held = left.cls, (*left.fields, *right.fields)
    arrays = tuple(value for _, value in held if isinstance(value, Array) and value.flavour == "jax")
    by_leaves = cls.maker is not None and cls.maker.methods_are_trees and cls.method("__eq__") is None
    return arrays if by_leaves and len(arrays) == len(held) == 2 * len(cls.fields()) else ()


def _contained(ev: Interpreter, node: ast.Compare, values: list[Value], frame: Frame) -> None:
    """`x in (0, 1)` compares one by one."""
    held = values[1]
    special.run(ev, held, ("__contains__", *ITERATION), (values[0],), node.comparators[0], frame)
    if isinstance(held, Container) and held.kind in ("list", "tuple", "iterator"):
        if held.rest is not None or any(is_number(item) or marks.certain(item) for item in held.items):
            demand(ev, node.left, values[0], "`in`", frame)
    elif isinstance(held, Container) and held.kind in ("dict", "set", "frozenset"):
        hashing(ev, node.left, values[0], "`in`", frame)
    elif is_number(values[0]):
        demand(ev, node.comparators[0], held, "`in`", frame)

"""Results of operators."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from pytreelint.knowledge.array_functions import NAMESPACES
from pytreelint.knowledge.results import lookup
from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.kinds import either
from pytreelint.model.algebra.raising import has_no_operators
from pytreelint.model.values import counting
from pytreelint.model.values.identity import repeated
from pytreelint.model.values.occurring import every
from pytreelint.model.values.parts import items_of
from pytreelint.model.values.sizes import bounded
from pytreelint.model.values.specs import from_fact
from pytreelint.model.values.unknowns import beyond, operated
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Opaque,
    Scalar,
    Union,
    Unknown,
    Value,
    constant,
    options_of,
    union,
)

_MOST_BITS = 512  # of a number whose value is followed: `x = x * x` has twice as many each time
_LONGEST = 200  # characters of a string whose value is followed: `x = x + x` has twice as many each time
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
_NUMBERS = ("bool", "int", "float", "complex")


_FOLDED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}


def binary(left: Value, op: ast.operator, right: Value) -> Value:
    """Returns the result of an arithmetic operator."""
    if isinstance(left, Union) or isinstance(right, Union):
        sides = [[v for v in options_of(side) if not has_no_operators(v)] or [side] for side in (left, right)]
        pairs = [(a, b) for a in sides[0] for b in sides[1]]
        if any(isinstance(v, Union) for pair in pairs for v in pair):
            return operated(left, right)
        return union([binary(a, op, b) for a, b in pairs]) if len(pairs) <= 9 else operated(left, right)
    arrays = [v for v in (left, right) if isinstance(v, Array)]
    if len(arrays) == 1 and isinstance(left if arrays[0] is right else right, Unknown):
        return _with_unknown(arrays[0], op, left, right)
    if arrays and (len(arrays) > 1 or is_number(left) or is_number(right)):
        return _array_result(arrays, op)
    if is_number(left) and is_number(right):
        return counting.arithmetic(_arithmetic(left, op, right), left, op, right)
    if isinstance(op, ast.BitOr) and (classes := either(left, right)) is not None:
        return bounded(classes)
    if isinstance(left, Container):
        return bounded(_containers(left, op, right))
    if isinstance(right, Container) and isinstance(op, ast.Mult) and is_number(left):
        return bounded(_containers(right, op, left))
    if is_text(left) and isinstance(op, (ast.Add, ast.Mod, ast.Mult)):
        return _text(left, op, right)
    if isinstance(left, Opaque) and left.label and isinstance(op, ast.Div):
        return from_fact(lookup(f"{left.label}.__truediv__"), (), {})
    return operated(left, right)


def _with_unknown(array: Array, op: ast.operator, left: Value, right: Value) -> Value:
    """Returns the result for an array and an unknown operand: an array, unless NumPy or linear operators may occur."""
    if array.flavour not in ("jax", "numpy", "any") or array.declared or isinstance(op, ast.MatMult):
        return beyond(left, right)
    return Array("jax" if array.flavour == "jax" else "any")


def _array_result(arrays: list[Array], op: ast.operator) -> Value:
    flavours = {a.flavour for a in arrays}
    dtypes = {a.dtype for a in arrays}
    flavour = "jax" if "jax" in flavours else flavours.pop() if len(flavours) == 1 else "any"
    dtype = "inexact" if isinstance(op, ast.Div) or "inexact" in dtypes else "?"
    if isinstance(op, _BITWISE) and len(arrays) == 2 and dtypes == {"bool"}:
        dtype = "bool"
    return Array(flavour, dtype) if flavour != "shape-struct" else DYNAMIC  # type: ignore[arg-type]


def is_number(value: Value) -> bool:
    """A Python number, known or not."""
    return isinstance(value, Scalar) or (isinstance(value, Constant) and value.kind in _NUMBERS)


def is_text(value: Value) -> bool:
    """A string, known or not."""
    return (type(value) is Opaque or isinstance(value, Constant)) and value.kind == "str"


def _text(left: Value, op: ast.operator, right: Value) -> Value:
    """A string that is made of another one: two that are known, as in `getattr(self, "_" + name)`, are one."""
    if isinstance(left, Constant) and isinstance(right, Constant) and isinstance(op, ast.Add) and right.kind == "str":
        text = left.value + right.value
        return constant(text) if len(text) <= _LONGEST else Opaque("str")
    return Opaque("str")


def _arithmetic(left: Value, op: ast.operator, right: Value) -> Value:
    fold = _FOLDED.get(type(op))
    if fold and isinstance(left, Constant) and isinstance(right, Constant):
        try:
            result = fold(left.value, right.value)
            large = isinstance(result, int) and result.bit_length() > _MOST_BITS
            return Scalar("int") if large else constant(result)
        except (ArithmeticError, TypeError):
            return DYNAMIC
    kinds = [v.kind for v in (left, right) if isinstance(v, (Scalar, Constant))]
    kind = "float" if isinstance(op, ast.Div) else max(kinds, key=_NUMBERS.index)
    if isinstance(op, ast.Pow):
        known = isinstance(right, Constant) and right.kind == "int" and right.value >= 0
        return Scalar(kind) if known or kind not in ("bool", "int") else DYNAMIC  # type: ignore[arg-type]
    return Scalar("int" if kind == "bool" else kind)  # type: ignore[arg-type]


def _containers(left: Container, op: ast.operator, right: Value) -> Value:
    if isinstance(op, ast.Add) and isinstance(right, Container) and left.kind == right.kind != "dict":
        if left.rest is None:
            return Container(left.kind, items_of(left) + items_of(right), (), right.rest)
        parts = [v for v in (left.rest, *right.items, right.rest) if v is not None]
        return Container(left.kind, left.items, (), every(parts))
    if isinstance(op, ast.Add) and left.kind == "tuple" and isinstance(right, Unknown):
        return Container("tuple", left.items if left.rest is None else (), (), beyond(right))
    if isinstance(op, ast.Mult) and left.kind in ("list", "tuple"):
        if isinstance(right, Constant) and isinstance(right.value, int) and left.rest is None and right.value <= 8:
            return Container(left.kind, left.items * right.value)
        is_one = left.rest is None and len(left.items) == 1
        return Container(left.kind, (), (), repeated(left.items[0]) if is_one else subscripts.join(left))
    if isinstance(op, ast.BitOr) and isinstance(right, Container) and left.kind == right.kind == "dict":
        entries = dict(zip(left.keys, left.items, strict=True)) | dict(zip(right.keys, right.items, strict=True))
        rests = [r for r in (left.rest, right.rest) if r is not None]
        return Container("dict", tuple(entries.values()), tuple(entries), union(rests) if rests else None)
    return DYNAMIC


def decided(left: Value, op: ast.cmpop, right: Value) -> bool | None:
    """The outcome of a comparison, None where that is open."""
    if isinstance(op, (ast.In, ast.NotIn)):
        return _contained(left, right, isinstance(op, ast.In))
    if isinstance(left, Constant) and isinstance(right, Constant):
        same = left.value == right.value
        table: dict[type[ast.cmpop], bool] = {ast.Eq: same, ast.NotEq: not same}
        if left.value is None or right.value is None or {left.kind, right.kind} == {"bool"}:
            table |= {ast.Is: left.value is right.value, ast.IsNot: left.value is not right.value}
        if left.kind in ("int", "float") and right.kind in ("int", "float"):
            table |= {
                ast.Lt: left.value < right.value,
                ast.Gt: left.value > right.value,
                ast.LtE: left.value <= right.value,
                ast.GtE: left.value >= right.value,
            }
        return table.get(type(op))
    if isinstance(left, Library) and isinstance(right, Library) and {left.name, right.name} <= NAMESPACES:
        return _IDENTITY[type(op)] is (left.name == right.name) if type(op) in _IDENTITY else None
    if isinstance(left, ClassValue) and isinstance(right, ClassValue) and type(op) in _IDENTITY:
        return _IDENTITY[type(op)] is (left.cls is right.cls)
    if isinstance(left, Opaque) and isinstance(right, Opaque) and type(op) in _IDENTITY:
        are_same = _same_member(left.member, right.member)
        if are_same is None:
            return None
        return _IDENTITY[type(op)] is are_same
    if isinstance(left, Function) and isinstance(right, Function) and type(op) in _IDENTITY:
        same_one = _is_same_function(left, right)
        return None if same_one is None else _IDENTITY[type(op)] is same_one
    if right == NONE and isinstance(op, (ast.Is, ast.IsNot)) and not any(map(_may_be_none, options_of(left))):
        return isinstance(op, ast.IsNot)
    if (
        isinstance(right, Constant)
        and right.kind == "bool"
        and isinstance(op, (ast.Is, ast.IsNot))
        and _is_tracer(left)
    ):
        return isinstance(op, ast.IsNot)
    return None


def _is_tracer(value: Value) -> bool:
    """Whether a value is certainly a tracer, which is neither `True` nor `False` itself."""
    return bool(options_of(value)) and all(isinstance(each, Array) and each.traces for each in options_of(value))


_IDENTITY: dict[type[ast.cmpop], bool] = {ast.Is: True, ast.Eq: True, ast.IsNot: False, ast.NotEq: False}


def _is_same_function(one: Function, two: Function) -> bool | None:
    """Whether two functions are one object: each `def` and lambda makes others, and that of a module one alone."""
    if one.node is not two.node:
        return False
    return True if one.closure is two.closure is None and isinstance(one.node, ast.FunctionDef) else None


def _same_member(one: str, two: str) -> bool | None:
    """Whether two members of one enumeration are the same; None where that is open, or they are of two."""
    known = "." in one and "." in two and one.rpartition(".")[0] == two.rpartition(".")[0]
    return one == two if known else None


def _may_be_none(value: Value) -> bool:
    return value == NONE or (isinstance(value, Unknown) and not value.certain)


def _contained(left: Value, right: Value, wanted: bool) -> bool | None:
    """`"relu" in ("relu", "gelu")`, where all of it is known; `"jax" in np.__name__`."""
    if isinstance(left, Constant) and isinstance(right, Constant) and left.kind == right.kind == "str":
        return (left.value in right.value) is wanted
    if not (isinstance(left, Constant) and isinstance(right, Container) and right.rest is None):
        return None
    if right.kind == "dict":
        return (left.value in right.keys) is wanted
    if not all(isinstance(item, Constant) for item in right.items):
        return None
    return any(isinstance(item, Constant) and item.value == left.value for item in right.items) is wanted

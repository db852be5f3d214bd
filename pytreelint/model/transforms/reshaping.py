"""Whether the arrays that an expression gives may have another shape or dtype in each iteration of a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.traceable import GIVES_NUMBERS, MAKES_ARRAYS, RESHAPING_METHODS, SLICE, TAKES_TRACERS
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.syntax.free import bindings, free_names
from pytreelint.model.syntax.walking import arguments_of, children, walk
from pytreelint.model.transforms.captures import changes, given_for, scope_of
from pytreelint.model.values.frame import Frame, at_its_end
from pytreelint.model.values.regions import Region
from pytreelint.model.values.value import Array, Constant, Library, Scalar, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_OTHERWISE = TAKES_TRACERS | GIVES_NUMBERS  # what is no matter of shapes
_FURTHEST = 500  # expressions that an argument's shape is looked for in


def reshapes(ev: Interpreter, node: ast.AST, home: Frame, step: Region, seen: set[ast.AST] | None = None) -> bool:
    """Whether the arrays that an expression gives may have another shape or dtype in each iteration of a loop.

    They may where a size, a dtype or the like changes with the iterations and goes into what makes the arrays; and
    where that is far to find.

    Arguments:
        seen: the expressions that were looked into, of which none says so.
    """
    seen = set() if seen is None else seen
    if node in seen:
        return False
    seen.add(node)
    if len(seen) > _FURTHEST or any(_sized(ev, part, home, step) for part in walk(node)):
        return True
    bound = bindings(scope_of(home))
    for name in sorted(free_names(node)):
        for binding in bound.get(name, ()):
            if isinstance(binding, ast.arg) and home is not step.frame and home.back is not None:
                caller, call = home.back
                given = given_for(home, name, call)
                if given is not None and reshapes(ev, given, caller, step, seen):
                    return True
            elif isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
                if reshapes(ev, binding.value, home, step, seen):
                    return True
    return False


def _sized(ev: Interpreter, node: ast.AST, home: Frame, step: Region) -> bool:
    """Whether a part of an expression makes or cuts an array by what changes with the iterations."""
    if isinstance(node, ast.Slice):
        return _cut(ev, [node.lower, node.upper], home, step)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in RESHAPING_METHODS:
        return any(changes(ev, argument, home, step) for argument in node.args)
    called = _called(ev, node, home)
    if isinstance(called, Library) and called.name == SLICE:
        return _cut(ev, node.args[:2], home, step)
    if not isinstance(called, Library) or called.name in _OTHERWISE or called.name in TRANSFORMS:
        return False  # what a transform's function makes is looked at where that stands
    names = [name for part in arguments_of(node) for name in _names(ev, part, home)]
    return any(_is_size(ev, name, called.name, home, step) for name in names)


def _cut(ev: Interpreter, ends: Sequence[ast.expr | None], home: Frame, step: Region) -> bool:
    """Whether one end of a slice changes with the iterations; where both do they may move together."""
    return sum(end is not None and bool(changes(ev, end, home, step)) for end in ends) == 1


def _names(ev: Interpreter, node: ast.AST, home: Frame) -> Iterator[ast.Name]:
    """The names that an argument is worked out from, but for those that an array in it is."""
    if isinstance(node, ast.Name):
        yield node
    if isinstance(node, ast.Call) and isinstance(called := _called(ev, node, home), Library):
        if called.name in TAKES_TRACERS:
            return
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and _is_array(node.value, home):
        return  # one of an array's items has the shape of another one, whatever the index; slices are looked at above
    for part in children(node):
        yield from _names(ev, part, home)


def _is_array(name: ast.Name, home: Frame) -> bool:
    return isinstance(home.find(name.id), Array)


def _called(ev: Interpreter, node: ast.Call, home: Frame) -> Value:
    with ev.doubt():
        return ev.expression(node.func, at_its_end(home))


def _is_size(ev: Interpreter, name: ast.Name, function: str, home: Frame, step: Region) -> bool:
    value = home.find(name.id)
    number = isinstance(value, Constant) or isinstance(value, Scalar) and value.kind == "int"
    if not number and function.rpartition(".")[2] not in MAKES_ARRAYS:
        return False
    return bool(changes(ev, name, home, step))

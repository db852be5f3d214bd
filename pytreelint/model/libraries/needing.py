"""Demands of calls on the values of their arguments, by the table `knowledge.demands`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import (
    ALL_POSITIONS,
    ARRAY_HOME,
    ARRAY_METHODS,
    ARRAY_MODULES,
    ASKS_EACH,
    AT_METHODS,
    CHOOSES,
    COMPARING_METHODS,
    CONCRETE_OR_ERROR,
    FILLED,
    FORMATS,
    GIVES_ARRAY,
    HASHES,
    HASHING_METHODS,
    INDEXING_METHODS,
    KNOWN_BY_GRADIENTS,
    LIKE,
    LOOKING,
    MAY_KEEP,
    METHODS_MAY_KEEP,
    METHODS_WITHOUT_TANGENT,
    NEEDING_METHODS,
    NEEDS_FLOAT,
    NEEDS_NUMBER,
    NEEDS_SHAPE,
    NO_TANGENT,
    NUMPY_DELEGATES,
    PAIRS,
    REPEAT_LENGTH,
    SHAPE_METHODS,
    SHAPE_OR_ARRAY,
    SIZED_BY_VALUES,
    UNLESS,
    WHERE,
)
from pytreelint.knowledge.numpy_functions import NEEDS_NUMPY
from pytreelint.knowledge.operations import TREE_MAP
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.static_options import AXIS_OPTIONS, SHAPE_OPTIONS, STATIC_OPTIONS
from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.arithmetic import is_number
from pytreelint.model.algebra.demands import (
    AXIS,
    INDEX,
    KEY,
    OPTION,
    SHAPE,
    SIZE,
    asks_length,
    demand,
    hashing,
    parts,
)
from pytreelint.model.values import marks
from pytreelint.model.values.value import DYNAMIC, Array, Constant, Container, Unknown, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_PYTHON = NEEDS_NUMBER | CHOOSES | ASKS_EACH | {FORMATS, HASHES}


def called(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """Emits the demands of a call of a library's function."""
    if name in CONCRETE_OR_ERROR:
        arguments.frame.guard()
    elif name in _PYTHON:
        _of_python(ev, name, arguments)
    elif name in NEEDS_NUMPY:
        for index, value in enumerate(arguments.args):
            for node, part in parts(arguments.expression(index), value):
                demand(ev, node, part, _word(name), arguments.frame, gradients=True, any_tree=True)
    elif name in SIZED_BY_VALUES:
        _sized(ev, name, arguments)
    elif name in NEEDS_SHAPE:
        _needs_shape(ev, name, arguments)
    options_called(ev, name, arguments)


def options_called(ev: Interpreter, name: str, arguments: Arguments, before: int = 0) -> None:
    """Emits the demands of options that are no arrays, such as the axis of a sum.

    Args:
        before: the number of arguments that are left out in front: of a method of an array, one.
    """
    if name not in STATIC_OPTIONS:
        return
    for option, place in STATIC_OPTIONS[name].items():
        position = place - before
        value = arguments.get(position, option)
        if value is not None:
            what = SHAPE if option in SHAPE_OPTIONS else AXIS if option in AXIS_OPTIONS else f"{OPTION} `{option}`"
            for node, part in parts(arguments.expression(position, option), value):
                demand(ev, node, part, what, arguments.frame, any_tree=True)


def _needs_shape(ev: Interpreter, name: str, arguments: Arguments) -> None:
    first, keyword = NEEDS_SHAPE[name]
    for position in range(first, len(arguments.args)) if name in ALL_POSITIONS else (first,):
        value = arguments.get(position, keyword)
        if value is None or UNLESS.get(name) in arguments.keywords:
            return
        elements = name in SHAPE_OR_ARRAY and all(isinstance(each, (Array, Unknown)) for each in options_of(value))
        if not elements:  # else those may be meant
            _shape(ev, arguments.expression(position, keyword), value, arguments)


def _of_python(ev: Interpreter, name: str, arguments: Arguments) -> None:
    what = _word(name)
    if name in CHOOSES and "key" in arguments.keywords:
        _of_keys(ev, what, arguments)
        return
    for index, value in enumerate(arguments.args):
        node = arguments.expression(index)
        if name == _BOOL and asks_length(value):
            continue
        if name in NEEDS_NUMBER:
            demand(ev, node, value, what, arguments.frame, gradients=name in NEEDS_FLOAT, any_tree=name != _BOOL)
        elif name == HASHES:
            hashing(ev, node, value, what, arguments.frame)
        elif name == FORMATS:
            if index == 0 and arguments.get(1) not in (None, _NO_FORMAT):
                demand(ev, node, value, "a format", arguments.frame, gradients=True, any_tree=True)
        elif name in ASKS_EACH or len(arguments.args) == 1:
            for each, part in _first_asked(node, value):
                if name in CHOOSES or not isinstance(part, Container):
                    demand(ev, each, _compared_first(part), what, arguments.frame)
        else:
            demand(ev, node, value, what, arguments.frame, any_tree=True)


def _of_keys(ev: Interpreter, what: str, arguments: Arguments) -> None:
    """What a key makes of the items is compared: `sorted(experts, key=lambda i: weights[i])`."""
    given = arguments.args
    item = subscripts.element(ev, given[0]) if len(given) == 1 else union(list(given))
    if not given or (isinstance(given[0], Container) and len(given) == 1 and _is_single(given[0])):
        return
    passed = replace(arguments, args=(item,), keywords={}, changed={}, spread=None)
    node = arguments.expression(None, "key")
    result = _compared_first(ev.call_value(arguments.keywords["key"], passed))
    demand(ev, node.body if isinstance(node, ast.Lambda) else node, result, what, arguments.frame)


def _is_single(items: Container) -> bool:
    """Whether there is nothing to compare."""
    return items.rest is None and len(items.items) < 2


def _first_asked(node: ast.expr, value: Value) -> list[tuple[ast.expr, Value]]:
    """The items of what is gone through, each with its node where that is written out."""
    if not isinstance(value, Container) or value.kind == "dict":
        return [(node, value)]
    written = node.elts if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == len(value.items) else None
    found = list(zip(written or [node] * len(value.items), value.items, strict=True))
    return [*found, (node, value.rest)] if value.rest is not None else found


def _compared_first(value: Value) -> Value:
    """What of a tuple decides which of two is less: the others count where the first are equal."""
    while isinstance(value, Container) and value.kind in ("tuple", "list") and value.items:
        value = value.items[0]
    return value


_BOOL, _NO_FORMAT = "builtins.bool", Constant("", "str")


def _sized(ev: Interpreter, name: str, arguments: Arguments) -> None:
    unless = SIZED_BY_VALUES[name]
    if unless in arguments.keywords or (name == WHERE and len(arguments.args) + len(arguments.keywords) != 1):
        return
    for index, value in enumerate(arguments.args):
        demand(ev, arguments.expression(index), value, f"{SIZE} of `{name}()`", arguments.frame, any_tree=True)


def _shape(ev: Interpreter, node: ast.expr, value: Value, arguments: Arguments) -> None:
    for each, part in parts(node, value):
        demand(ev, each, part, SHAPE, arguments.frame, any_tree=True)


def method(ev: Interpreter, instance: Value, name: str, arguments: Arguments) -> None:
    """Emits the demands of a call of an array's method."""
    node = arguments.node
    holder = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node
    if name in NEEDING_METHODS and "size" not in arguments.keywords:
        known = name in KNOWN_BY_GRADIENTS
        demand(ev, holder, instance, f"`.{name}()`", arguments.frame, gradients=not known, any_tree=True)
    elif name in SHAPE_METHODS and REPEAT_LENGTH not in arguments.keywords:
        for index, value in enumerate(arguments.args[:1] if name == "repeat" else arguments.args):
            _shape(ev, arguments.expression(index), value, arguments)
    elif name in ARRAY_METHODS and marks.certain(instance):  # a tree may have a `mean(points)` of its own
        options_called(ev, ARRAY_HOME + name, arguments, before=1)


def of_container(ev: Interpreter, instance: Value, name: str, arguments: Arguments) -> None:
    """Emits the demands of a call of a container's method."""
    if not isinstance(instance, Container) or not arguments.args:
        return
    node, value, frame = arguments.expression(0), arguments.args[0], arguments.frame
    hashed = HASHING_METHODS.get(instance.kind, frozenset[str]())
    if name in hashed:
        hashing(ev, node, value, KEY if instance.kind == "dict" else "a set", frame)
    elif instance.kind in ("list", "tuple") and name in COMPARING_METHODS:
        if any(map(is_number, instance.items)):
            demand(ev, node, value, f"`.{name}()`", frame)
    elif instance.kind == "list" and name in INDEXING_METHODS:
        demand(ev, node, value, INDEX, frame, any_tree=True)


def method_result(result: Value, instance: Value, name: str, arguments: Arguments) -> Value:
    """Returns the result of a method of an array, with its marks."""
    if name in NEEDING_METHODS or not (name in ARRAY_METHODS or name in AT_METHODS or isinstance(result, Array)):
        return result
    staging = () if name in METHODS_MAY_KEEP else arguments.stage
    found = marks.arithmetic(result, (instance, *arguments.values), staging)
    return marks.without_tangent(found) if name in METHODS_WITHOUT_TANGENT else found


def function_result(name: str, result: Value, arguments: Arguments) -> Value:
    """Returns the result of a library's function, with its marks."""
    if name in GIVES_ARRAY or name in NUMPY_DELEGATES:
        inputs = tuple(_gone_through(value) for value in arguments.values)
        found = marks.together(*(marks.of(value) for value in inputs))
        given = marks.arithmetic(Array("jax"), inputs, arguments.stage) if found else result
        given = marks.without_tangent(given) if name in NO_TANGENT else given
        return Container("tuple", (given, given)) if found and name == PAIRS else given
    if not name.startswith(ARRAY_MODULES) or name in LOOKING:
        return result
    staging = () if name in MAY_KEEP else arguments.stage
    if staging and name in FILLED and _is_without_columns(arguments):
        return DYNAMIC  # what asks for its values stands behind `if a.shape[1]`, or in a loop over its columns
    if name == TREE_MAP and isinstance(result, Unknown):
        return result  # `tree.map(jnp.size, tree)` gives numbers
    if name in LIKE:
        return marks.computed(result, (), staging)
    result = marks.computed(result, arguments.values, staging)
    return marks.without_tangent(result) if name in NO_TANGENT else result


def _is_without_columns(arguments: Arguments) -> bool:
    """Whether a shape is like `(n, 0)`; one like `(0, n)` is where rows are collected, and there will be values."""
    shape = arguments.args[0] if arguments.args else arguments.keywords.get("shape")
    if not isinstance(shape, Container) or shape.kind not in ("tuple", "list"):
        return False
    return any(isinstance(each, Constant) and type(each.value) is int and each.value == 0 for each in shape.items[1:])


def _gone_through(value: Value) -> Value:
    """An iterator as the list of what it gives: `sum(jnp.sum(p) for p in leaves)`."""
    return replace(value, kind="list") if isinstance(value, Container) and value.kind == "iterator" else value


def _word(name: str) -> str:
    return f"`{name.removeprefix('builtins.')}()`"

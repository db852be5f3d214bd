"""Trees that are whole, as what is done with them shows: halves of models and gradients have the same annotation.

    def train(model: Net, data):
        state = optimizer.init(model)
        ...  # and further on, here or in what it is handed to: model(x), or eqx.partition(model, eqx.is_array)

A half that holds the arrays alone has None for its functions and cannot be called, nor is it split once more. The rest
that a split leaves has all of them: as long as the question is what raw transforms reject, it is the tree itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.values.value import PARAMETER, Container, Object, Optimizer, Union, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


_TREES = frozenset([Container, Object, Union])
_PAIRS = frozenset([Optimizer, Container])  # of functions, and what may hold some


def of_parameter(value: Value, parameter: ast.arg) -> Value:
    """What an annotation says, as the tree that this parameter is given."""
    if isinstance(value, Union):
        return union([of_parameter(option, parameter) for option in value.options])
    if type(value) in _PAIRS and "state" in parameter.arg and _is_optimizer(value):
        return PARAMETER  # people write the one for the other
    if not isinstance(value, Object) or value.exact:
        return value
    fields = tuple((name, of_none(item)) for name, item in value.fields)
    return replace(value, parameter=parameter, fields=fields)


def _is_optimizer(value: Value) -> bool:
    """Whether a value is an optimizer, or begins with one."""
    while isinstance(value, Container) and (value.items or value.rest is not None):
        value = value.items[0] if value.items else value.rest or value
    return isinstance(value, Optimizer)


def of_none(value: Value) -> Value:
    """A tree that is no parameter's: what a field holds is half if the instance is, whatever others hold there."""
    if type(value) not in _TREES:
        return value
    if isinstance(value, Union):
        return _alike(value, of_none)
    if isinstance(value, Container) and any(isinstance(item, Object) for item in value.items):
        return replace(value, items=tuple(map(of_none, value.items)))
    if isinstance(value, Object) and value.parameter is not None:
        return replace(value, parameter=None)
    return value


def handed_tree(ev: Interpreter, value: Value, parameter: ast.arg) -> Value:
    """A parameter's tree that is handed to another parameter, as the tree of this one."""
    if type(value) not in _TREES:
        return value
    if isinstance(value, Union):
        return _alike(value, lambda option: handed_tree(ev, option, parameter))
    if not isinstance(value, Object) or value.parameter is None or value.parameter is parameter:
        return value
    ev.events.handed_to.setdefault(value.parameter, set()).add(parameter)
    return replace(value, parameter=parameter)


def _alike(value: Union, function: Callable[[Value], Value]) -> Value:
    options = [function(option) for option in value.options]
    same = all(option is before for option, before in zip(options, value.options, strict=True))
    return value if same else replace(value, options=tuple(options))


def as_tree_of(value: Value, tree: Value) -> Value:
    """What has functions where a tree has them, its rest or what was mapped over it, as this parameter's tree."""
    if isinstance(value, Union) and isinstance(tree, Union) and len(value.options) == len(tree.options):
        pairs = zip(value.options, tree.options, strict=True)
        return replace(value, options=tuple(as_tree_of(option, given) for option, given in pairs))
    if isinstance(value, Object) and isinstance(tree, Object) and tree.parameter is not None:
        return replace(value, parameter=tree.parameter)
    return value


def put_together(ev: Interpreter, whole: Value, halves: Iterable[Value]) -> Value:
    """Halves that were put together: the parameter's tree that one of them is, or is the rest of, if that is whole."""
    rests = [half for half in halves if isinstance(half, Object) and half.parameter is not None]
    given = next((half.parameter for half in rests if is_whole(ev, half)), None)
    return replace(whole, parameter=given) if isinstance(whole, Object) and not whole.exact else of_none(whole)


def of_caller(value: Value, spec: ast.arguments, arguments: Arguments) -> Value:
    """A call's result, in which the trees of its own parameters are those that its caller gave."""
    if type(value) not in _TREES:
        return value
    if isinstance(value, Union):
        return _alike(value, lambda option: of_caller(option, spec, arguments))
    if isinstance(value, Container) and any(isinstance(item, Object) for item in value.items):
        return replace(value, items=tuple(of_caller(item, spec, arguments) for item in value.items))
    if not isinstance(value, Object) or value.parameter is None:
        return of_none(value)
    own, name = signature(spec), value.parameter.arg
    known = value.parameter in own.positional or value.parameter in own.keyword_only
    given = arguments.get(own.positions.get(name, -1), name) if known else None
    return replace(value, parameter=given.parameter if isinstance(given, Object) else None)


def note_whole(ev: Interpreter, tree: Value) -> None:
    """Remember the parameter whose tree is called, or split into arrays and the rest."""
    for option in options_of(tree):
        if isinstance(option, Object) and option.parameter is not None:
            ev.events.wholes.add(option.parameter)


def is_whole(ev: Interpreter, tree: Value) -> bool:
    """Whether a tree that is known by a parameter's annotation was seen to be whole, there or where it is handed to."""
    found = [option for option in options_of(tree) if isinstance(option, Object)]
    return bool(found) and all(option.parameter and _reaches(ev, option.parameter) for option in found)


def _reaches(ev: Interpreter, parameter: ast.arg) -> bool:
    """Whether a parameter's tree is seen to be whole, or that of a parameter that is handed to it."""
    givers: dict[ast.arg, set[ast.arg]] = {}
    for outer, held in ev.events.handed_to.items():
        for inner in held:
            givers.setdefault(inner, set()).add(outer)
    return any(
        not ev.events.wholes.isdisjoint(_closure(source, ev.events.handed_to)) for source in _closure(parameter, givers)
    )


def _closure(parameter: ast.arg, steps: Mapping[ast.arg, set[ast.arg]]) -> set[ast.arg]:
    """The parameters that lead from one to the next, with the first."""
    seen, open_ = {parameter}, [parameter]
    while open_:
        further = steps.get(open_.pop(), set()) - seen
        seen |= further
        open_ += further
    return seen

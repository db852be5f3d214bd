"""Calls of one of several functions, which an option has chosen, or a branch.

evolve = averaged if mean else immediate
evolve(n, x)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import accesses, given_back
from pytreelint.model.algebra.raising import is_not_callable
from pytreelint.model.syntax.walking import arguments_of
from pytreelint.model.values import marks
from pytreelint.model.values.arguments import before_call
from pytreelint.model.values.choice import is_default
from pytreelint.model.values.choices import callable_alternatives, is_chosen_before, taking
from pytreelint.model.values.chosen_results import given_apart, of_each
from pytreelint.model.values.limits import CALL_STEPS
from pytreelint.model.values.meeting import OneOf
from pytreelint.model.values.unknowns import has_raised
from pytreelint.model.values.value import DYNAMIC, Union, Value, union
from pytreelint.model.values.whichever import compiled_or_not, mapped_by_all, may_decide
from pytreelint.model.values.wholes import of_none

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def call(ev: Interpreter, function: Union, arguments: Arguments) -> Value:
    """Returns the result of calling one of several values."""
    if _is_chosen(function, arguments) or compiled_or_not(function):
        with taking(function, arguments.frame):
            given = _call_each(ev, function, arguments)
            return given_back.by_union(function, given, given_apart(function, given))
    accesses.of_union(ev, function, arguments)
    _call_alone(ev, function, arguments)
    with ev.doubt():  # which of them it is may hang on the very arguments
        given = _call_each(ev, function, arguments)
    apart = _is_chosen_before(function, arguments)
    result = given_apart(function, given) if apart else of_each(function, given)
    return given_back.by_union(function, given, result)


def _is_chosen(function: Union, arguments: Arguments) -> bool:
    """Whether each of several callables may be called with these arguments, as no test on them chose it."""
    return not any(isinstance(each, Union) for each in arguments.values) and _is_chosen_before(function, arguments)


def _is_chosen_before(function: Union, arguments: Arguments) -> bool:
    """Whether a test that reads nothing of what is passed has chosen one of several callables."""
    node = arguments.node
    if not isinstance(node, ast.Call):
        return False
    given = [each for each in arguments_of(node) if not _is_held(function, each, arguments.frame)]
    return is_chosen_before(function, given, arguments.frame)


def _is_held(function: Union, node: ast.AST, frame: Frame) -> bool:
    """Whether an argument is the name of the very callable, which a transform is given."""
    return isinstance(node, ast.Name) and frame.find(node.id) is function


def _call_alone(ev: Interpreter, function: Union, arguments: Arguments) -> None:
    """Call each of several callables with what the alternatives of its arguments have in common, for the sites there.

    Which alternative of an argument meets which of the callables is not known; a flag or number may decide in one of
    them what the other never does.
    """
    if any(ev.events.doubting) or not isinstance(arguments.node, ast.Call):
        return
    if (plain := mapped_by_all(function)) is not None:
        ev.call_value(plain, replace(arguments, changed={}))
        return
    if any(may_decide(value) for value in arguments.values):
        return
    nodes = arguments_of(arguments.node)
    with OneOf(arguments.frame, arguments.node) as one:
        for option in callable_alternatives(function, nodes, arguments.frame):
            if not is_not_callable(option):
                args = tuple(marks.blurred(value) for value in arguments.args)
                keywords = {name: marks.blurred(value) for name, value in arguments.keywords.items()}
                with one.of_them(), taking(function, arguments.frame):
                    ev.call_value(option, replace(arguments, args=args, keywords=keywords, changed={}))


def _call_each(ev: Interpreter, function: Union, arguments: Arguments) -> list[Value]:
    """Call each of several values that can be called; what was changed is what any of them left.

    One of them is called: together they take what a call may take. It is none that cannot take the arguments.
    """
    options = [of_none(option) for option in function.options if not is_not_callable(option)]
    calls = [replace(arguments, changed={}) for _ in options]
    given: list[Value] = []
    with OneOf(arguments.frame, arguments.node, is_default(function)) as one:
        for option, each in zip(options, calls, strict=True):
            with one.of_them(), ev.bounds.at_most(CALL_STEPS // len(options)):
                given.append(ev.call_value(option, each))
    for position in {position for each in calls for position in each.changed}:
        before = [before_call(option, each, position) or DYNAMIC for option, each in zip(options, calls, strict=True)]
        left = [each.changed.get(position, held) for each, held in zip(calls, before, strict=True)]
        arguments.changed[position] = union(left)
    return [value for value in given if not has_raised(value)] or given

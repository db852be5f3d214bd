"""Calls that ran out of fuel: whatever they could reach may have been changed."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.syntax.questions import returns
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.reassigned import given_away
from pytreelint.model.values.value import FUEL, Constant, Container, Function, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo

_UNCHANGING = ("tuple", "frozenset", "iterator")
_MAKING = ("__init__", "__new__", "__post_init__", "setup")
_FUNCTIONS = 256  # of which is held at a time how long their tuples are


def give_up(arguments: Arguments, function: Function | None = None) -> Value:
    """The result of a call that was not begun; `function`: of which one, where its own `return`s give the result."""
    arguments.cut = True
    given: list[tuple[int | str, Value]] = [*enumerate(arguments.args), *arguments.keywords.items()]
    for position, value in given:
        after = _after(value, making=False)
        if after is not value:
            arguments.changed[position] = after
    given_away(value for _, value in given)
    return FUEL if function is None else outline(FUEL, function)


def outline(value: Value, function: Function) -> Value:
    """What is known of the result of a call that was broken off: a tuple, where each `return` writes one as long."""
    length = _length(function.node) if value is FUEL else 0
    return Container("tuple", (FUEL,) * length) if length else value


@lru_cache(maxsize=_FUNCTIONS)
def _length(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> int:
    """How many items each `return` of a function writes in a tuple; 0 where one gives anything else."""
    if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
        return 0
    given = [each.value for _, each in returns(node)]
    written = [each for each in given if isinstance(each, ast.Tuple)]
    if len(written) < len(given) or any(isinstance(part, ast.Starred) for each in written for part in each.elts):
        return 0
    lengths = {len(each.elts) for each in written}
    is_generator = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in walk(node))
    return lengths.pop() if len(lengths) == 1 and not is_generator else 0


def changes(function: Function, env: dict[str, Value]) -> dict[str, Value]:
    """Returns the parameters of a call that was broken off, as they may be then."""
    making = next(iter(env), None) if getattr(function.node, "name", "") in _MAKING else None
    after = {name: _after(value, name == making) for name, value in env.items()}
    return {name: value for name, value in after.items() if value is not env[name]}


def frozen(cls: ClassInfo) -> bool:
    """Whether assigning a field of an instance raises."""
    option = cls.options.get("frozen")
    if option is not None:
        return isinstance(option, Constant) and option.value is True
    return cls.maker is not None and cls.maker.frozen


def _after(value: Value, making: bool) -> Value:
    if isinstance(value, Container) and value.kind not in _UNCHANGING:
        return Unknown("fuel")
    if isinstance(value, Object) and (making or not frozen(value.cls)):
        return value.forgotten("fuel")
    return value

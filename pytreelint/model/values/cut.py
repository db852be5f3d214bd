"""Calls that ran out of fuel: whatever they could reach may have been changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.reassigned import given_away
from pytreelint.model.values.value import FUEL, Constant, Container, Function, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo

_UNCHANGING = ("tuple", "frozenset", "iterator")
_MAKING = ("__init__", "__new__", "__post_init__", "setup")


def give_up(arguments: Arguments) -> Value:
    """The result of a call that was not begun."""
    arguments.cut = True
    given: list[tuple[int | str, Value]] = [*enumerate(arguments.args), *arguments.keywords.items()]
    for position, value in given:
        after = _after(value, making=False)
        if after is not value:
            arguments.changed[position] = after
    given_away(value for _, value in given)
    return FUEL


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


def later(value: Value, reason: str) -> Value:
    """What is known of a value at any time after it was seen: whoever has it may change it."""
    if isinstance(value, Container) and value.kind not in _UNCHANGING:
        return Unknown(reason)
    if isinstance(value, Object) and not frozen(value.cls):
        return value.forgotten(reason)
    return value


def _after(value: Value, making: bool) -> Value:
    return value.forgotten(FUEL.reason) if making and isinstance(value, Object) else later(value, FUEL.reason)

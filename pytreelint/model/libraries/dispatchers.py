"""`functools.singledispatch` and its kin: what they make of a function. What runs: `interpreter/dispatching.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.dispatched import Dispatched
from pytreelint.model.values.value import DYNAMIC, Function, Library, Partial, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def _dispatched(ev: Interpreter, arguments: Arguments) -> Value:
    """`singledispatch(f)`."""
    return _by(argument(arguments, 0), 0)


def _dispatched_method(ev: Interpreter, arguments: Arguments) -> Value:
    """`singledispatchmethod(f)`: what it is bound to comes before the argument that decides."""
    function = argument(arguments, 0)
    return _by(function, 1) if isinstance(function, Function) and function.owner is not None else DYNAMIC


def _by(function: Value, position: int) -> Value:
    if type(function) is not Function or function.module.origin != "project":
        return DYNAMIC  # of a library's, whoever uses it registers more
    return Dispatched(function.node, function.module, function.closure, function.owner, position=position)


def _registering(ev: Interpreter, arguments: Arguments) -> Value:
    """`f.register(C, g)` gives `g`, as does `f.register(C)(g)`."""
    return arguments.args[1] if len(arguments.args) == 2 else Partial(Library("builtins.staticmethod"))


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "dispatched": _dispatched,
    "dispatched-method": _dispatched_method,
    "registering": _registering,
}

"""Functions that ask whether something is traced: a value, or their caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.marks import certain
from pytreelint.model.values.value import Scalar, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def _is_concrete(ev: Interpreter, arguments: Arguments) -> Value:
    """Whether a value is no tracer."""
    return constant(False) if certain(argument(arguments, 0)) else Scalar("bool", True)


def _outside_of_traces(ev: Interpreter, arguments: Arguments) -> Value:
    """Whether no transform traces the caller; one that is not seen may."""
    return constant(False) if arguments.frame.tracing else Scalar("bool", True)


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "is-concrete": _is_concrete,
    "outside-of-traces": _outside_of_traces,
}

"""Functions that ask whether something is traced: a value, its attributes, or the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.array_functions import ARRAY_ATTRIBUTES
from pytreelint.model.types import dataclass_fields
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.marks import certain
from pytreelint.model.values.value import Array, Constant, Scalar, Unknown, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_PLAIN = (str, bytes, bool, int, float, complex, type(None))


def _is_concrete(ev: Interpreter, arguments: Arguments) -> Value:
    """Whether a value is no tracer."""
    return constant(False) if certain(argument(arguments, 0)) else Scalar("bool", True)


def _outside_of_traces(ev: Interpreter, arguments: Arguments) -> Value:
    """Whether no transform traces the caller; one that is not seen may."""
    return constant(False) if arguments.frame.tracing else Scalar("bool", True)


def _hasattr(ev: Interpreter, arguments: Arguments) -> Value:
    """Whether an array has an attribute is known, or a constant; whoever asks a tree that is traced may ask for one."""
    value, name = argument(arguments, 0), argument(arguments, 1)
    if isinstance(value, Constant) and isinstance(name, Constant) and type(value.value) in _PLAIN:
        return constant(hasattr(value.value, str(name.value)))
    of_array = isinstance(value, Array) and isinstance(name, Constant) and name.value in ARRAY_ATTRIBUTES
    known = of_array or dataclass_fields.are_named(value, name)
    return constant(True) if known else Scalar("bool", isinstance(value, Unknown) and bool(value.traces))


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "is-concrete": _is_concrete,
    "outside-of-traces": _outside_of_traces,
    "hasattr": _hasattr,
}

"""The `if` that leaves a value open, as a record; what a test asks that reads such a value.

gate = Fast() if fast else Slow()
if gate.is_exact:  # asks for `fast`
    x = gate(x)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import field, record
from pytreelint.model.values.identity import now
from pytreelint.model.values.value import Constant, Scalar, Union

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.regions import Region


@record(frozen=True, slots=True, eq=False)
class Choice:
    """The `if` whose sides give a name different values.

    Attributes:
        parts: what its test reads (`args.clip`), and the name that holds the value.
        region: what was being run when its sides joined.
        calls: its test calls something, which may look at whatever there is.
        apart: each alternative is what one of the sides gives, whatever else is true.
        default: the first alternative is what callers leave out, whatever else they leave out or give.
        since: when it was made: of tests that end a flow, those that come later may depend on it.
    """

    frame: Frame
    region: Region | None
    parts: frozenset[str]
    calls: bool = False
    apart: bool = False
    default: bool = False
    since: int = field(default_factory=now)


def is_default(value: Union) -> bool:
    """Whether one of several callables is what callers leave out."""
    return isinstance(value.choice, Choice) and value.choice.default


def asking(parts: frozenset[str], frame: Frame) -> frozenset[str]:
    """What a test asks that reads these names and attributes: of what a choice has left open, what has chosen it.

    A test of the open value itself (`gate is None`, `isinstance(gate, Fast)`) tells which of its alternatives it is.
    """
    found = parts
    for part in parts:
        name, dot, _ = part.partition(".")
        value = frame.find(name)
        if isinstance(value, Union) and isinstance(value.choice, Choice) and (dot or _is_plain(value)):
            found |= value.choice.parts
    return found


def _is_plain(value: Union) -> bool:
    """Whether it is one of several numbers, texts or flags."""
    return all(isinstance(option, (Constant, Scalar)) for option in value.options)

"""What may have happened to an object, where that is more than a word: drawn from, kept, compiled in, by what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import field, record
from pytreelint.model.values.identity import Token
from pytreelint.model.values.value import Constant, Value

if TYPE_CHECKING:
    import ast

    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.marks import Trace, Traces
    from pytreelint.model.values.regions import Region


@record(frozen=True, slots=True)
class DrawnIf:
    """Something was drawn from where a test has had this outcome, for as long as what it reads is the same.

    Attributes:
        read: the objects and numbers that it reads; loop: the iteration that it belongs to.
    """

    test: str
    outcome: bool
    read: tuple[object, ...]
    loop: Region | None


@record(frozen=True, slots=True)
class DrawnBy:
    """A call draws on the path that its arguments choose.

    Attributes:
        path: the tests on the way, in words, and whose they are; parameters: those that they ask.
    """

    path: str
    parameters: tuple[str, ...]


@record(frozen=True, slots=True)
class Kept:
    """The result of a function with a cache was asked for; `staging`: the transforms that traced it there."""

    staging: Traces


@record(frozen=True, slots=True)
class StaticContainer:
    """A container in a static field of a class: JAX compares it with itself when the program is called again."""

    owner: ClassInfo
    kind: Literal["list", "dict", "set"]


@record(frozen=True, slots=True)
class Compiled:
    """A compiled function has read an attribute of an object, or (`is_name`) a name of a scope around it.

    Attributes:
        given: the constants and functions among its arguments by which the program is found again.
        held: the attribute is a static field, of an instance that is an argument, and holds a container.
        value: what was read, where it is a known constant.
    """

    trace: Trace
    name: str
    given: tuple[Value | ast.AST, ...] = ()
    is_name: bool = False
    held: StaticContainer | None = None
    value: Constant | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Stale:
    """What a compiled function has read was assigned since."""

    compiled: Compiled


@record(frozen=True, slots=True)
class Assigned:
    """An attribute, or a name of a scope, was assigned outside of all traces; `DYNAMIC`: perhaps what it held."""

    name: str
    value: Value | None = None


@record(frozen=True, slots=True)
class HeldBy:
    """A loop has put an object into a container; `whole`: as an item, and not as a part of one."""

    holder: Token
    whole: bool = False


Plain = Literal["donated", "used", "called", "drawn", "keyed", "absent"]


@record(frozen=True, slots=True)
class Begun:
    """A key has initialised a module: the code that names it and its inputs, and what is known of the module."""

    text: str
    module: Value


Kind = Plain | DrawnIf | DrawnBy | Kept | Compiled | Stale | Assigned | HeldBy | Begun

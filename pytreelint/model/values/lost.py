"""What a tree operation, or a transform, loses: attributes of the instance that it builds, and changes of a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site
from pytreelint.model.values.value import Unknown, Value

if TYPE_CHECKING:
    import ast

    from pytreelint.knowledge.transform import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo


@record(frozen=True, slots=True)
class Lost(Unknown):
    """What an instance held before it was flattened and built again.

    Attributes:
        gone: there is no such attribute; else it has the value that the constructor, or the class, gives it.
    """

    gone: bool = True


@record(frozen=True, slots=True)
class LostRead(Site):
    """An attribute is read of an instance that a tree operation has built again, without the value assigned to it."""

    cls: ClassInfo
    name: str
    gone: bool


@record(frozen=True, slots=True)
class OwnCopy(Site):
    """A function that a transform runs was given an object that it may change: a copy, built of its leaves.

    Attributes:
        parameter: that holds it; value: what was given; is_changed: the function has changed it.
        given: the expression that gives it, and the call; wrapper: where the transform stands.
        made: the names of what a call has built beside it, in the function itself: `model, optimizer = merge(...)`.
    """

    transform: Transform
    parameter: str
    value: Value
    is_changed: bool
    given: tuple[ModuleInfo, ast.AST, ast.AST]
    wrapper: tuple[ModuleInfo, ast.AST]
    made: frozenset[str] = frozenset()

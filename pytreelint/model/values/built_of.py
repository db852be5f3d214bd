"""The sites of trees that operations and filtered transforms build again of something else than their arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Operand, Site
from pytreelint.model.values.value import Transformed, Value

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo


@record(frozen=True, slots=True)
class BuiltOf(Site):
    """A tree operation builds a tree of something else than its arrays; `node`: the call.

    Attributes:
        by: the operation; tree: what it is given.
        leaves: what stands in the place of the arrays: at least one, and none of them is an array.
    """

    by: str
    tree: Value
    leaves: tuple[Value, ...]


@record(frozen=True, slots=True)
class SplitBy(Site):
    """A filtered transform builds halves of the instances that it is given; the attributes are those of
    `TransformCall`."""

    transform: Transform
    operands: tuple[Operand, ...]
    wrapper: Transformed
    caller: ModuleInfo

"""Sites that no rule judges by themselves: what rules and fixes ask about the places around a finding."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site
from pytreelint.model.values.value import Constant

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Demanded, Operand
    from pytreelint.model.values.states import Event
    from pytreelint.model.values.value import Value


@record(frozen=True, slots=True)
class DonatingCall(Site):
    """A call deletes arrays of an argument, `operand`; `back` leads to the part of the result that stands for it."""

    operand: Operand
    back: tuple[int, ...] | None


@record(frozen=True, slots=True)
class EmptyGradient(Site):
    """Arithmetic, in `needed`, with a filtered gradient (of the transform at `node`) that is None.

    Attributes:
        value: that None; its evidence goes on with that of the leaf.
    """

    caller: ModuleInfo
    needed: ast.AST
    value: Value


def meets_gradient(ev: Interpreter, value: Value, node: ast.AST, frame: Frame) -> None:
    """Arithmetic meets a value: a site, if it is None in the place of a gradient."""
    if type(value) is Constant and value.value is None and value.why is not None:
        ev.emit(EmptyGradient(value.why.module, value.why.node, frame.module, node, value))


@record(frozen=True, slots=True)
class OfEach:
    """What one implementation needs of a tracer, in a call for any of them.

    Attributes:
        cls, name: the abstract class and its method; site: the demand.
    """

    cls: ClassInfo
    name: str
    site: Demanded


@record(frozen=True, slots=True, eq=False)
class LeftDonated:
    """A method leaves an attribute of its instance deleted."""

    cls: ClassInfo
    method: ast.FunctionDef
    name: str
    event: Event


@record(frozen=True, slots=True, eq=False)
class LeftKept:
    """A loop in a method keeps something in an attribute of its instance that a later iteration deletes.

    Attributes:
        in_list: it is in a list that the attribute holds.
    """

    method: ast.FunctionDef
    name: str
    event: Event
    in_list: bool = False

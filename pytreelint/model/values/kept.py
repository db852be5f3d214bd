"""Keys that instances keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record

if TYPE_CHECKING:
    import ast

    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.states import Event


@record(frozen=True, slots=True, eq=False)
class KeptKey:
    """A key that was `drawn` from, and that a new instance of a class keeps: it is given for the field at `node`."""

    cls: ClassInfo
    field: str
    token: Token
    drawn: Event
    node: ast.AST
    frame: Frame

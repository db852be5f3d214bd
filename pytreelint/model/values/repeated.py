"""Sites: one instance that stands several times in a field of a Module."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.makers import MODULES
from pytreelint.knowledge.record import record
from pytreelint.model.values.sites import Site
from pytreelint.model.values.states import holds
from pytreelint.model.values.ties import Tie, ties_in
from pytreelint.model.values.value import Container, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


@record(frozen=True, slots=True)
class RepeatedInField(Site):
    """A constructor of a Module, whose fields gradients are taken of, keeps one instance several times in one of them.

    Attributes:
        cls, name: the class, and the field; tie: where the instance is repeated.
    """

    cls: ClassInfo
    name: str
    tie: Tie


def kept(ev: Interpreter, target: ast.Attribute, value: Value, frame: Frame) -> None:
    """`self.layers = [layer] * n` in a constructor; what callers repeat, as one scaler for several heads, they mean."""
    if not ev.events.ties.by_node or frame.module.origin != "project" or not isinstance(target.value, ast.Name):
        return
    holder = frame.find(target.value.id)
    if not isinstance(holder, Object) or not holder.open or target.value.id != frame.first_parameter:
        return
    cls = holder.cls
    info = cls.fields().get(target.attr)
    if cls.maker is None or cls.maker.name not in MODULES or info is None or info.static is not False:
        return
    for tie in ties_in(ev, value):
        is_here = tie.module is frame.module and _is_in(tie.node, frame)
        if tie.kind == "repeated" and (is_here or _is_made_here(value, frame)):
            ev.emit(RepeatedInField(frame.module, target, cls, target.attr, tie))


def _is_in(node: ast.AST, frame: Frame) -> bool:
    return frame.function is not None and holds(frame.function, node)


def _is_made_here(value: Value, frame: Frame) -> bool:
    """Whether a constructor makes the instance itself, and has a helper repeat it: `stack(Block(key), n)`."""
    parts = (*value.items, value.rest) if isinstance(value, Container) else ()
    whys = [part.why for part in parts if isinstance(part, Object)]
    return any(why is not None and why.module is frame.module and _is_in(why.node, frame) for why in whys)

"""What an instance gets in its static fields, and the functions that are its leaves, where it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.types.registration import nodelike, unwrapped
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.choices import value_alternatives
from pytreelint.model.values.classes import FieldInfo, FieldSpec
from pytreelint.model.values.sites import CallableLeaf, StaticValue
from pytreelint.model.values.value import Function, Object, Optimizer, Partial, Transformed, Unknown, Value
from pytreelint.model.values.who_calls import note_built

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_CALLABLES = (Function, Optimizer, Partial, Transformed)


def static_values(ev: Interpreter, built: Object, arguments: Arguments) -> None:
    """Emits the sites of an instance that is built, or of one whose fields are replaced, and notes who builds it."""
    note_built(ev, built.cls, arguments)
    if built.cls.pytree != "yes" or built.cls.maker is None:
        return
    fields, frame = built.cls.fields(), arguments.frame
    for name, value in built.fields:
        info = fields.get(name)
        info = _by_value(built, name, value, info) if info is None or info.static is None else info
        for known in value_alternatives(unwrapped(value), frame):
            if info is not None and info.static is True and not isinstance(known, Unknown):
                ev.emit(StaticValue(frame.module, arguments.node, built.cls, info, known, frame, frame.region))
            elif (
                info is not None
                and info.static is False
                and isinstance(known, _CALLABLES)
                and built.cls.maker.methods_are_trees
            ):
                ev.emit(CallableLeaf(frame.module, arguments.node, built.cls, info, known, frame, frame.region))


def _by_value(built: Object, name: str, value: Value, declared: FieldInfo | None) -> FieldInfo | None:
    """Emits the site of an attribute that is static by its value, or by a wrapper (nnx)."""
    assert built.cls.maker is not None
    marked = isinstance(value, FieldSpec) and value.marker.how == "wrapper"
    if marked and isinstance(value, FieldSpec) and not value.marker.value:
        return None
    if not marked and (built.cls.maker.leaves != "data" or nodelike(value) is not False):
        return None
    if declared is not None:
        return replace(declared, static=True)
    owner = next((c for c in built.cls.mro if value.why is not None and c.module is value.why.module), None)
    if owner is None or value.why is None:
        return None
    return FieldInfo(name, value.why.node, owner, True, None, None)

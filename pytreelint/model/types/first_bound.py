"""What a module's first assignment gives a name of which functions make something else later."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Value


def first_bound(ev: Interpreter, top: Frame, name: str) -> Value | None:
    """What the first statement that binds a name of a module gives it; None where that is no plain assignment."""
    match top.module.bindings.get(name):
        case [ast.Assign(targets=[ast.Name()], value=value), *_]:
            with ev.doubt():
                return ev.expression(value, top)
    return None

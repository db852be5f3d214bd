"""What a function returns though it was deleted there: whoever gets it can do nothing with it.

for batch in batches:
    state, loss = step(state, batch)  # donates `state`
    if loss < lowest:
        best, lowest = state, loss
return best  # which the next step has deleted
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra.accesses import needs
from pytreelint.model.values.states import event_of, facts
from pytreelint.model.values.value import Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def returned(ev: Interpreter, node: ast.expr, value: Value, frame: Frame) -> None:
    """A `return` names an object, or several; what it works out besides has been judged where that was done."""
    if not facts(frame).events or ev.events.doubting[0]:
        return
    if isinstance(node, ast.Tuple) and isinstance(value, Container) and len(node.elts) == len(value.items):
        for inner, item in zip(node.elts, value.items, strict=True):
            returned(ev, inner, item, frame)
    elif isinstance(node, (ast.Name, ast.Attribute)) and value.token is not None:
        if event_of(frame, "donated", value.token) is not None:
            needs(ev, value.token, node, frame)

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
from pytreelint.model.values.identity import tokens_in
from pytreelint.model.values.states import event_of, facts
from pytreelint.model.values.value import Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def returned(ev: Interpreter, node: ast.expr, value: Value, frame: Frame) -> None:
    """A `return` names an object, or several; what it works out besides has been judged where that was done."""
    if not facts(frame).events or ev.events.doubting[0]:
        return
    if isinstance(node, ast.Call):
        _held(ev, node, value, frame)
    elif isinstance(node, (ast.Tuple, ast.List, ast.Dict)) and isinstance(value, Container):
        parts = node.values if isinstance(node, ast.Dict) else node.elts
        if len(parts) == len(value.items):
            for inner, item in zip(parts, value.items, strict=True):
                returned(ev, inner, item, frame)
    elif isinstance(node, (ast.Name, ast.Attribute)) and value.token is not None:
        if event_of(frame, "donated", value.token) is not None:
            needs(ev, value.token, node, frame)


def _held(ev: Interpreter, node: ast.Call, value: Value, frame: Frame) -> None:
    """What a call gives holds arguments that a name stands for: `Result(best, losses)`, `eqx.combine(best, static)`."""
    tokens = list(tokens_in(value))
    for part in (*node.args, *(word.value for word in node.keywords)) if tokens else ():
        given = frame.find(part.id) if isinstance(part, ast.Name) else None
        for token in tokens_in(given) if given is not None else ():
            if any(each is token for each in tokens) and event_of(frame, "donated", token) is not None:
                needs(ev, token, part, frame)
                return

"""Two modules of one kind that begin with the same parameters, as one key initialises both.

q1 = Critic().init(key, states)
q2 = Critic().init(key, states)  # whatever they learn of one loss, they learn alike
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import INIT
from pytreelint.model.algebra import draws
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.values.happenings import Begun
from pytreelint.model.values.identity import plain
from pytreelint.model.values.sites import KeyReused
from pytreelint.model.values.states import event_at, event_of, is_again, note

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Object


def begins(ev: Interpreter, module: Object, arguments: Arguments) -> None:
    """A key initialises a module, in a function, and the parameters get a name."""
    frame, key, call = arguments.frame, arguments.get(0, "rngs"), arguments.node
    if key is None or key.token is None or not draws.may_be_key(key) or ev.events.doubting[0] or frame.env is None:
        return
    if frame.function is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    tree = frame.module.tree
    names = _names(tree, call)
    if not names or module.cls.is_open:
        return
    node = arguments.expression(0, "rngs")
    inputs = [*(each for each in call.args if each is not node), *(each.value for each in call.keywords)]
    text = " ".join(ast.dump(each) for each in (call.func.value, *inputs))
    kind, event = Begun(text, plain(module)), event_at(frame, node, INIT)
    before = event_of(frame, kind, key.token)
    if before is None:
        note(frame, kind, key.token, event)
    elif before.module is frame.module and not is_again(before, node, frame) and names != _names(tree, before.node):
        draws.reused(ev, key.token, KeyReused(frame.module, node, before, event, frame))


def _names(tree: ast.AST, node: ast.AST) -> list[str]:
    """What the statement around an expression assigns to: the same name once more begins anew."""
    statement = nearest(around(tree, node), ast.stmt)
    return list(map(ast.dump, statement.targets)) if isinstance(statement, ast.Assign) else []

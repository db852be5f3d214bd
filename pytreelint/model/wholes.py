"""Trees that are whole, as what is done with them shows: halves of models and gradients have the same annotation.

    def train(model: Net, data):
        state = optimizer.init(model)
        ...  # and further on: model(x), or eqx.partition(model, eqx.is_array)

A half that holds the arrays alone has None for its functions and cannot be called, nor is it split once more.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.parameters import AnyFunction
from pytreelint.model.standing import around
from pytreelint.model.values import Library, Object, Value
from pytreelint.model.walking import walk

_Around = AnyFunction | ast.ClassDef
_CALLS = 3  # that lead from where a tree is met to where it is called

if TYPE_CHECKING:
    from pytreelint.model.arguments import Arguments
    from pytreelint.model.evaluator import Evaluator
    from pytreelint.model.frame import Frame
    from pytreelint.model.modules import ModuleInfo


def note_called(ev: Evaluator, instance: Object, arguments: Arguments) -> None:
    """Remember an instance that is known by its annotation, and is called."""
    if instance.exact or not isinstance(arguments.node, ast.Call):
        return
    function = arguments.node.func
    while isinstance(function, ast.Call) and function.args and _is_transform(ev, function.func, arguments.frame):
        function = function.args[0]  # `vmap(model)(x)`
    _note(ev, function, arguments)


def _is_transform(ev: Evaluator, function: ast.expr, frame: Frame) -> bool:
    with ev.doubt():
        made = ev.expression(function, frame)
    return isinstance(made, Library) and made.name in TRANSFORMS


def note_split(ev: Evaluator, tree: Value, arguments: Arguments) -> None:
    """Remember an instance that is known by its annotation, and is split into arrays and the rest."""
    if isinstance(tree, Object) and not tree.exact:
        _note(ev, arguments.expression(0), arguments)


def _note(ev: Evaluator, node: ast.AST, arguments: Arguments) -> None:
    if isinstance(node, (ast.Name, ast.Attribute)):
        ev.wholes.add((arguments.frame.function, ast.unparse(node)))


def is_whole(ev: Evaluator, module: ModuleInfo, node: ast.AST, name: str = "") -> bool:
    """Whether the functions around a tree's expression, or those that they call, show that it is whole.

    Arguments:
        node: the expression; or a function, of whose parameter `name` is asked.
    """
    text = name or _text(node)
    named = [function for function, each in ev.wholes if each == text]
    outer = [*around(module.tree, node), node] if named else []
    wanted = _Around if "." in text else AnyFunction  # another method may call `self.model`
    reached: set[ast.AST | None] = {each for each in outer if isinstance(each, wanted)}
    for _ in range(_CALLS if reached else 0):
        if not reached.isdisjoint(named):
            return True
        called = (f for f, callers in ev.callers.items() if any(caller in reached for caller, _ in callers))
        inner = (part for each in reached if each is not None for part in walk(each) if isinstance(part, AnyFunction))
        reached |= {*called, *inner}
    return not reached.isdisjoint(named)


def _text(node: ast.AST) -> str:
    return ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""

"""`haiku.transform(f)`: a function with parameters of its own becomes a pair, of which `apply` takes them.

The pair is what its text says: what a call of `init` or `apply` runs is the function, with the arguments that are left.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.pure_pairs import KEYED, OF_FUNCTION, OF_PAIR
from pytreelint.model.algebra import outer_keys
from pytreelint.model.syntax.placed import placed
from pytreelint.model.types.namespaces import instance_of
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import DYNAMIC, Function, Library, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def _of_function(ev: Interpreter, arguments: Arguments, kind: str) -> Value:
    return _pair(ev, arguments, kind, OF_FUNCTION[kind], {"function": argument(arguments, 0)})


def _without_key(ev: Interpreter, arguments: Arguments) -> Value:
    return _of_pair(ev, arguments, "without-key")


def _without_state(ev: Interpreter, arguments: Arguments) -> Value:
    return _of_pair(ev, arguments, "without-state")


def _of_pair(ev: Interpreter, arguments: Arguments, change: str) -> Value:
    pair = argument(arguments, 0)
    found = OF_PAIR[change].get(pair.cls.name) if isinstance(pair, Object) else None
    if found is None or not isinstance(pair, Object):
        return DYNAMIC
    kind, texts = found
    return _pair(ev, arguments, kind, texts, {name: pair.get(name) or DYNAMIC for name in ("init", "apply")})


def _keyed(ev: Interpreter, arguments: Arguments) -> Value:
    """What a function gave that has run with a key."""
    outer_keys.given(ev, argument(arguments, 0), arguments)
    return argument(arguments, 1)


def _pair(ev: Interpreter, arguments: Arguments, kind: str, texts: tuple[str, str], known: dict[str, Value]) -> Value:
    frame, node = arguments.frame, arguments.node
    words = {"variables": Unknown("variables"), "keyed": Library(KEYED)}
    scope = Frame(frame.module, {**known, **words}, top=False)
    fields = tuple(
        (name, Function(ev.answer((_pair, node, text), lambda text=text: _lambda(text, node)), frame.module, scope))  # type: ignore[misc]
        for name, text in zip(("init", "apply"), texts, strict=True)
    )
    return instance_of(ev, kind, fields, arguments)


def _lambda(text: str, node: ast.AST) -> ast.Lambda:
    made = ast.parse(text, mode="eval").body
    assert isinstance(made, ast.Lambda)
    return placed(made, node)


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "pure-pair": lambda ev, arguments: _of_function(ev, arguments, "Transformed"),
    "pure-pair-with-state": lambda ev, arguments: _of_function(ev, arguments, "TransformedWithState"),
    "keyed": _keyed,
    "without-key": _without_key,
    "without-state": _without_state,
}

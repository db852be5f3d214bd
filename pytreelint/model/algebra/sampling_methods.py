"""Methods that draw from a key which they are given: of objects that are not known, and of libraries' distributions.

policy.sample(seed=key)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import (
    DISTRIBUTIONS,
    DRAWING_METHODS,
    DRAWS,
    DROPPING,
    KEY_WORDS,
    SHAPE_WORDS,
    WITHOUT_NOISE,
)
from pytreelint.model.algebra import draws
from pytreelint.model.values.states import event_at
from pytreelint.model.values.value import NONE, Array, Constant, Function, Object, Scalar, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_ON = Constant(False, "bool")  # the value of what turns a layer off


def of_unknown(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A method of no known object draws from its key: `policy.sample(seed=key)`, `buffer.sample(rows, key)`.

    No flag stands beside it, by its name, as a constant, or behind it.
    """
    if name in DRAWING_METHODS:
        _of_method(ev, name, arguments)


def of_distribution(ev: Interpreter, method: Function, cls: ClassInfo, arguments: Arguments) -> None:
    """A method of a library's distribution draws from its key, whatever its source makes of that before it does."""
    name = getattr(method.node, "name", "")
    if name not in DRAWING_METHODS or method.module.origin == "project" or not isinstance(arguments.node, ast.Call):
        return
    if method.module.name.partition(".")[0] in DISTRIBUTIONS and cls.name not in WITHOUT_NOISE:
        _of_method(ev, f"{cls.name}.{name}", arguments)


def of_layer(ev: Interpreter, method: Function, layer: Object, arguments: Arguments) -> None:
    """A layer that is on draws from its key, whatever its rate is, as long as that is not known to be zero."""
    known = DROPPING.get(layer.cls.qualified) if getattr(method.node, "name", "") == "__call__" else None
    key = arguments.keywords.get("key")
    if known is None or key is None or key.token is None or ev.events.doubting[0]:
        return
    rate, off, options = known
    held, told = layer.get(rate), [arguments.keywords.get(each, NONE) for each in options]
    if layer.get(off) != _ON or any(each not in (NONE, _ON) for each in told):
        return
    if isinstance(held, Constant) and not held.value:
        return
    frame, node = arguments.frame, arguments.expression(None, "key")
    draws.draw(ev, key.token, node, frame, event_at(frame, node, layer.cls.name))


def _of_method(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """What is given last, or under the name of a key, is drawn from."""
    words = arguments.keywords.keys() - SHAPE_WORDS
    if ev.events.doubting[0] or len(words) > 1:
        return
    if any(isinstance(value, (Constant, Scalar)) and value.kind == "bool" for value in arguments.args):
        return
    found = [(-1, word, key) for word, key in arguments.keywords.items() if word in KEY_WORDS]
    if arguments.args and not words and arguments.complete:
        found = [(len(arguments.args) - 1, "", arguments.args[-1])]
    for position, word, key in found:
        if key.token is not None and _is_key(key, word, arguments.frame):
            frame, node = arguments.frame, arguments.expression(position, word)
            draws.draw(ev, key.token, node, frame, event_at(frame, node, name))


def _is_key(value: Value, word: str, frame: Frame) -> bool:
    """Whether what an unknown method is given is certainly a key: an array for its seed, or what JAX has drawn from."""
    if isinstance(value, Array):
        return value.flavour == "key" or (word not in ("", "key") and value.flavour == "jax")
    before = (
        draws.drawn_before(frame, value.token) if value.token is not None and word and draws.may_be_key(value) else None
    )
    return before is not None and before.innermost.by in DRAWS

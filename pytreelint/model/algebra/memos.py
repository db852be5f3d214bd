"""What a function keeps of its results, in a dict of its module or class that it alone fills.

    def compiled(size):
        if size not in _COMPILED:
            _COMPILED[size] = jax.jit(make(size))
        return _COMPILED[size]

The first call for a key finds nothing, and a later one what an earlier one has put in. So what such a function finds
there adds nothing to what it makes.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.model.project.keeping import keepers_of
from pytreelint.model.values.cut import later
from pytreelint.model.values.unknowns import Kept
from pytreelint.model.values.value import Container, Scalar, Union, Value, options_of, union

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.meeting import Env

_PUT = "[]"  # stands among the names of a function where it has put something in; with the dict's name, what that is


def as_dict(holder: ast.expr, frame: Frame) -> Container | None:
    """The dict that a name or attribute means, where the running function alone fills it: with what it holds here."""
    name = _name(holder)
    if not name or frame.function is None or frame.env is None:
        return None
    if keepers_of(frame.module).get(name) is not frame.function:
        return None
    return Container("dict", (), (), frame.env.get(_PUT + name) or Kept("kept", function=frame.function))


def put(holder: ast.expr, value: Value, frame: Frame) -> None:
    """The running function puts an item in: it finds that there, in this call. Of numbers, which may count, not."""
    if as_dict(holder, frame) is None or any(isinstance(each, Scalar) for each in options_of(value)):
        return
    assert frame.env is not None
    frame.env[_PUT] = frame.env[_PUT + _name(holder)] = _lasting(value)


def _name(holder: ast.expr) -> str:
    match holder:
        case ast.Name(name):
            return name
        case ast.Attribute(ast.Name(), name):
            return f".{name}"
    return ""


def settle(first: Env | None, second: Env | None, frame: Frame) -> None:
    """After `run = CACHE.get(key)` and `if run is None: run = CACHE[key] = make(key)`, the name means what was made."""
    if frame.env is None or first is None or second is None or (_PUT in first) is (_PUT in second):
        return
    made, found = (first, second) if _PUT in first else (second, first)
    for name, value in found.items():
        if isinstance(value, Kept) and name in made:
            frame.env[name] = _lasting(made[name])


def returned(values: Sequence[Value], frame: Frame) -> list[Value]:
    """What a function gives by its `return`s, without what it finds and has given before."""
    made = [each for each in values if not (isinstance(each, Kept) and each.function is frame.function)]
    return list(map(_lasting, made)) if made and len(made) < len(values) else list(values)


def _lasting(value: Value) -> Value:
    """What is known of a result that is found later, too: a list may have grown by then."""
    if isinstance(value, Container) and value.kind == "tuple":
        items = tuple(map(_lasting, value.items))
        return (
            value if all(new is old for new, old in zip(items, value.items, strict=True)) else Container("tuple", items)
        )
    return (
        union([later(each, "kept") for each in options_of(value)]) if isinstance(value, Union) else later(value, "kept")
    )

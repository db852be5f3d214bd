"""Options that a test has found to be left out: behind `if options.get("history"): raise`, `options` gives none."""

from __future__ import annotations

import ast

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import restamped
from pytreelint.model.values.value import Container, Union, Unknown, Value, options_of, union

_LEFT_OUT = Unknown("an option that is left out")


def is_left_out(value: Value | None) -> bool:
    """Whether a dict holds no value under a name, or none that is true."""
    return isinstance(value, Unknown) and value.reason == _LEFT_OUT.reason


def without(test: ast.expr, frame: Frame, outcome: bool) -> dict[str, Value]:
    """The dict of which a test asks for a name, where it has none: among further names that are not known."""
    match test:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=holder), attr="get"),
            args=[ast.Constant(value=str(name)), *default],
            keywords=[],
        ) if not outcome and all(isinstance(each, ast.Constant) and not each.value for each in default):
            pass
        case ast.Compare(left=ast.Constant(value=str(name)), ops=[ast.In()], comparators=[ast.Name(id=holder)]):
            if outcome:
                return {}
        case _:
            return {}
    held = frame.find(holder)
    if not isinstance(held, Container) or held.kind != "dict" or held.rest is None:
        return {}
    if not held.items or name in held.keys:
        return {}  # of a dict that may be empty a name that it lacks must not make it hold one
    known = replace(held, items=(*held.items, _LEFT_OUT), keys=(*held.keys, name))
    return {holder: restamped(known, held.token)}


def left_out_of_all(value: Value) -> Value:
    """One of several dicts, where all of them leave out an option, as one of which nothing else is known."""
    dicts = [option for option in options_of(value) if isinstance(option, Container) and option.kind == "dict"]
    if not isinstance(value, Union) or len(dicts) < len(value.options):
        return value
    refused = [[key for key, item in zip(each.keys, each.items, strict=True) if is_left_out(item)] for each in dicts]
    names = [key for key in refused[0] if all(key in each for each in refused)]
    if not names:
        return value
    held = [item for each in dicts for item in each.items if not is_left_out(item)]
    held += [each.rest for each in dicts if each.rest is not None]
    return Container("dict", (_LEFT_OUT,) * len(names), tuple(names), union(held) if held else None)

"""Items of tables and tuples of functions, classes or modules, of which a configuration chooses one."""

from __future__ import annotations

import ast

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.questions import looks_around, parts_of
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.choices import is_configured
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import ClassValue, Function, Library, ModuleValue, Opaque, Partial, Union, Value


def of_item(value: Value, node: ast.Subscript, frame: Frame) -> Value:
    """Returns what `KINDS[kind](...)` finds in a table of functions, classes or modules: each is there to be chosen."""
    if not isinstance(value, Union):
        return value
    return _one_of_table(value, parts_of(node.slice, {}), looks_around(node.slice), frame)


def of_unpacked(value: Value, frame: Frame) -> Value:
    """Returns what a name gets of one of several tuples, `loss, scale = pick(kind)`: of functions, any."""
    return _one_of_table(value, frozenset(), False, frame) if isinstance(value, Union) else value


def _one_of_table(value: Union, parts: frozenset[str], around: bool, frame: Frame) -> Value:
    if value.choice is not None or not is_configured(parts, frame):
        return value
    if not all(map(_is_code, value.options)):
        return value
    return replace(value, choice=Choice(frame, frame.region, parts, around, True))


def _is_code(option: Value) -> bool:
    code = isinstance(option, (ClassValue, Function, ModuleValue, Partial, Library))
    return code or (isinstance(option, Opaque) and option.kind == "function")

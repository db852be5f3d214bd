"""From what a user names, `path.py::Class` or `package.module.Class`, to the class; else what to name instead."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.text.source import Source
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.value import ClassValue, Library, ModuleValue, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_SHOWN = 8
_ENVIRONMENT = "--python names another environment"


def find(ev: Interpreter, target: str) -> ClassInfo:
    """The class of that name.

    Raises:
        LookupError: there is no such file, module or class; the message says what there is.
        Unreadable: the file is not Python.
    """
    file, separator, name = target.partition("::")
    if separator or file.endswith(".py"):
        module, parts = _of_file(ev, file), [part for part in name.split(".") if part]
        spelling = f"{file}::"
    else:
        module, parts = _of_module(ev, target)
        spelling = f"{module.name}."
    if not parts:
        raise LookupError(f"{target}: name a class of this module: {_choice(spelling, classes(module))}")
    value = _value(ev, module, parts)
    if isinstance(value, Union):
        value = next((option for option in reversed(value.options) if isinstance(option, ClassValue)), value)
    if isinstance(value, ClassValue):
        return value.cls
    if isinstance(value, ModuleValue):
        raise LookupError(f"{target}: this is a module; name a class of it")
    if isinstance(value, Library):
        raise LookupError(f"{target}: `{value.name}` is known from tables, not from source: there is nothing to show")
    if not isinstance(value, Unknown):
        raise LookupError(f"{target}: this is no class")
    near = get_close_matches(parts[-1], classes(module), 3, 0.5)
    hint = f"; did you mean {_choice(spelling, near)}?" if near else f"; there are {_choice(spelling, classes(module))}"
    raise LookupError(f"{target}: there is no class of that name{hint if classes(module) else ''}")


def classes(module: ModuleInfo) -> list[str]:
    """The names of classes that a module defines, nested ones dotted, and of what it imports like classes."""
    imported = [name for name in module.bindings if name[:1].isupper() and not name.isupper()]
    return list(dict.fromkeys([*_classes(module.tree.body, ""), *imported]))


def _classes(body: Iterable[ast.stmt], prefix: str) -> Iterable[str]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield prefix + statement.name
            yield from _classes(statement.body, f"{prefix}{statement.name}.")
        elif isinstance(statement, (ast.If, ast.Try)):
            yield from _classes([*statement.body, *statement.orelse], prefix)


def _choice(spelling: str, names: list[str]) -> str:
    shown = [f"`{spelling}{name}`" for name in names[:_SHOWN]]
    more = len(names) - len(shown)
    return (", ".join(shown) if shown else "it defines none") + (f" and {more} more" if more > 0 else "")


def _of_file(ev: Interpreter, file: str) -> ModuleInfo:
    if not os.path.isfile(file):
        raise LookupError(f"{file or '::'}: no such file")
    return ev.program.add(Source.read(file))


def _of_module(ev: Interpreter, target: str) -> tuple[ModuleInfo, list[str]]:
    """The longest part of a dotted name that is a module, and the names after it."""
    parts = target.split(".")
    for length in range(len(parts), 0, -1):
        module = ev.program.module(".".join(parts[:length]))
        if module is not None:
            return module, parts[length:]
    if ev.program.layout.is_table(parts[0]):
        raise LookupError(f"{target}: `{parts[0]}` is known from tables, not from source: there is nothing to show")
    head = target.rpartition(".")[0] or target
    raise LookupError(f"{target}: no module `{head}` in the project or its environment; {_ENVIRONMENT}")


def _value(ev: Interpreter, module: ModuleInfo, parts: list[str]) -> Value:
    value = ev.name(module, parts[0])
    for part in parts[1:]:
        if isinstance(value, ClassValue) and part in value.cls.nested:
            value = ClassValue(ev.class_of(value.cls.nested[part], value.cls.scope))
        elif isinstance(value, ModuleValue):
            value = ev.member(value.name, part)
        else:
            return Unknown("no such name")
    return value

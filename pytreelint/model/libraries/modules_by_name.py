"""Modules, and what is in them, by names that a program says as text: `globals()["step"]`, `import_module("net")`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import
from pytreelint.model.project.program import ModuleName
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.value import DYNAMIC, Bound, Constant, Library, ModuleValue, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def _globals(ev: Interpreter, arguments: Arguments) -> Value:
    return Bound(Library("module.__dict__"), ModuleValue(arguments.frame.module.name))


def _imported(ev: Interpreter, arguments: Arguments) -> Value:
    """`import_module("models.net")`; of a name that begins with a dot, the package is not looked up."""
    name = argument(arguments, 0)
    if not isinstance(name, Constant) or not isinstance(name.value, str) or name.value.startswith("."):
        return DYNAMIC
    if len(arguments.args) != 1 or arguments.keywords or not all(part.isidentifier() for part in name.value.split(".")):
        return DYNAMIC
    meaning = ev.program.imported(arguments.frame.module, Import(name.value, None, ast.Pass()))
    return ModuleValue(meaning.name) if isinstance(meaning, ModuleName) else DYNAMIC


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {"globals": _globals, "imported": _imported}

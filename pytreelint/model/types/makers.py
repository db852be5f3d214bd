"""Who makes an instance, where that is not the `__init__` of a class body."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import ClassValue

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo, Method


def is_made_elsewhere(cls: ClassInfo, module: ModuleInfo) -> bool:
    """Whether something else than the methods of its body makes an instance: a metaclass, what took their place."""
    metaclass = cls.options.get("metaclass")
    if isinstance(metaclass, ClassValue) and metaclass.cls.method("__call__") is not None:
        return True
    if any("__init__" in base.attached for base in cls.mro):
        return True
    if cls.is_set_elsewhere("__init__", module):
        return True
    found = cls.method("__new__")
    return found is not None and not _gives_own(*found)


def _gives_own(owner: ClassInfo, node: Method) -> bool:
    """Whether a `__new__` may give an instance of its class: it does not call another class in its `return`."""
    given = [each.value for each in walk(node) if isinstance(each, ast.Return)]
    return not any(isinstance(value, ast.Call) and isinstance(value.func, ast.Name) for value in given)


def gives_no_own(cls: ClassInfo) -> bool:
    """Whether the `__new__` of a class certainly gives something else: it names neither its class nor a base's."""
    found = cls.method("__new__")
    if found is None or not found[1].args.args:
        return False
    owner, node = found
    own = {node.args.args[0].arg, "super", "__class__", *(base.name for base in (cls, *owner.mro))}
    return not any(isinstance(each, ast.Name) and each.id in own for part in node.body for each in walk(part))

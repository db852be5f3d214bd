"""Implementations of an abstract class: the classes of its package that define what it leaves open."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.project.derived import package_folder
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.types.annotations import is_class_variable
from pytreelint.model.types.inherited import is_abstract
from pytreelint.model.types.stubs import is_stub
from pytreelint.model.values.value import ClassValue, Function

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter

_MOST = 16  # classes; of more the first ones alone would take longer than an entry


def implementations(ev: Interpreter, cls: ClassInfo) -> tuple[ClassInfo, ...]:
    """The classes that an instance of an abstract class can have; none where it is not abstract, or one is unknown."""
    return ev.answer((implementations, cls), lambda: _found(ev, cls))


def _found(ev: Interpreter, cls: ClassInfo) -> tuple[ClassInfo, ...]:
    if cls.module.origin != "project" or not is_left_open(ev, cls):
        return ()
    found: list[ClassInfo] = []
    waiting, seen = [cls], {cls}
    while waiting:
        base = waiting.pop()
        below = derived(ev, base)
        if below is None or len(found) > _MOST:
            return ()
        if not is_abstract(ev, base) and (base is not cls) and not (below and is_left_open(ev, base)):
            found.append(base)
        waiting += [each for each in below if each not in seen]
        seen.update(below)
    return tuple(sorted(found, key=lambda each: each.qualified))


def is_left_open(ev: Interpreter, cls: ClassInfo) -> bool:
    """Whether a class leaves something to its subclasses: a variable, a method that is abstract, only raises, or gives
    nothing of what it declares: `def energy(self, x) -> Array: ...`.
    """
    if is_abstract(ev, cls):
        return True
    held = {name for base in cls.mro for names in (base.methods, base.assigned, base.own_fields) for name in names}
    return any(_is_left(cls.method(name)) for base in cls.mro for name in base.methods) or any(
        name not in held for base in cls.mro for name in _declared(ev, base)
    )


def _is_left(found: tuple[ClassInfo, Method] | None) -> bool:
    if found is None or found[0].module.origin != "project":
        return False
    owner, method = found
    if not is_stub(Function(method, owner.module, None, owner)):
        return False
    gives_none = method.returns is None or isinstance(method.returns, ast.Constant) and method.returns.value is None
    return not gives_none or any(isinstance(statement, ast.Raise) for statement in method.body)


def _declared(ev: Interpreter, cls: ClassInfo) -> Iterator[str]:
    """The class variables that a class names without a value."""
    for statement in cls.node.body:
        if isinstance(statement, ast.AnnAssign) and statement.value is None and isinstance(statement.target, ast.Name):
            if is_class_variable(ev, statement.annotation, cls.scope):
                yield statement.target.id


def derived(ev: Interpreter, cls: ClassInfo) -> list[ClassInfo] | None:
    """The classes of the package that have this one as a base; None where one of them could not be read."""
    found: list[ClassInfo] = []
    for module, name in _named(ev, cls):
        value = ev.name(module, name)
        if not isinstance(value, ClassValue):
            return None  # in a function, or rebound
        if cls in value.cls.bases and value.cls.is_open and not _is_written_out(value.cls):
            return None
        if cls in value.cls.bases:
            found.append(value.cls)
    return found


def is_redefined(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    """Whether a class of the package that derives from this one, which has no instances of its own, may bind a class
    variable anew.
    """
    return ev.answer((is_redefined, cls, name), lambda: _is_redefined(ev, cls, name))


def _is_redefined(ev: Interpreter, cls: ClassInfo, name: str) -> bool:
    waiting, seen = [cls], {cls}
    while waiting and cls.module.origin == "project" and is_left_open(ev, cls):
        below = derived(ev, waiting.pop())
        if below is None or len(seen) > _MOST:
            return True
        if any(name in each.assigned or name in each.own_fields for each in below):
            return True
        waiting += [each for each in below if each not in seen]
        seen.update(below)
    return False


def _is_written_out(cls: ClassInfo) -> bool:
    """Whether all methods of a class stand in the source of its bases: `__init_subclass__` alone may register it."""
    opened = [each for each in cls.mro if each.open]
    return not cls.has_code_of_libraries and all(
        len(each.bases) == len(each.node.bases) and not each.node.decorator_list for each in opened
    )


def _named(ev: Interpreter, cls: ClassInfo) -> Iterator[tuple[ModuleInfo, str]]:
    """The classes with a base of the same name."""
    program = ev.program
    folder = package_folder(cls.module)
    program.asked[f"@<{folder}", cls.name] = None
    for path in program.heads.files(folder, cls.name):
        module = program.module(program.layout.module_name(path))
        for name in program.heads.bases(path)[cls.name] if module is not None else ():
            yield module, name  # type: ignore[misc]

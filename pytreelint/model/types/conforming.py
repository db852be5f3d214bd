"""Classes that have all that a protocol asks for: what an instance of one may be that somebody passes.

class Solver(Protocol):
    def step(self, x: Array, rate: float) -> Array: ...

class Euler(eqx.Module):  # no base says so, but it is a Solver
    def step(self, x, rate): ...
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.project.derived import package_folder
from pytreelint.model.types.inherited import is_abstract
from pytreelint.model.types.stubs import is_stub
from pytreelint.model.values.value import ClassValue, Function

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter


def conforming(ev: Interpreter, protocol: ClassInfo, name: str) -> tuple[ClassInfo, ...]:
    """The classes of a protocol's package that define one of its methods, and have all of them."""
    return ev.answer((conforming, protocol, name), lambda: tuple(_found(ev, protocol, name)))


def _found(ev: Interpreter, protocol: ClassInfo, name: str) -> Iterator[ClassInfo]:
    if protocol.module.origin != "project":
        return
    folder, program, asked = package_folder(protocol.module), ev.program, f"def {name}"
    program.asked[f"@<{folder}", f"@{asked}"] = None
    for path in sorted(program.heads.uses(folder, asked)):
        module = program.module(program.layout.module_name(path))
        for cls in _classes(ev, module, name) if module is not None else ():
            if cls is not protocol and not is_abstract(ev, cls) and _has_all(cls, protocol):
                yield cls


def _classes(ev: Interpreter, module: ModuleInfo, name: str) -> Iterator[ClassInfo]:
    """The classes of a module that define a method of this name themselves."""
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef) and any(getattr(each, "name", "") == name for each in node.body):
            value = ev.name(module, node.name)
            if isinstance(value, ClassValue):
                yield value.cls


def _has_all(cls: ClassInfo, protocol: ClassInfo) -> bool:
    """Whether a class has the methods of a protocol, with parameters of the same names, and a body each."""
    found = [(method, cls.method(name)) for name, method in protocol.methods.items()]
    return all(held is not None and _is_like(*held, method) for method, held in found)


def _is_like(owner: ClassInfo, method: Method, asked: Method) -> bool:
    is_run = not is_stub(Function(method, owner.module, None, owner))
    return is_run and _parameters(method) == _parameters(asked)


def _parameters(method: Method) -> list[str]:
    return [each.arg for each in (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)]

"""Where a file uses a name of another module: by importing it, or through that module."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import
from pytreelint.model.project.program import Definition, ModuleName
from pytreelint.model.syntax.occurrences import occurrences, reads

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.project.program import Program


def imported_uses(program: Program, module: ModuleInfo, home: ModuleInfo, name: str) -> list[ast.Name | ast.Attribute]:
    """The names and attributes in `module` that mean what is called `name` in the module `home`."""
    found, uses = occurrences(module.tree), list[ast.Name | ast.Attribute]()
    for local, bindings in module.bindings.items():
        if not any(isinstance(each, Import) for each in bindings):
            continue
        match program.resolve(module, local):
            case Definition(module=other, name=meant) if other is home and meant == name:
                uses += [use for use in reads(module.tree, local) if isinstance(use, ast.Name)]
            case ModuleName(other) if other == home.name:
                attributes = found.attributes.get(name, ())
                uses += [use for use in attributes if isinstance(use.value, ast.Name) and use.value.id == local]
    return uses

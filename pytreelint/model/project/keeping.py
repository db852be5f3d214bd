"""The functions of a project's modules that keep their results."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.keepers import keepers

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo


def keepers_of(module: ModuleInfo) -> dict[str, ast.AST]:
    """The functions of a module that keep their results in its dicts, by the names of these; none of a library's."""
    if module.origin != "project":
        return {}
    return module.answer(keepers, lambda: keepers(module.tree, module.reassigned))


def keeps(module: ModuleInfo, function: ast.AST) -> bool:
    """Whether a function of a module keeps its results, so that a later call may give what an earlier one has made."""
    return function in keepers_of(module).values()

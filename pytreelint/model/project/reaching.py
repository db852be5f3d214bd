"""Whether the code of a file can meet a library of arrays at all, by what it imports, and what that imports in turn.

Nothing can be said of a file that meets none: of most files of a project that uses JAX in one corner. What others hand
to its functions is seen where they do.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.known import PACKAGES
from pytreelint.knowledge.packages import OF_ARRAYS, TABLE_PACKAGES
from pytreelint.model.project.modules import Import, imports_of
from pytreelint.model.syntax.walking import statements

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.project.program import Program

IMPORTS = "import"  # asked of a module for the cache: what `imports` gives
_WITHOUT = (frozenset(sys.stdlib_module_names) | TABLE_PACKAGES) - OF_ARRAYS
_SPOKEN = ("jax", "import_module", "__import__")  # also where a name is put together
_MOST = 200  # modules that are asked for one file; beyond, evaluating it is no dearer


def meets_arrays(program: Program, module: ModuleInfo) -> bool:
    """Whether a module, or one that it imports, imports what makes or transforms arrays of JAX, or may."""
    pending, seen = [module], {module.name}
    while pending:
        each = pending.pop()
        program.asked[each.name, IMPORTS] = None
        speaks, found = imports(each)
        if speaks or len(seen) > _MOST:
            return True
        for name in _read_from(program, each, found):
            if name in seen:
                continue
            seen.add(name)
            if _is_of_arrays(program, name):
                return True
            inner = program.module(name)
            if inner is not None:
                pending.append(inner)
    return False


def imports(module: ModuleInfo) -> tuple[bool, tuple[Import, ...]]:
    """Whether a module speaks of JAX or of imports by name, and all that its statements import."""
    return module.answer(imports, lambda: (_speaks(module), tuple(_imports(module))))


def shown(module: ModuleInfo) -> str:
    """What identifies the answer of `imports`."""
    speaks, found = imports(module)
    return repr((speaks, [(each.module, each.attribute, each.is_relative) for each in found]))


def _speaks(module: ModuleInfo) -> bool:
    return any(word in module.source.text for word in _SPOKEN)


def _imports(module: ModuleInfo) -> Iterator[Import]:
    for node in statements(module.tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, None, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (each for _, each in imports_of(node, module.name, module.is_package))


def _read_from(program: Program, module: ModuleInfo, found: tuple[Import, ...]) -> Iterator[str]:
    """The names of the modules that imports may read from, those of the packages around them too."""
    for each in found:
        parts = program.read_from(module, each).split(".")
        if parts[0] in _WITHOUT:
            continue
        parts += [each.attribute] if each.attribute is not None else []
        yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def _is_of_arrays(program: Program, name: str) -> bool:
    """Whether a module is one of a library that tables describe, that the configuration teaches, or that needs JAX."""
    top = name.partition(".")[0]
    if top in OF_ARRAYS or top in program.taught:
        return True
    found = program.layout.find(top)
    if found is None:
        return top in PACKAGES
    return found.origin != "project" and not program.layout.is_table(top)

"""What makes an instance: its constructor, and the methods that nothing but constructors calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo


def makes_instances(function: ast.AST, module: ModuleInfo, cls: ClassInfo | None) -> bool:
    """Whether a function of a class is a constructor, or a method that constructors alone call, of bases too.

    Overrides of it call it as well: `super().setup()`.
    """
    name = getattr(function, "name", "")
    if name in CONSTRUCTORS:
        return True
    bases = [each.module for each in cls.mro if each.module.origin == "project"] if cls is not None else []
    callers = {caller for each in dict.fromkeys([module, *bases]) for caller in _readers(each, name)} - {name}
    return bool(callers) and callers <= set(CONSTRUCTORS)


def _readers(module: ModuleInfo, attribute: str) -> Iterator[str]:
    """The names of the functions of a module that read an attribute of that name; "" for its own statements."""
    for use in occurrences(module.tree).attributes.get(attribute, ()):
        outer = next((each for each in outwards(module.tree, use) if isinstance(each, FUNCTIONS)), None)
        yield getattr(outer, "name", "")

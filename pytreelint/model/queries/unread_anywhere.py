"""Attributes that a trace fills and that no file of the package reads: whoever does, does so when the trace is over."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.project.derived import package_folder

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.kept_tracers import Leak
    from pytreelint.model.values.protocol import Model

_NAMES = 64  # whose patterns are held at a time


def is_unread(site: Leak, model: Model) -> bool:
    """Whether an attribute of a plain instance is stored in a compiled function, and read by nothing at all.

    What runs inside of the trace is code of the project, and may read a tracer; what is not seen runs when the call
    has returned. A field that a class declares is read by what its decorator writes, one of a library's class by that.
    """
    cls, holder = site.cls, site.holder[1]
    if cls is None or not isinstance(holder, ast.Attribute) or site.trace.kind != "staging":
        return False
    if site.trace.module.origin != "project" or any(each.module.origin != "project" for each in cls.mro):
        return False
    name = holder.attr
    if name.startswith("__") or name in cls.fields() or cls.method(name) is not None:
        return False
    homes = dict.fromkeys((cls.module, site.module, site.trace.module))
    return not any(_may_read(model, module, name) for module in homes)


def _may_read(model: Model, module: ModuleInfo, name: str) -> bool:
    """Whether a line of a module's package has an attribute of that name that is not assigned there, or the name as a
    text.
    """
    folder, program = package_folder(module), model.program
    program.asked[f"@<{folder}", f"@.{name}"] = None
    lines = (line for found in program.heads.uses(folder, f".{name}").values() for line in found)
    if any(_mentions(name).search(line) for line in lines):
        return True
    return program.any_text(module.source.folder, _texts(name), (name, "__dict__", "vars("))


@lru_cache(maxsize=_NAMES)
def _mentions(name: str) -> re.Pattern[str]:
    """What a line has where it does not only assign an attribute, an item of it, or add to a list in it."""
    assigned = r"\s*(?:\[[^\]]*\]\s*)*(?::[^=]*)?=(?!=)"
    return re.compile(rf"\.{name}\b(?!{assigned}|\.(?:append|extend|insert|clear|update|setdefault)\()")


@lru_cache(maxsize=_NAMES)
def _texts(name: str) -> re.Pattern[str]:
    return re.compile(rf"""['"]{name}['"]|\b__dict__\b|\bvars\(""")

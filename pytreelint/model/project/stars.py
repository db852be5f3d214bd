"""The modules that the star imports of a module (`from m import *`) lead to, and which of them bind a name.

Stars may lead in a circle, and a module with stars is asked for many names: so the modules are walked once, and what
they bind is kept by name. A later star binds anew what an earlier one brought.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from pytreelint.knowledge.known import PACKAGES
from pytreelint.knowledge.record import record
from pytreelint.model.project.modules import ModuleInfo

EVERY_NAME = "*"  # asked of a module for the cache: all names that it binds, and its stars

Position = tuple[int, str]

_MOST = 100  # modules that the stars of one are followed to: a package of thousands, behind one `from .models import *`


@record(frozen=True, slots=True, eq=False)
class Starred:
    """The modules that star imports lead to, each with its position in the order in which they are looked through.

    Attributes:
        binding: those that bind a name, by the name.
        unlisted: those that may give names which they do not bind: packages, libraries known by tables.
    """

    binding: dict[str, list[Position]]
    unlisted: list[Position]

    def having(self, name: str) -> Iterable[str]:
        """The modules that may have a name, the first to be asked first."""
        bound = self.binding.get(name, ())
        return [module for _, module in (sorted({*bound, *self.unlisted}) if self.unlisted else bound)]


def exports(module: ModuleInfo | None, name: str) -> bool:
    """Whether a star takes a name of a module: one that `__all__` lists, without it one without an underscore."""
    listed = module.bindings.get("__all__", ()) if module is not None else ()
    if len(listed) != 1 or not isinstance(listed[0], (ast.Assign, ast.AnnAssign)):
        return bool(listed) or not name.startswith("_")  # `__all__ += ...` may list any
    value = listed[0].value
    known = isinstance(value, (ast.List, ast.Tuple)) and all(isinstance(e, ast.Constant) for e in value.elts)
    return not known or any(e.value == name for e in value.elts if isinstance(e, ast.Constant))  # type: ignore[union-attr]


def starred(
    module: ModuleInfo, targets: Callable[[ModuleInfo], Iterable[str]], read: Callable[[str], ModuleInfo | None]
) -> Starred:
    """The modules that the star imports of a module lead to, in the order in which they are asked.

    The last stars come first, as they bind anew; beyond so many modules nobody knows what the others bring.

    Args:
        targets: the modules that the stars of one name, in order.
        read: a module by its name, where it is read as source.
    """
    found = Starred({}, [])
    waiting = [*targets(module)]
    seen = {module.name}
    while waiting and len(seen) <= _MOST:
        name = waiting.pop()
        if name in seen:
            continue
        position = (len(seen), name)
        seen.add(name)
        inner = read(name)
        if inner is None or inner.is_package or name in PACKAGES:
            found.unlisted.append(position)
        if inner is not None:
            waiting += [target for target in targets(inner) if target not in seen]
            for bound in inner.bindings:
                found.binding.setdefault(bound, []).append(position)
    return found

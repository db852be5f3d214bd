"""The project's modules that come with the import of one: a class may be registered in any of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import, ModuleInfo
from pytreelint.model.text.registering import may_name

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.protocol import Interpreter

_MOST = 80


def may_be_registered(ev: Interpreter, cls: ClassInfo, *modules: ModuleInfo) -> bool:
    """Whether what these modules import, in turn, speaks of registering a class of that name as a PyTree.

    Asked only of a class that looks like none, before something is claimed of it.
    """
    waiting, seen = list(modules), set(modules)
    while waiting and len(seen) <= _MOST:
        module = waiting.pop()
        ev.program.asked[module.name, cls.name] = None
        if module.mentions_registration and cls.name in module.source.text and _may_name(ev, module, cls.name):
            return True
        for other in _imported(ev, module):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return bool(waiting) or _is_registered_beside(ev, cls)


def _may_name(ev: Interpreter, module: ModuleInfo, name: str) -> bool:
    tree, others = module.tree, module.registers_others
    return module.origin != "project" or ev.answer((may_name, module, name), lambda: may_name(tree, name, others))


def _is_registered_beside(ev: Interpreter, cls: ClassInfo) -> bool:
    """Whether a file beside its module imports that, and speaks of registering and of the class."""
    words = (
        r"\bregister_(?:pytree|dataclass|static)",
        rf"\b{re.escape(cls.name)}\b",
        rf"\n[ \t]*(?:from|import)\b[^\n]*\b{re.escape(cls.module.name.rpartition('.')[2])}\b",
    )
    pattern = re.compile(r"(?s)\A" + "".join(f"(?=.*{w})" for w in words))
    return ev.program.any_text(cls.module.source.folder, pattern, ("register_",))


def _imported(ev: Interpreter, module: ModuleInfo) -> list[ModuleInfo]:
    return ev.answer((_imported, module), lambda: list(_found(ev, module)))


def _found(ev: Interpreter, module: ModuleInfo) -> Iterator[ModuleInfo]:
    layout = ev.program.layout
    for target in dict.fromkeys(_targets(ev, module)):
        parts = target.split(".")
        for length in range(1, len(parts) + 1):  # the packages on the way run as well
            name = ".".join(parts[:length])
            found = layout.find(name)
            if found is None or (found.origin != "project" and not found.is_namespace):
                break
            read = None if found.is_namespace else ev.program.module(name)
            if read is not None:
                yield read


def _targets(ev: Interpreter, module: ModuleInfo) -> Iterator[str]:
    """What the module's own import statements name."""
    bound = [binding for bindings in module.bindings.values() for binding in bindings if isinstance(binding, Import)]
    for binding in (*bound, *module.stars):
        if isinstance(binding.node, ast.Import):
            for alias in binding.node.names:
                yield ev.program.layout.absolute(module.source.folder, alias.name)
            continue
        target = ev.program.read_from(module, binding)
        yield target
        if binding.attribute is not None:
            yield f"{target}.{binding.attribute}"

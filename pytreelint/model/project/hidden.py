"""Submodules whose name their package binds to what it imports from there: `from .step import step`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo


def hides(package: ModuleInfo, name: str, asked: dict[tuple[str, str], None]) -> bool:
    """Whether `from package import name` gives something else than the submodule of that name.

    The import of the submodule sets the name first, and what is imported from it sets the name again.

    Args:
        asked: gets what was asked, for the cache.
    """
    asked[package.name, name] = None
    bound = package.bindings.get(name, ()) if package.is_package else ()
    inner = f"{package.name}.{name}"
    return bool(bound) and all(isinstance(b, Import) and b.module == inner and b.attribute is not None for b in bound)

"""The path of a search through imports, which ends even where they are circular."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_HOPS = 100  # names that are followed one after the other; each takes a few of Python's calls


class Way:
    """The names that a search has visited; each is visited once, even where imports are circular."""

    __slots__ = ("_hops", "_seen")

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._hops = 0
        self._seen: set[tuple[str, str]] = set()

    def enter(self, module: ModuleInfo, name: str) -> bool:
        """Enters a name; returns whether it is new, and the path not too long."""
        key = (module.name, name)
        if key in self._seen or self._hops > _HOPS:
            return False
        self._seen.add(key)
        self._hops += 1
        return True

    def leave(self) -> None:
        """Leaves the last name that was entered."""
        self._hops -= 1

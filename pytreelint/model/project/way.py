"""The way of a search through imports: it ends, whatever circles they run in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_HOPS = 100  # names that are followed one after the other; each takes a few of Python's calls


class Way:
    """The names that were looked at in search of one: each is looked at once, whatever circles imports run in."""

    __slots__ = ("_hops", "_seen")

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._hops = 0
        self._seen: set[tuple[str, str]] = set()

    def enter(self, module: ModuleInfo, name: str) -> bool:
        """Whether a name is new, and not too far away."""
        key = (module.name, name)
        if key in self._seen or self._hops > _HOPS:
            return False
        self._seen.add(key)
        self._hops += 1
        return True

    def leave(self) -> None:
        """The search goes on beside the last name that was entered."""
        self._hops -= 1

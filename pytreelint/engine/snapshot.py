"""What the cache holds of many files, in one file: read at once, and what their outcomes depend on is asked once.

It answers for files of which nothing has changed. Everything else is asked of the entries of single files, which stay.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

from pytreelint.engine.declarations import IMPORTED_FROM

if TYPE_CHECKING:
    from pytreelint.engine.cache import Cache, Entry
    from pytreelint.engine.declarations import Asked, Declarations
    from pytreelint.engine.packing import Packed

# One dependency: the module as it was, or (with an empty name of a module) a file, or what a pair `@...` was answered.
Fact: TypeAlias = tuple[str, str, str, tuple[tuple[str, str | None], ...]]
# The content of a file, its outcome, and the numbers of the facts that it depends on.
Known: TypeAlias = tuple[str, "Packed", tuple[int, ...]]


class Snapshot:
    """The outcomes of many files.

    Args:
        declarations: what the present state is asked of.
    """

    def __init__(self, cache: Cache, declarations: Declarations) -> None:
        """Reads what an earlier run has put together."""
        self._cache = cache
        self._declarations = declarations
        stored = cache.read_snapshot()
        self._known: dict[str, Known] = stored[0] if stored else {}
        self._facts: list[Fact] = list(stored[1]) if stored else []
        self._numbers: dict[Fact, int] = {}
        self._certain: set[int] = set()
        self._added: set[str] = set()

    def recall(self, path: str, content: str) -> Packed | None:
        """The outcome of a file, if neither it nor anything that it depends on has changed."""
        known = self._known.get(path)
        if known is None or known[0] != content:
            return None
        if not all(map(self._holds, set(known[2]).difference(self._certain))):
            return None
        return known[1]

    def add(self, path: str, entry: Entry) -> None:
        """Takes the outcome that is stored for a file by itself."""
        if not self._numbers:
            self._numbers = {fact: number for number, fact in enumerate(self._facts)}
        content, packed, asked, shown = entry
        facts = [*_facts(asked), *(("", other, state, ()) for other, state, _ in shown)]
        self._known[path] = (content, packed, tuple(map(self._number, facts)))
        self._added.add(path)

    def write(self, judged: list[str]) -> None:
        """Stores everything, if something of it is new.

        Args:
            judged: files whose outcomes are stored by themselves, and have not been added.
        """
        if not judged and not self._added:
            return
        for path in judged:
            entry = self._cache.read(path)
            if entry is not None:
                self.add(path, entry)
        self._cache.write_snapshot(*self._used())

    def _used(self) -> tuple[dict[str, Known], list[Fact]]:
        """Files that are there, and the facts that they depend on."""
        facts: dict[int, int] = {}
        known = {
            path: (content, packed, tuple(facts.setdefault(number, len(facts)) for number in numbers))
            for path, (content, packed, numbers) in self._known.items()
            if path in self._added or os.path.exists(path)
        }
        return known, [self._renewed(number) for number in facts]

    def _renewed(self, number: int) -> Fact:
        """A fact that holds, with the files as they are now: the next run need not look into them."""
        module, path, _, names = fact = self._facts[number]
        is_pair = number in self._certain and module.startswith(IMPORTED_FROM)
        return (module, path, self._declarations.state_of(module), names) if is_pair else fact

    def _number(self, fact: Fact) -> int:
        number = self._numbers.setdefault(fact, len(self._facts))
        if number == len(self._facts):
            self._facts.append(fact)
        return number

    def _holds(self, number: int) -> bool:
        """Whether a fact that is not known to hold does."""
        if not self._declarations.is_as_it_was(*self._facts[number]):
            return False
        self._certain.add(number)
        return True


def _facts(asked: Asked) -> list[Fact]:
    """Of a module its whole content, of which the names are parts; the answers to pairs."""
    return [
        (module, path, content, names if module.startswith(IMPORTED_FROM) else ())
        for module, path, content, names in asked
    ]

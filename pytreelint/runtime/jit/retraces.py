"""How often a function was traced, and why again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any, TypeAlias

from pytreelint.runtime.trees.leaves import is_array

logger = logging.getLogger("pytreelint.runtime")

Signature: TypeAlias = dict[str, str]

UNCHANGED = "all leaves as before; the structure, the devices or JAX's configuration differ"


class Recorder:
    """Counts the traces of one function; with `explain`, keeps and logs what made each of them necessary.

    Attributes:
        count: The number of traces.
        reasons: One text for each trace after the first.
    """

    def __init__(self, name: str, explain: bool, siblings: int = 1, unchanged: str = UNCHANGED) -> None:
        self._unchanged = unchanged
        self.name = name
        self.explain = explain
        self.count = 0
        self.reasons: list[str] = []
        self._siblings = siblings
        self._last: Signature | None = None
        self._lock = threading.Lock()
        self._here = threading.local()

    def anew(self) -> Recorder:
        """Another one of the same name."""
        return Recorder(self.name, self.explain)

    def redirect(self, other: Recorder | None) -> Recorder | None:
        """Lets another recorder explain what this thread traces from now on; here it is only counted.

        Returns:
            The recorder that did so until now.
        """
        before: Recorder | None = getattr(self._here, "other", None)
        self._here.other = other
        return before

    def note(self, names: Sequence[str] | None, leaves: Sequence[Any]) -> None:
        """A trace with these leaves (tracers where they are traced); `names` only if `explain`."""
        with self._lock:
            self.count += 1
        other = getattr(self._here, "other", None)
        if other is not None:
            other.note(names, leaves)
        if names is None or other is not None:
            return
        signature = {name: describe(leaf) for name, leaf in zip(names, leaves, strict=True)}
        if self._last is not None:
            self._say(f"trace {self.count} of `{self.name}`: {difference(self._last, signature) or self._unchanged}")
        elif self._siblings > 1:
            self._say(
                f"`{self.name}` is function number {self._siblings} made of the same code, each is traced anew: "
                "define it once, and pass as an argument what it closes over"
            )
        self._last = signature

    def _say(self, text: str) -> None:
        self.reasons.append(text)
        logger.warning(text)


def describe(leaf: Any) -> str:
    """What of a leaf a trace depends on."""
    if not is_array(leaf):
        return f"static {leaf!r} of type `{type(leaf).__name__}`"
    weak = ", weakly typed" if getattr(leaf, "weak_type", False) else ""
    return f"{leaf.dtype}[{','.join(map(str, leaf.shape))}]{weak}"


def difference(old: Signature, new: Signature, most: int = 5) -> str:
    """Which leaves differ; empty if none does."""
    changes = [f"`{name}` was {old[name]}, is {new[name]}" for name in new if name in old and old[name] != new[name]]
    changes += [f"`{name}` is new: {new[name]}" for name in new if name not in old]
    changes += [f"`{name}` is gone: {old[name]}" for name in old if name not in new]
    if not changes:
        return ""
    more = f"; and {len(changes) - most} more" if len(changes) > most else ""
    return "; ".join(changes[:most]) + more

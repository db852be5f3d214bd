"""A memory beside objects: by identity, and no longer than they live."""

from __future__ import annotations

import threading
import types
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Beside(Generic[V]):
    """A value for each object, made at the first question, forgotten when the object dies.

    Args:
        make: Makes the value of an object that has none yet. The value must not hold the object.
        most: How many values are kept for objects that cannot be referred to weakly (builtins).
    """

    def __init__(self, make: Callable[[Any], V], most: int = 256) -> None:
        self._make = make
        self._most = most
        self._weak: dict[int, tuple[weakref.ref[Any], V]] = {}
        self._strong: OrderedDict[int, tuple[Any, V]] = OrderedDict()
        self._lock = threading.RLock()

    def of(self, owner: Any) -> V:
        """The value of that object."""
        held = self._weak.get(id(owner))
        if held is not None and held[0]() is owner:
            return held[1]
        with self._lock:
            return self._find(owner)

    def _find(self, owner: Any) -> V:
        key = id(owner)
        held = self._weak.get(key)
        if held is not None and held[0]() is owner:
            return held[1]
        if key in self._strong:
            self._strong.move_to_end(key)
            return self._strong[key][1]
        value = self._make(owner)
        try:
            self._weak[key] = (weakref.ref(owner, self._forget(key)), value)
        except TypeError:
            self._strong[key] = (owner, value)
            if len(self._strong) > self._most:
                self._strong.popitem(last=False)
        return value

    def _forget(self, key: int) -> Callable[[weakref.ref[Any]], None]:
        memory = self._weak

        def forget(ref: weakref.ref[Any]) -> None:
            if memory.get(key, (None,))[0] is ref:
                del memory[key]

        return forget

    def __len__(self) -> int:
        return len(self._weak) + len(self._strong)


def referring(owner: Any) -> Callable[[], Any]:
    """A weak reference to the object where there can be one; to a method, one that lives as long as its instance."""
    try:
        return weakref.WeakMethod(owner) if isinstance(owner, types.MethodType) else weakref.ref(owner)
    except TypeError:
        return lambda: owner

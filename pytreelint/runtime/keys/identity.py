"""Keys of objects that equal only themselves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from pytreelint.runtime.keys.weak import referring


class Same:
    """An object that equals only itself, whatever its own `==` says, and has a hash."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


class Itself:
    """As `Same`, without keeping the object alive where that is possible: what is gone equals nothing."""

    __slots__ = ("_hash", "_refer")

    def __init__(self, value: Any) -> None:
        self._refer = referring(value)
        self._hash = id(value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Itself) or self._hash != other._hash:
            return False
        value = self._refer()
        return value is not None and value is other._refer()

    def __hash__(self) -> int:
        return self._hash


class IdentityKey:
    """The key of a function that is compared by identity: one for each function, remembered beside it.

    Attributes:
        former: The key by value that it had while what it reads was as at first; None if it never had one.
        holds_tracer: Whether it holds a tracer, so that it will not be called again when that trace has ended.
    """

    __slots__ = ("_refer", "former", "holds_tracer")

    def __init__(self, function: Any, former: Hashable = None, holds_tracer: bool = False) -> None:
        self._refer = referring(function)
        self.former = former
        self.holds_tracer = holds_tracer

    @property
    def is_gone(self) -> bool:
        """Whether the function has been freed."""
        return self._refer() is None

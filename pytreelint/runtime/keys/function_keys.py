"""The keys of functions as static leaves: computed when a function is first seen, and remembered beside it.

So a function that is passed again costs a look-up, and whatever happens to it, or to what it reads, the calls with
that one object find the same programs: the rule of `jax.jit`, for which a function is itself. Another object shares
them only if it reads the same when it is first seen. That a program is traced only while its functions read what their
keys say is seen to by those who trace: they ask `is_current`, and `renounce` those that do not.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Hashable
from typing import Any

from pytreelint.runtime.keys.identity import IdentityKey, Itself
from pytreelint.runtime.keys.part_keys import value_key
from pytreelint.runtime.keys.refusals import NotByValueError
from pytreelint.runtime.keys.weak import Beside

FUNCTIONS = (types.FunctionType, functools.partial, types.MethodType)


class ByValue:
    """The key of a function that is compared by all that it reads. The hash is computed once."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, parts: Hashable) -> None:
        self._parts = parts
        self._hash = hash(parts)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, ByValue) and self._hash == other._hash and self._parts == other._parts

    def __hash__(self) -> int:
        return self._hash


class _Entry:
    """The key of one function, as it stands."""

    __slots__ = ("key",)

    def __init__(self, function: Any) -> None:
        self.key = _compute(function)


def function_key(function: Any) -> ByValue | IdentityKey:
    """The key of a function, `functools.partial` or bound method. It does not keep the function alive."""
    return _entry(function).key


def is_current(function: Any, key: Hashable) -> bool:
    """Whether a function reads what this key of it says. One that is compared by identity always does."""
    return not isinstance(key, ByValue) or _compute(function) == key


def renounce(function: Any) -> None:
    """From now on the function equals only itself; `IdentityKey.former` is what it was equal by."""
    entry = _entry(function)
    if isinstance(entry.key, ByValue):
        entry.key = IdentityKey(function, entry.key)


def _compute(function: Any) -> ByValue | IdentityKey:
    try:
        return ByValue(value_key(function))
    except NotByValueError as error:
        return IdentityKey(function, holds_tracer=error.is_tracer)


_ENTRIES: Beside[_Entry] = Beside(_Entry)
# A bound method is another object at each access: its key is kept beside the instance.
_OF_METHODS: Beside[dict[Itself, _Entry]] = Beside(lambda _: {})


def _entry(function: Any) -> _Entry:
    if not isinstance(function, types.MethodType):
        return _ENTRIES.of(function)
    entries, name = _OF_METHODS.of(function.__self__), Itself(function.__func__)
    entry = entries.get(name)
    return entry if entry is not None else entries.setdefault(name, _Entry(function))

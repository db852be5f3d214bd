"""The static functions of a call, as a program sees them that serves one after the other."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from pytreelint.runtime.keys.function_keys import function_key, is_current, renounce
from pytreelint.runtime.keys.identity import IdentityKey
from pytreelint.runtime.keys.weak import referring
from pytreelint.runtime.trees.skeleton import Packed, Skeleton


class Function:
    """One static function of a call.

    Attributes:
        position: Its position among the leaves in normal order.
        key: The key under which the program of the call is filed.
    """

    __slots__ = ("_get", "key", "position")

    def __init__(self, position: int, value: Any, key: Hashable) -> None:
        self.position = position
        self.key = key
        # A program does not keep its functions alive: it is traced in a call of one of them.
        self._get: Callable[[], Any] = referring(value)

    @property
    def value(self) -> Any:
        """The function; None if it is gone."""
        return self._get()

    @property
    def is_current(self) -> bool:
        """Whether the function reads what its key says; False if it is gone."""
        value = self.value
        return value is not None and is_current(value, self.key)

    def renounced(self) -> Function:
        """The same function, with a key of its own if it reads something else than its key says."""
        value = self.value
        if value is None:
            return self
        if not is_current(value, self.key):
            renounce(value)
        return Function(self.position, value, function_key(value))


class Echo:
    """Stands in an output for a static function that came in: each call gets its own back."""

    __slots__ = ("function",)

    def __init__(self, function: Function) -> None:
        self.function = function

    def of_call(self, present: Mapping[int, Any]) -> Any:
        """The function of a call, given by position; else the one that was traced."""
        position = self.function.position
        return present[position] if position in present else self.function.value  # noqa: SIM401 - may be gone


class Echoing(Skeleton):
    """The skeleton of an output that holds echoes."""

    __slots__ = ()
    echoes = True

    def join(self, arrays: Sequence[Any]) -> Any:
        """As that of `Skeleton`, with the functions that were traced."""
        return self.resolved({}).join(arrays)

    def resolved(self, present: Mapping[int, Any]) -> Skeleton:
        """The skeleton with the functions of a call, by their positions."""
        statics = tuple((i, x.of_call(present) if type(x) is Echo else x) for i, x in self.statics)
        return Skeleton(self.treedef, statics, lenient=True)


def outlives_calls(value: Any) -> bool:
    """Whether a static function is likely to be there for as long as the program: it holds nothing."""
    return isinstance(value, types.FunctionType) and not (
        value.__closure__ or value.__defaults__ or value.__kwdefaults__
    )


def echoing(out: Any, functions: Sequence[Function], present: Mapping[int, Any]) -> Any:
    """A packed output, with echoes in place of the functions of the call."""
    if type(out) is not Packed or not functions:
        return out
    came = {id(present[function.position]): Echo(function) for function in functions}
    statics = tuple((i, came.get(id(x), x)) for i, x in out.skeleton.statics)
    if not any(type(x) is Echo for _, x in statics):
        return out
    return Packed(Echoing(out.skeleton.treedef, statics, lenient=True), out.arrays)


def renamed(name: Any, functions: tuple[Function, ...]) -> Any:
    """The name of a program with the present keys of its functions."""
    treedef, positions, keys = name
    present = {function.position: function.key for function in functions}
    return treedef, positions, tuple(present.get(i, key) for i, key in zip(positions, keys, strict=True))


def is_gone(name: Any) -> bool:
    """Whether a program of that name has a function that was freed."""
    return any(isinstance(key, IdentityKey) and key.is_gone for key in name[-1])

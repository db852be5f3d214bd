"""Dataclasses that are frozen for the type checker, which sees all code that could change one, and cheap at run time.

`@record(frozen=True, slots=True)` is `dataclasses.dataclass` to the type checker. At run time the class is not frozen:
in Python 3.11 a frozen `__init__` takes 0.57 us instead of 0.14, and the model makes little else than values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from copy import copy as copied
    from dataclasses import dataclass as record
    from dataclasses import field, replace
else:
    from dataclasses import dataclass, field, fields

    def record(frozen: bool, slots: bool, eq: bool = True, order: bool = False) -> Any:
        """A dataclass with the equality and the hash of a frozen one."""

        def made(cls: type) -> type:
            hashed = eq and "__hash__" not in vars(cls)
            cls = dataclass(slots=slots, eq=eq, order=order, unsafe_hash=hashed, repr=False)(cls)
            if "__repr__" not in vars(cls):
                cls.__repr__ = _repr
            return cls

        return made

    _T = TypeVar("_T")
    _FIELDS: dict[type, tuple[str, ...]] = {}

    def replace(value: _T, /, **changes: Any) -> _T:
        """A copy with other values in some fields (one may be called `value`), as `dataclasses.replace`."""
        kind = type(value)
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = tuple(each.name for each in fields(kind) if each.init)
        for name in names:
            if name not in changes:
                changes[name] = getattr(value, name)
        return kind(**changes)

    _SLOTS: dict[type, tuple[str, ...]] = {}

    def copied(value: _T, /) -> _T:
        """A copy with the same in all fields, in a third of the time of `replace`."""
        kind = type(value)
        names = _SLOTS.get(kind)
        if names is None:
            names = _SLOTS[kind] = tuple(each.name for each in fields(kind))
        copy = object.__new__(kind)
        for name in names:
            setattr(copy, name, getattr(value, name))
        return copy

    def _repr(self: object) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


__all__ = ["copied", "field", "record", "replace"]

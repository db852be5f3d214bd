"""Keys of plain values: type and value count, a zero has its sign, every NaN is one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np


def _plain(value: Any) -> Hashable:
    return (type(value), value)


def _float(value: float) -> Hashable:
    if value != value:
        return (float, "nan")
    return (float, value) if value else (float, repr(value))


def inexact_key(value: Any) -> Hashable:
    """The key of any inexact number, NumPy's and those of subclasses too."""
    shown = "nan" if value != value else repr(value)
    return (type(value), shown, None if value != value else value)


# By exact type: a subclass may hold more than its value.
SCALARS: dict[type, Callable[[Any], Hashable]] = {
    **dict.fromkeys((bool, int, str, bytes, type(None), type(...), type(NotImplemented)), _plain),
    float: _float,
    complex: lambda value: (complex, repr(value)),
    # Two of them are equal for Python if they give the same numbers: any two that are empty.
    range: lambda value: (range, value.start, value.stop, value.step),
}


def numpy_key(value: np.generic) -> Hashable:
    """The key of a NumPy scalar.

    Raises:
        TypeError: It has no hash (a record).
    """
    hash(value)
    return inexact_key(value) if isinstance(value, np.inexact) else (type(value), value)

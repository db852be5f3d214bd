"""Functions and classes without a key by value: each call may give something else, although nothing changed here."""

from __future__ import annotations

import builtins
import functools
from typing import Any

import jax

from pytreelint.runtime.keys.libraries import is_library_class

# Modules whose functions ask the machine, or what is around the call.
_OUTSIDE = (
    *("_io", "contextvars", "datetime", "gc", "importlib", "inspect", "io", "nt", "numpy.random", "os", "platform"),
    *("posix", "random", "secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid"),
)
_REACHES_ALL = (builtins.eval, builtins.exec, builtins.globals, builtins.__import__, builtins.open, builtins.input)


class NotByValueError(Exception):
    """Raised for a value that cannot be compared, or can change unseen."""

    def __init__(self, value: Any = None) -> None:
        super().__init__()
        self.is_tracer = isinstance(value, jax.core.Tracer)


def refuse_outside(value: Any) -> None:
    """Raise for a function or class that asks the machine, or that may read anything."""
    name = getattr(value, "__module__", None)
    if (isinstance(name, str) and _is_outside(name)) or any(value is builtin for builtin in _REACHES_ALL):
        raise NotByValueError


@functools.lru_cache(maxsize=4096)
def _is_outside(module: str) -> bool:
    return any(module == outside or module.startswith(outside + ".") for outside in _OUTSIDE)


def refuse_metaclass(kind: type) -> None:
    """Raise for a class whose attributes may be made by its metaclass."""
    if not is_library_class(type(kind)):
        raise NotByValueError

"""Values in the words of `pytreelint.knowledge.results`, and what two words have in common."""

from __future__ import annotations

import types
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def word(value: Any) -> str:
    """A value in the words of the mini-language."""
    match value:
        case None:
            return "none"
        case bool() | int() | complex():
            return type(value).__name__
        case np.generic():
            return f"array:numpy-scalar:{dtype_word(value.dtype)}"
        case float() | str():
            return type(value).__name__
        case jax.Array() if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
            return "key"
        case jax.Array():
            return f"array:jax:{dtype_word(value.dtype)}"
        case np.ndarray():
            return f"array:numpy:{dtype_word(value.dtype)}"
        case np.dtype():
            return "dtype"
        case jax.ShapeDtypeStruct():
            return "shape-struct"
        case types.ModuleType():
            return "module"
        case _:
            return _compound(value)


def _compound(value: Any) -> str:
    if isinstance(value, type):
        return "dtype" if issubclass(value, np.generic) else "class"
    if isinstance(value, tuple | list):
        words = [word(item) for item in value]
        name = "list" if isinstance(value, list) else "tuple"
        if isinstance(value, list) and len(set(words)) == 1:
            return f"{name}({words[0]}*)"
        return f"{name}({', '.join(words)})"
    return "function" if callable(value) else "object"


def dtype_word(dtype: Any) -> str:
    if jnp.issubdtype(dtype, jnp.inexact):
        return "inexact"
    if jnp.issubdtype(dtype, jnp.integer):
        return "integer"
    return "bool" if jnp.issubdtype(dtype, jnp.bool_) else "?"


def joined(one: str, other: str) -> str:
    """What two words have in common: the dtype, or the whole, becomes a question mark."""
    if one == other:
        return one
    head, _, _ = one.rpartition(":")
    if head and head == other.rpartition(":")[0] and "(" not in one + other:
        return f"{head}:?"
    parts, others = one.split(", "), other.split(", ")
    if len(parts) == len(others) > 1 or one.partition("(")[0] == other.partition("(")[0] in ("tuple", "list"):
        mixed = [_joined_part(a, b) for a, b in zip(parts, others, strict=False)]
        return ", ".join(mixed) if len(parts) == len(others) and None not in mixed else "unknown"  # type: ignore[arg-type]
    return "unknown"


def _joined_part(one: str, other: str) -> str | None:
    if one == other:
        return one
    tail_one, tail_other = one.rstrip(")*"), other.rstrip(")*")
    if tail_one.rpartition(":")[0] == tail_other.rpartition(":")[0] != "":
        return tail_one.rpartition(":")[0] + ":?" + one[len(tail_one) :]
    return None

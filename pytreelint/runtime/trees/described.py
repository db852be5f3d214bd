"""What error messages say of values."""

from __future__ import annotations

from typing import Any

import jax
from jax.tree_util import tree_leaves

from pytreelint.runtime.trees.leaves import is_array

# Longer ones would bury the message.
_LONGEST = 80


def type_of(x: Any) -> str:
    """An array's dtype and shape, such as `float32[3]`."""
    return str(jax.typeof(x)).lstrip("~")


def described(x: Any) -> str:
    """An array by dtype and shape, a short value by itself, anything else by its type."""
    if is_array(x):
        return f"an array {type_of(x)}"
    if x is None:
        return "None"
    shown, kind = repr(x), f"`{type(x).__name__}`"
    is_short = len(shown) <= _LONGEST and "\n" not in shown and not any(map(is_array, tree_leaves(x)))
    return f"{shown} of type {kind}" if is_short else f"a {kind}"


def missing_return(x: Any) -> str:
    """What to add to a message about what a function returned."""
    return " (does the function lack a `return`?)" if x is None else ""

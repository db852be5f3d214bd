"""Arrays without a value, since they were donated or moved: errors say which leaves these are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import jax
from jax.tree_util import keystr, tree_flatten_with_path


def is_deleted(x: Any) -> bool:
    """Whether it is an array without a value."""
    return isinstance(x, jax.Array) and not isinstance(x, jax.core.Tracer) and x.is_deleted()


def note_deleted(error: Exception, leaves: Callable[[], Iterable[tuple[str, Any]]]) -> bool:
    """Adds a note to JAX's error about a deleted array.

    Args:
        error: Any error.
        leaves: Gives the leaves of the call, each with what messages call it.

    Returns:
        Whether it is such an error.
    """
    text = str(error)
    if "has been deleted" not in text and "deleted or donated" not in text:
        return False
    if gone := [name for name, x in leaves() if is_deleted(x)]:
        note = f"deleted already, most likely donated to an earlier call: {', '.join(gone)}"
        if note not in getattr(error, "__notes__", ()):
            error.add_note(note)
    return True


def named_leaves(named: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """The leaves of named trees, each with its name."""
    return [(name + keystr(path), leaf) for name, tree in named for path, leaf in tree_flatten_with_path(tree)[0]]

"""Donation: JAX's warning about unused buffers, muted for one thread, and its errors with the names of leaves."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import jax

from pytreelint.runtime.trees.deleted import note_deleted


class _Unused:
    """Matches the warning while the asking thread mutes it.

    An entry of `warnings.filters` holds anything with `match`, and is asked in the thread that warns. So nothing has to
    be restored, and no other thread is muted, as `warnings.catch_warnings` would have it.
    """

    def __init__(self) -> None:
        self.here = threading.local()

    def match(self, text: str) -> bool:
        return getattr(self.here, "depth", 0) > 0 and text.startswith("Some donated buffers were not usable")


_UNUSED = _Unused()
_ENTRY: Any = ("ignore", _UNUSED, UserWarning, None, 0)
_here = _UNUSED.here


@contextmanager
def muted() -> Iterator[None]:
    """JAX does not say in this thread that a donated buffer could not be used."""
    begin()
    try:
        yield
    finally:
        end()


def begin() -> None:
    """Mute this thread until the `end` that belongs to it. Cheap: it is done for each call that donates."""
    filters: Any = warnings.filters
    if not filters or filters[0] is not _ENTRY:
        if _ENTRY in filters:
            filters.remove(_ENTRY)
        filters.insert(0, _ENTRY)
    _here.depth = getattr(_here, "depth", 0) + 1


def end() -> None:
    """Undo `begin`."""
    _here.depth -= 1


def explain(error: Exception, arrays: Sequence[Any], names: Callable[[], Sequence[str]]) -> None:
    """Add to JAX's error which leaves it is about: those deleted already, or those that are one buffer.

    Args:
        error: What the call raised; gets a note.
        arrays: The leaves that were passed.
        names: Gives what to call them.
    """
    if note_deleted(error, lambda: zip(names(), arrays, strict=True)):
        return
    if "donate the same buffer twice" in str(error):
        for group in _shared(arrays, names()):
            error.add_note(f"one buffer, donated more than once: {', '.join(group)}; pass a copy, or donate only one")


def _shared(arrays: Sequence[Any], names: Sequence[str]) -> list[list[str]]:
    """The names of leaves that are one buffer."""
    groups: dict[Any, list[str]] = {}
    for name, x in zip(names, arrays, strict=True):
        if isinstance(x, jax.Array):
            groups.setdefault(_buffer(x), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _buffer(x: jax.Array) -> Any:
    try:
        return tuple(shard.data.unsafe_buffer_pointer() for shard in x.addressable_shards)
    except Exception:  # a device whose buffers have no address, or a buffer that is gone
        return id(x)

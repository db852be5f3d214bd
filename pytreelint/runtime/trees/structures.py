"""Whether two structures are the same."""

from __future__ import annotations

from typing import Any


def structures_differ(one: Any, other: Any) -> bool:
    """Whether two structures differ, whose static parts may have no hash.

    For JAX's `==` two classes of `register_dataclass` with equal static fields are one class (0.10, 0.12); their hashes
    differ.
    """
    if one is other:
        return False
    if not one == other:  # noqa: SIM201 - as JAX compares them
        return True
    try:
        return hash(one) != hash(other)
    except TypeError:
        return False

"""What the leaves of a call say of the way that it takes."""

from __future__ import annotations

from typing import Any

import jax

from pytreelint.runtime.trees.leaves import is_array

# What can only be traced, whatever its abstract value: a tracer, a mutable array.
ALWAYS = (jax.core.Tracer, *([jax.Ref] if hasattr(jax, "Ref") else []))


def is_convertible(leaf: Any) -> bool:
    """Whether an object stands for an array."""
    return not isinstance(leaf, ALWAYS) and not is_array(leaf) and hasattr(leaf, "__jax_array__")


def converts(leaves: list[Any]) -> bool:
    """Whether some of them do."""
    return any(map(is_convertible, leaves))


def shapes(leaves: list[Any]) -> tuple[Any, ...]:
    """What callables that answer by leaf may ask of arrays."""
    return tuple((getattr(leaf, "shape", None), getattr(leaf, "dtype", None)) for leaf in leaves)


def is_tracer(kind: type) -> bool:
    """Whether leaves of this type are tracers."""
    return issubclass(kind, jax.core.Tracer)

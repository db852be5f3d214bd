"""Functions that do the same with a list as with a tuple, with a set as with a frozenset: `len`, `jnp.zeros`, ..."""

from __future__ import annotations

_ITERATES = """
len iter enumerate zip sum min max sorted any all tuple list set frozenset map filter
"""
# In whatever position; `reversed` needs an order.
ITERATES = frozenset(f"builtins.{name}" for name in _ITERATES.split()) | {"math.prod", "functools.reduce"}
ORDERED = frozenset({"builtins.reversed"})
# Functions from here take sequences as shapes, axes and arrays, whatever their type.
# They are called by brackets: `jnp.r_[0:3, 7]`.
INDEX_TRICKS = frozenset(f"{home}.{name}" for home in ("jax.numpy", "numpy") for name in ("r_", "c_", "mgrid"))

ARRAY_HOMES = ("jax.numpy.", "jax.random.", "jax.nn.", "numpy.")
# But these nest lists, show them, or keep them as they are.
BY_TYPE = frozenset(
    f"{home}.{name}"
    for home in ("jax.numpy", "numpy")
    for name in (
        "block",
        "savez",
        "save",
        "vectorize",
        "array_repr",
        "array_str",
        "array2string",
        "select",
        "piecewise",
    )
)
# Methods of arrays that take shapes and axes.
_METHODS = """
all any argmax argmin cumprod cumsum max mean min prod repeat reshape squeeze std sum swapaxes transpose var
"""
ARRAY_METHODS = frozenset(_METHODS.split())
# What a list can do and a tuple cannot, a set and not a frozenset.
_OF_SETS = """
add clear difference_update discard intersection_update pop remove symmetric_difference_update update
"""
_OF_LISTS = "append clear copy extend insert pop remove reverse sort"
CHANGES = {"list": frozenset(_OF_LISTS.split()), "set": frozenset(_OF_SETS.split())}

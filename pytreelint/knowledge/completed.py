"""Makers whose classes `dataclasses` completes: it writes `__init__` from the fields, and refuses some defaults.

Every entry is executed against the library by `tests/knowledge/test_completed.py`: a default without a hash (an array,
an instance of a dataclass that is not frozen) is a `ValueError` when the class is made; a written `__init__` stands,
and neither `__post_init__` nor a `default_factory` runs then.
"""

from __future__ import annotations

COMPLETED: frozenset[str] = frozenset(
    {
        "dataclasses.dataclass",
        "equinox.Module",
        "flax.struct.dataclass",
        "flax.struct.PyTreeNode",
        "flax.linen.Module",
        "jax_dataclasses.pytree_dataclass",
        "chex.dataclass",
    }
)
# Of these, such whose written `__init__` takes over all that the generated one would do.
TAKES_OVER: frozenset[str] = COMPLETED - {"flax.linen.Module", "chex.dataclass"}
# What happens to a field that neither `__init__` nor a default gives a value: at once, or when it is read.
CHECKED: frozenset[str] = frozenset({"equinox.Module"})

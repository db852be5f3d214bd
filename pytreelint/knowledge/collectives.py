"""Operations over the devices of a mesh: which names they have, and what sums gradients over devices by itself.

Executed on eight devices by the fixtures of PTL404.
"""

from __future__ import annotations

# Transforms that sum the gradient of what all devices share, unless the option is False.
SUMS_GRADIENTS = {"jax.shard_map": "check_vma"}
IN_SPECS = "in_specs"
PARTITION = frozenset({"jax.sharding.PartitionSpec", "jax.P"})
REDUCTIONS = frozenset({"jax.lax.psum", "jax.lax.pmean"})
# What else a function can be told to do with the values of other devices: in its text, silence.
WORDS = frozenset(
    [
        "psum",
        "pmean",
        "pmax",
        "pmin",
        "pcast",
        "pvary",
        "pbroadcast",
        "all_gather",
        "all_to_all",
        "ppermute",
        "psum_scatter",
        "axis_index",
    ]
)

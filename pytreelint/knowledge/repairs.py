"""The names that fixes write, beside the filtered twins of `transforms`."""

from __future__ import annotations

from pytreelint.knowledge.operations import FREEZE as FREEZE

# target -> where its leaf functions live: `filter`, `combine`, `is_array`, `is_inexact_array`, `if_array`.
LEAVES = {"runtime": "pytreelint.runtime", "equinox": "equinox"}
IS_ARRAY_LIKE = "pytreelint.runtime.is_array_like"
PARTIAL = "functools.partial"
AS_ARRAY = "jax.numpy.asarray"
ANNOTATED_FIELD = {"equinox.static_field": "equinox.field"}
DATACLASS, DATACLASS_FIELD = "dataclasses.dataclass", "dataclasses.field"
FROZEN = "frozen"
# Operations on trees whose result is none: no other leaves can join it again.
FLATTENING = frozenset({"jax.flatten_util.ravel_pytree"})
# Twins that trace more often than the raw transform, which finds a function again that it has traced.
RETRACES = frozenset({"pytreelint.runtime.filter_checkpoint", "equinox.filter_checkpoint", "equinox.filter_pmap"})
# Twins inside of which gradients are not summed over the devices by JAX.
SUMS_ITSELF = frozenset({"pytreelint.runtime.filter_shard_map"})
# Twins whose auxiliary outputs must be arrays, as those of the raw transforms.
ARRAYS_OUT = frozenset({"equinox.filter_jacfwd", "equinox.filter_hessian"})
# Keyword arguments of raw transforms that a twin does not take.
UNTAKEN = {name: frozenset({"reduce_axes"}) for name in ("pytreelint.runtime.filter_vjp", "equinox.filter_vjp")}
# Operations that hand on the leaves of a tree: one that is no array is one more there.
TAKES_APART = frozenset(
    f"jax.tree.{name}" for name in ("all", "flatten", "flatten_with_path", "leaves", "leaves_with_path", "reduce")
) | {"jax.flatten_util.ravel_pytree"}

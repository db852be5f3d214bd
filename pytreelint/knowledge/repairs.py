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
# How a field of a maker's class is marked static: the field function, and its keyword.
STATIC_FIELDS = {
    "equinox.Module": ("equinox.field", "static=True"),
    "flax.struct.dataclass": ("flax.struct.field", "pytree_node=False"),
    "flax.struct.PyTreeNode": ("flax.struct.field", "pytree_node=False"),
    "jax.tree_util.register_dataclass": (DATACLASS_FIELD, 'metadata={"static": True}'),
}
FROZEN = "frozen"
# Operations on trees whose result is none: no other leaves can join it again.
FLATTENING = frozenset({"jax.flatten_util.ravel_pytree", "jax.tree.leaves", "jax.tree.reduce"})
# Twins that trace more often than the raw transform, which finds a function again that it has traced.
RETRACES = frozenset({"pytreelint.runtime.filter_checkpoint", "equinox.filter_checkpoint", "equinox.filter_pmap"})
# Families of transforms whose twins compile static leaves in, and find them again: by hash, or without one.
HASHES_LEAVES = frozenset({"jit"})
KEEPS_LEAVES = frozenset({"jit", "control"})
HASHING_MAPS = frozenset({"jax.pmap"})
# Twins inside of which gradients are not summed over the devices by JAX.
SUMS_ITSELF = frozenset({"pytreelint.runtime.filter_shard_map"})
# Twins whose auxiliary outputs must be arrays, as those of the raw transforms.
ARRAYS_OUT = frozenset({"equinox.filter_jacfwd", "equinox.filter_hessian"})
# Keyword arguments of raw transforms that a twin does not take.
UNTAKEN = {
    "pytreelint.runtime.filter_vjp": frozenset({"reduce_axes", "saveable_args", "in_nzs"}),
    "equinox.filter_vjp": frozenset({"reduce_axes", "saveable_args", "in_nzs"}),
    "equinox.filter_jit": frozenset({"donate_argnames"}),
    "equinox.filter_jvp": frozenset({"has_aux", "fun"}),
    "pytreelint.runtime.filter_checkpoint": frozenset({"concrete"}),
    "pytreelint.runtime.filter_make_jaxpr": frozenset({"return_shape"}),
    "pytreelint.runtime.filter_shard_map": frozenset({"check_rep", "auto"}),
    "pytreelint.runtime.filter_scan": frozenset({"_split_transpose"}),
    "pytreelint.runtime.filter_cond": frozenset({"operand", "linear", "pred", "true_fun", "false_fun"}),
    "pytreelint.runtime.filter_switch": frozenset({"operand", "index", "branches"}),
}
# Twins whose functions take no keyword arguments.
NO_KEYWORDS = frozenset({"equinox.filter_vmap", "equinox.filter_pmap"})
# Twins that take their function by position and all options by keyword, where the raw transform does not.
KEYWORDS_ONLY = frozenset({"pytreelint.runtime.filter_shard_map"})
# Transforms whose twins give something else: one object for a pair, a triple for a program.
OTHER_RESULTS = frozenset({"closure", "jaxpr"})
# Operations that hand on the leaves of a tree: one that is no array is one more there.
TAKES_APART = frozenset(
    f"jax.tree.{name}" for name in ("all", "flatten", "flatten_with_path", "leaves", "leaves_with_path", "reduce")
) | {"jax.flatten_util.ravel_pytree"}

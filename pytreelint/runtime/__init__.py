"""Filtered transforms for every PyTree. An island: imports jax and numpy, nothing from the linter."""

from __future__ import annotations

from pytreelint.runtime.autodiff.checkpoint import filter_checkpoint
from pytreelint.runtime.autodiff.closure_convert import filter_closure_convert
from pytreelint.runtime.autodiff.custom_jvp import filter_custom_jvp
from pytreelint.runtime.autodiff.custom_vjp import filter_custom_vjp
from pytreelint.runtime.autodiff.forward import filter_jvp
from pytreelint.runtime.autodiff.gradients import filter_grad, filter_value_and_grad
from pytreelint.runtime.autodiff.jacobians import filter_hessian, filter_jacfwd, filter_jacrev
from pytreelint.runtime.autodiff.reverse import filter_vjp
from pytreelint.runtime.inspection.explained import explain_retraces
from pytreelint.runtime.inspection.make_jaxpr import filter_make_jaxpr
from pytreelint.runtime.inspection.programs import inspect
from pytreelint.runtime.jit.callback import filter_pure_callback
from pytreelint.runtime.jit.checks import CheckFailedError, branched_error_if, error_if
from pytreelint.runtime.jit.clear import clear_caches
from pytreelint.runtime.jit.filter_jit import filter_jit
from pytreelint.runtime.jit.move import move
from pytreelint.runtime.keeping.checkpoints import CheckpointInfo, checkpoint_info, load_checkpoint, save_checkpoint
from pytreelint.runtime.keeping.compiled_files import load_compiled, save_compiled
from pytreelint.runtime.keeping.export import Exported, deserialize, filter_export
from pytreelint.runtime.keeping.serialise import (
    default_deserialise_filter_spec,
    default_serialise_filter_spec,
    tree_deserialise_leaves,
    tree_serialise_leaves,
)
from pytreelint.runtime.loops.branches import filter_cond, filter_switch
from pytreelint.runtime.loops.carry import CarryError
from pytreelint.runtime.loops.scan import filter_associative_scan, filter_map, filter_scan
from pytreelint.runtime.loops.while_loop import filter_fori_loop, filter_while_loop
from pytreelint.runtime.maps.axes import if_array
from pytreelint.runtime.maps.pmap import filter_pmap
from pytreelint.runtime.maps.shard_map import filter_shard_map
from pytreelint.runtime.maps.vmap import filter_vmap
from pytreelint.runtime.sharding.shard import filter_shard
from pytreelint.runtime.sharing.share import share_through
from pytreelint.runtime.sharing.shared import Shared
from pytreelint.runtime.trees.eval_shape import filter_eval_shape
from pytreelint.runtime.trees.frozen import Frozen, freeze, is_trainable, unwrap
from pytreelint.runtime.trees.leaves import (
    combine,
    filter,  # noqa: A004 - the name that the field knows
    is_array,
    is_array_like,
    is_inexact_array,
    is_inexact_array_like,
    partition,
)
from pytreelint.runtime.trees.one_level import tree_check, tree_flatten_one_level
from pytreelint.runtime.trees.pretty import tree_pformat, tree_pprint
from pytreelint.runtime.trees.stack import filter_stack
from pytreelint.runtime.trees.static_key import UnhashableLeafError
from pytreelint.runtime.trees.tree_at import tree_at
from pytreelint.runtime.trees.tree_equal import tree_equal
from pytreelint.runtime.trees.tree_summary import tree_summary
from pytreelint.runtime.trees.updates import apply_updates

__all__ = [
    "CarryError",
    "CheckFailedError",
    "CheckpointInfo",
    "Exported",
    "Frozen",
    "Shared",
    "UnhashableLeafError",
    "apply_updates",
    "branched_error_if",
    "checkpoint_info",
    "clear_caches",
    "combine",
    "default_deserialise_filter_spec",
    "default_serialise_filter_spec",
    "deserialize",
    "error_if",
    "explain_retraces",
    "filter",
    "filter_associative_scan",
    "filter_checkpoint",
    "filter_closure_convert",
    "filter_cond",
    "filter_custom_jvp",
    "filter_custom_vjp",
    "filter_eval_shape",
    "filter_export",
    "filter_fori_loop",
    "filter_grad",
    "filter_hessian",
    "filter_jacfwd",
    "filter_jacrev",
    "filter_jit",
    "filter_jvp",
    "filter_make_jaxpr",
    "filter_map",
    "filter_pmap",
    "filter_pure_callback",
    "filter_scan",
    "filter_shard",
    "filter_shard_map",
    "filter_stack",
    "filter_switch",
    "filter_value_and_grad",
    "filter_vjp",
    "filter_vmap",
    "filter_while_loop",
    "freeze",
    "if_array",
    "inspect",
    "is_array",
    "is_array_like",
    "is_inexact_array",
    "is_inexact_array_like",
    "is_trainable",
    "load_checkpoint",
    "load_compiled",
    "move",
    "partition",
    "save_checkpoint",
    "save_compiled",
    "share_through",
    "tree_at",
    "tree_check",
    "tree_deserialise_leaves",
    "tree_equal",
    "tree_flatten_one_level",
    "tree_pformat",
    "tree_pprint",
    "tree_serialise_leaves",
    "tree_summary",
    "unwrap",
]


# Where these live inside is nobody's business: what is pickled, and what `help` shows, names the package.
for _name in __all__:
    globals()[_name].__module__ = __name__
del _name


def __getattr__(name: str) -> object:
    """An error: for a name of Equinox's that is not here with the reason, for others with names that are alike."""
    from pytreelint.runtime.refused_names import REASONS, meant

    if name in REASONS:
        raise AttributeError(f"module {__name__!r} has no `{name}`: {REASONS[name]}", name=name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{meant(name, __all__)}", name=name)


def __dir__() -> list[str]:
    """The names that are for users; inside are the files."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])

"""One public name for each thing: private definition places and aliases of libraries lead to it.

Use::

    canonical("jax._src.api.jit")                   # -> "jax.jit"
    canonical("equinox._module._module.Module")     # -> "equinox.Module"
    canonical("jax.tree_map")                       # -> "jax.tree.map"
    canonical("jax.numpy.asarray")                  # -> itself: already public

`data/names.json` holds the private places; `tools/generate_names.py` writes it from the libraries' source.
"""

from __future__ import annotations

import typing
from functools import cache

from pytreelint.knowledge.written import table

# Public names of one thing: the other names -> the one that the tables use.
ALIASES: dict[str, str] = {
    "jax.experimental.pjit.pjit": "jax.jit",
    "jax.pjit": "jax.jit",
    "jax.api.jit": "jax.jit",
    "jax.stages.jit": "jax.jit",
    "jax.remat": "jax.checkpoint",
    "jax.ad_checkpoint.checkpoint": "jax.checkpoint",
    "jax.ad_checkpoint.remat": "jax.checkpoint",
    "jax.new_checkpoint": "jax.checkpoint",
    "jax.jacobian": "jax.jacrev",
    "jax.custom_derivatives.custom_jvp": "jax.custom_jvp",
    "jax.custom_derivatives.custom_vjp": "jax.custom_vjp",
    "jax.custom_derivatives.custom_gradient": "jax.custom_gradient",
    "jax.custom_derivatives.closure_convert": "jax.closure_convert",
    "jax.experimental.pure_callback": "jax.pure_callback",
    "jax.experimental.host_callback.call": "jax.pure_callback",
    "jax.tree_util.tree_map": "jax.tree.map",
    "jax.tree_util.tree_leaves": "jax.tree.leaves",
    "jax.tree_util.tree_flatten": "jax.tree.flatten",
    "jax.tree_util.tree_unflatten": "jax.tree.unflatten",
    "jax.tree_util.tree_structure": "jax.tree.structure",
    "jax.tree_util.tree_reduce": "jax.tree.reduce",
    "jax.tree_util.tree_all": "jax.tree.all",
    "jax.tree_util.tree_transpose": "jax.tree.transpose",
    "jax.tree_util.tree_map_with_path": "jax.tree.map_with_path",
    "jax.tree_util.tree_flatten_with_path": "jax.tree.flatten_with_path",
    "jax.tree_util.tree_leaves_with_path": "jax.tree.leaves_with_path",
    "jax.tree_util.tree_broadcast": "jax.tree.broadcast",
    "jax.tree_map": "jax.tree.map",
    "jax.tree_leaves": "jax.tree.leaves",
    "jax.tree_flatten": "jax.tree.flatten",
    "jax.tree_unflatten": "jax.tree.unflatten",
    "jax.tree_structure": "jax.tree.structure",
    "jax.random.PRNGKeyArray": "jax.Array",
    "jax.numpy.ndarray": "jax.Array",
    "jaxtyping.Array": "jax.Array",
    "jax_dataclasses.field": "dataclasses.field",
    "equinox._enum.Enumeration": "equinox.Enumeration",
    "equinox.internal.Enumeration": "equinox.Enumeration",
    "equinox._errors.error_if": "equinox.error_if",
    "equinox._errors.branched_error_if": "equinox.branched_error_if",
    "equinox._tree.tree_equal": "equinox.tree_equal",
    "flax.nnx.remat": "flax.nnx.checkpoint",
    "flax.nnx.helpers.List": "flax.nnx.List",
    "flax.nnx.module.Module": "flax.nnx.Module",
    "flax.linen.module.Module": "flax.linen.Module",
    "flax.linen.remat": "flax.linen.checkpoint",
    "flax.experimental.nnx.Module": "flax.nnx.Module",
    "equinox.nn._stateful.make_with_state": "equinox.nn.make_with_state",
    "equinox.nn._stateful.StateIndex": "equinox.nn.StateIndex",
    "equinox.tree_inference": "equinox.nn.inference_mode",
    "numpyro.distributions.distribution.Distribution": "numpyro.distributions.Distribution",
    "penzai.pz.pytree_dataclass": "penzai.core.struct.pytree_dataclass",
    "attr.define": "attrs.define",
    "attr.ib": "attrs.field",
    "attr.attrib": "attrs.field",
    "attr.field": "attrs.field",
    "attr.frozen": "attrs.frozen",
    "attr.dataclass": "attr.s",
    "attr.attrs": "attr.s",
    "pydantic.dataclasses.dataclass": "dataclasses.dataclass",
    "typing_extensions.NamedTuple": "typing.NamedTuple",
}

# Flax gives JAX's initializers under names of its own (flax 0.12.8).
INITIALIZERS = (
    "glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform lecun_normal lecun_uniform "
    "normal orthogonal truncated_normal uniform variance_scaling xavier_normal xavier_uniform delta_orthogonal"
)
ALIASES |= {
    f"{home}.{name}": f"jax.nn.initializers.{name}"
    for home in ("flax.linen.initializers", "flax.nnx.initializers")
    for name in ("constant", "ones", "zeros", *INITIALIZERS.split())
}

# beartype.typing holds what typing holds.
ALIASES |= {f"beartype.typing.{name}": f"typing.{name}" for name in typing.__all__}


@cache
def _private() -> dict[str, str]:
    names: dict[str, str] = table("names")
    return names


def canonical(dotted: str) -> str:
    """The public name of what `dotted` names; `dotted` itself when it is unknown or already public."""
    return ALIASES[dotted] if dotted in ALIASES else _private().get(dotted, dotted)

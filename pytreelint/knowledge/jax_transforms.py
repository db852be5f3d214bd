"""JAX's own transforms. `transforms.TRANSFORMS` is the table to look them up in."""

from __future__ import annotations

from typing import Any

from pytreelint.knowledge.transform import Function, Operand, Transform

_RUNTIME = "pytreelint.runtime."
_JIT: dict[str, Any] = {
    "family": "jit",
    "static_params": ("static_argnums", "static_argnames"),
    "donate_params": ("donate_argnums", "donate_argnames"),
    "hashes_function": True,
    "cached_by": "identity",
    "runtime": _RUNTIME + "filter_jit",
    "equinox": "equinox.filter_jit",
}
_DIFFERENTIATED: dict[str, Any] = {
    "family": "grad",
    "argnums": (1, "argnums"),
    "has_aux": "has_aux",
    "has_aux_position": 2,
    "checks": "differentiated",
    "rejects_integers": True,
    "eager": True,
}
_ALLOW_INT = (4, "allow_int")
_MAPPED_AXES = ((1, "in_axes"), (2, "out_axes"))
_SHARD_MAP: dict[str, Any] = {
    "family": "map",
    "functions": (Function(0, "f"),),
    "checks": "specified",
    "runtime": _RUNTIME + "filter_shard_map",
}
_REST = (Operand(1, "", "traced", rest=True),)

_COMPILING = (
    Transform("jax.jit", **_JIT),
    Transform(
        "jax_dataclasses.jit",
        reads_annotations=True,
        **{**_JIT, "static_params": (), "donate_params": ("donate_argnums",)},
    ),
    Transform(
        "jax.checkpoint",
        "checkpoint",
        static_params=("static_argnums", "static_argnames"),
        hashes_static=False,
        hashes_function=True,
        runtime=_RUNTIME + "filter_checkpoint",
        equinox="equinox.filter_checkpoint",
    ),
    Transform(
        "jax.eval_shape",
        "abstract",
        style="applies",
        functions=(Function(0, "", ("operands",)),),
        operands=_REST,
        takes_shapes=True,
        gives="shapes",
        runtime=_RUNTIME + "filter_eval_shape",
        equinox="equinox.filter_eval_shape",
    ),
    Transform(
        "jax.make_jaxpr",
        "abstract",
        static_params=("static_argnums",),
        takes_shapes=True,
        gives="jaxpr",
        runtime=_RUNTIME + "filter_make_jaxpr",
        equinox="equinox.filter_make_jaxpr",
    ),
    Transform(
        "jax.closure_convert",
        "abstract",
        style="applies",
        functions=(Function(0, "fun", ("operands",)),),
        operands=_REST,
        hashes_function=True,
        gives="closure",
        runtime=_RUNTIME + "filter_closure_convert",
        equinox="equinox.filter_closure_convert",
    ),
)

_GRADIENTS = (
    Transform(
        "jax.grad",
        gives="gradient",
        allow_int=_ALLOW_INT,
        runtime=_RUNTIME + "filter_grad",
        equinox="equinox.filter_grad",
        **_DIFFERENTIATED,
    ),
    Transform(
        "jax.value_and_grad",
        gives="value-gradient",
        allow_int=_ALLOW_INT,
        runtime=_RUNTIME + "filter_value_and_grad",
        equinox="equinox.filter_value_and_grad",
        **_DIFFERENTIATED,
    ),
    Transform(
        "jax.jacrev",
        gives="jacobian",
        allow_int=_ALLOW_INT,
        runtime=_RUNTIME + "filter_jacrev",
        equinox="equinox.filter_jacrev",
        **_DIFFERENTIATED,
    ),
    Transform(
        "jax.jacfwd",
        gives="jacobian",
        aux_is_free=False,
        runtime=_RUNTIME + "filter_jacfwd",
        equinox="equinox.filter_jacfwd",
        **_DIFFERENTIATED,
    ),
    Transform(
        "jax.hessian",
        gives="hessian",
        aux_is_free=False,
        runtime=_RUNTIME + "filter_hessian",
        equinox="equinox.filter_hessian",
        **_DIFFERENTIATED,
    ),
    Transform(
        "jax.vjp",
        "grad",
        eager=True,
        style="applies",
        functions=(Function(0, "fun", ("operands",)),),
        operands=_REST,
        has_aux="has_aux",
        gives="primal-pullback",
        runtime=_RUNTIME + "filter_vjp",
        equinox="equinox.filter_vjp",
    ),
    Transform(
        "jax.linearize",
        "grad",
        eager=True,
        style="applies",
        functions=(Function(0, "fun", ("operands",)),),
        operands=_REST,
        has_aux="has_aux",
        gives="primal-linear",
    ),
    # Primals and tangents are tuples of arguments; integer primals need tangents of float0.
    Transform(
        "jax.jvp",
        "grad",
        eager=True,
        style="applies",
        functions=(Function(0, "fun", ("unpacked",)),),
        operands=(Operand(1, "primals", "traced"), Operand(2, "tangents", "tangent")),
        has_aux="has_aux",
        has_aux_position=3,
        gives="primal-tangent",
        runtime=_RUNTIME + "filter_jvp",
        equinox="equinox.filter_jvp",
    ),
    Transform(
        "jax.linear_transpose",
        "grad",
        eager=True,
        style="applies",
        functions=(Function(0, "fun", ("operands",)),),
        operands=_REST,
        takes_shapes=True,
        gives="function",
    ),
    Transform("jax.fwd_and_bwd", "grad", argnums=(1, "argnums"), has_aux="has_aux", checks="none", gives="unknown"),
)

_MAPPED = (
    Transform(
        "jax.vmap",
        "map",
        eager=True,
        axes_params=_MAPPED_AXES,
        axes_in=("tuple", "list"),
        checks="mapped",
        gives="stacked",
        runtime=_RUNTIME + "filter_vmap",
        equinox="equinox.filter_vmap",
    ),
    Transform(
        "jax.pmap",
        "map",
        static_params=("static_broadcasted_argnums",),
        donate_params=("donate_argnums",),
        axes_params=((-1, "in_axes"), (-1, "out_axes")),
        axes_in=("tuple",),
        hashes_function=True,
        cached_by="equality",
        gives="stacked",
        runtime=_RUNTIME + "filter_pmap",
        equinox="equinox.filter_pmap",
    ),
    Transform("jax.shard_map", axes_params=((-1, "in_specs"), (-1, "out_specs")), **_SHARD_MAP),
    Transform("jax.experimental.shard_map.shard_map", axes_params=((2, "in_specs"), (3, "out_specs")), **_SHARD_MAP),
    Transform(
        "jax.numpy.vectorize",
        "map",
        functions=(Function(0, "pyfunc"),),
        static_params=("excluded",),
        hashes_static=False,
        gives="stacked",
        eager=True,
    ),
)

_BRANCH = Operand(3, "operand", "operand", rest=True)
_CONTROL = (
    Transform(
        "jax.lax.scan",
        "control",
        style="applies",
        functions=(Function(0, "f", ("carry", "x")),),
        operands=(Operand(1, "init", "carry"), Operand(2, "xs", "xs")),
        hashes_function=True,
        cached_by="identity",
        gives="carry-stacked",
        loops=True,
        runtime=_RUNTIME + "filter_scan",
    ),
    Transform(
        "jax.lax.while_loop",
        "control",
        style="applies",
        functions=(Function(0, "cond_fun", ("carry",)), Function(1, "body_fun", ("carry",))),
        operands=(Operand(2, "init_val", "carry"),),
        hashes_function=True,
        cached_by="identity",
        gives="carry",
        loops=True,
        runtime=_RUNTIME + "filter_while_loop",
    ),
    Transform(
        "jax.lax.fori_loop",
        "control",
        style="applies",
        functions=(Function(2, "body_fun", ("index", "carry")),),
        operands=(Operand(0, "lower", "index"), Operand(1, "upper", "index"), Operand(3, "init_val", "carry")),
        hashes_function=True,
        cached_by="identity",
        gives="carry",
        loops=True,
        runtime=_RUNTIME + "filter_fori_loop",
    ),
    Transform(
        "jax.lax.cond",
        "control",
        per_branch=True,
        style="applies",
        functions=(Function(1, "true_fun", ("operands",)), Function(2, "false_fun", ("operands",))),
        operands=(Operand(0, "pred", "index"), _BRANCH),
        hashes_function=True,
        cached_by="identity",
        runtime=_RUNTIME + "filter_cond",
    ),
    Transform(
        "jax.lax.switch",
        "control",
        style="applies",
        functions=(Function(1, "branches", ("operands",), many=True),),
        operands=(Operand(0, "index", "index"), Operand(2, "operand", "operand", rest=True)),
        hashes_function=True,
        cached_by="identity",
        runtime=_RUNTIME + "filter_switch",
    ),
    Transform(
        "jax.lax.map",
        "control",
        style="applies",
        functions=(Function(0, "f", ("x",)),),
        operands=(Operand(1, "xs", "xs"),),
        gives="stacked",
        runtime=_RUNTIME + "filter_map",
    ),
    # The result is built anew from the elements' arrays: what the function returns besides is not looked at.
    Transform(
        "jax.lax.associative_scan",
        "control",
        style="applies",
        functions=(Function(0, "fn", ("element", "element")),),
        operands=(Operand(1, "elems", "xs"),),
        gives="elements",
        eager=True,
        runtime=_RUNTIME + "filter_associative_scan",
    ),
    Transform(
        "jax.lax.custom_root",
        "control",
        style="applies",
        functions=(Function(0, "f", ("carry",)),),
        operands=(Operand(1, "initial_guess", "carry"),),
        hashes_function=True,
        gives="carry",
    ),
)

_NONDIFF = ("nondiff_argnums", "nondiff_argnames")
_CUSTOM = (
    Transform("jax.custom_jvp", "custom", static_params=_NONDIFF, hashes_static=False, eager=True),
    Transform("jax.custom_vjp", "custom", static_params=_NONDIFF, hashes_static=False, eager=True),
    Transform(
        "jax.custom_gradient", "custom", checks="none", rejects_opaque_outputs=False, gives="unknown", eager=True
    ),
    # Other than the rules of differentiation, these trace their function at each call, also where nothing is mapped.
    Transform("jax.custom_batching.custom_vmap", "checkpoint"),
    Transform("jax.custom_batching.sequential_vmap", "checkpoint", functions=(Function(0, "f"),)),
    Transform(
        "jax.pure_callback",
        "callback",
        style="applies",
        functions=(Function(0, "callback", ("operands",)),),
        operands=(Operand(2, "", "traced", rest=True),),
        hashes_function=True,
        rejects_opaque_outputs=False,
        gives="given",
        runtime=_RUNTIME + "filter_pure_callback",
        equinox="equinox.filter_pure_callback",
    ),
    Transform(
        "jax.experimental.io_callback",
        "callback",
        style="applies",
        functions=(Function(0, "callback", ("operands",)),),
        operands=(Operand(2, "", "traced", rest=True),),
        hashes_function=True,
        rejects_opaque_outputs=False,
        gives="given",
    ),
    Transform(
        "jax.debug.callback",
        "callback",
        style="applies",
        functions=(Function(0, "callback", ("operands",)),),
        operands=(Operand(1, "", "free", rest=True),),
        checks="none",
        rejects_opaque_outputs=False,
        gives="none",
    ),
)

ENTRIES: tuple[Transform, ...] = (*_COMPILING, *_GRADIENTS, *_MAPPED, *_CONTROL, *_CUSTOM)

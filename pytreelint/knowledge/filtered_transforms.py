"""Filtered transforms, of this project's runtime and of the libraries. `transforms.TRANSFORMS` is the table.

They split their arguments into arrays and the rest by themselves, so no rule about opaque leaves speaks of them; they
are here so that the evaluator knows what they call and what they give.
"""

from __future__ import annotations

from pytreelint.knowledge.jax_transforms import ENTRIES as _JAX
from pytreelint.knowledge.own import RUNTIME
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.transform import Family, Function, Operand, Transform


def _filtered(raw: Transform, name: str) -> Transform:
    """The filtered twin of a raw transform: the same shape, nothing rejected."""
    return replace(
        raw,
        name=name,
        filtered=True,
        checks="none",
        rejects_opaque_outputs=False,
        rejects_integers=False,
        hashes_function=False,
        aux_is_free=True,
        cached_by="",
        runtime="",
        equinox="",
    )


def _equinox(raw: Transform) -> Transform:
    """Equinox's: the first argument is differentiated, `donate` is a word, there is nothing static."""
    twin = _filtered(raw, raw.equinox)
    donates = ("donate",) if raw.donate_params else ()
    axes = tuple((-1, keyword) for _, keyword in raw.axes_params)
    # These wrappers are Modules that hold a dict of options.
    hashable = raw.name not in ("jax.vmap", "jax.grad", "jax.value_and_grad")
    return replace(
        twin,
        hashable=hashable,
        argnums=None,
        static_params=(),
        donate_params=donates,
        axes_params=axes,
        axes_in=("tuple", "dict") if raw.axes_in else (),
        has_aux_position=-1,
        cached_by="parts" if raw.name in ("jax.jit", "jax.pmap") else "",
    )


def _own(raw: Transform) -> Transform:
    """The runtime's: `donate` is a word as well."""
    twin = replace(_filtered(raw, raw.runtime), axes_in=("tuple", "list", "dict") if raw.axes_in else ())
    return replace(twin, donate_params=(*raw.donate_params, "donate")) if raw.donate_params else twin


_RUNTIME = tuple(_own(raw) for raw in _JAX if raw.runtime and raw.name != "jax_dataclasses.jit")
_EQUINOX = tuple(_equinox(raw) for raw in _JAX if raw.equinox and raw.name != "jax_dataclasses.jit")

# Of the libraries whose names mean the same.
_HOMES = ("equinox", RUNTIME)
_CUSTOM = tuple(
    Transform(f"{home}.{name}", "custom", filtered=True, functions=(Function(0, "fn"),), checks="none")
    for home in _HOMES
    for name in ("filter_custom_jvp", "filter_custom_vjp")
)

_BY_NAME = {transform.name: transform for transform in _JAX}
# The loops of `equinox.internal` take Modules as functions; their carries are checked like JAX's, by themselves.
_LOOPS = tuple(_filtered(_BY_NAME["jax.lax." + name], "equinox.internal." + name) for name in ("scan", "while_loop"))

# `nnx.jit` hands whatever is no graph node to `jax.jit` as it is. What it is given of those holds afterwards what the
# function left in them, donated or not (flax 0.12.8, with `graph=False` too).
_NNX_JIT = replace(
    _BY_NAME["jax.jit"],
    name="flax.nnx.jit",
    hashes_function=False,
    cached_by="nothing",
    refills=True,
    runtime="",
    equinox="",
)
# So does `nnx.remat`: of `remat(f)(model, x, True)` the last is traced, and a string is refused (flax 0.12.8).
_NNX_REMAT = replace(
    _BY_NAME["jax.checkpoint"],
    name="flax.nnx.checkpoint",
    functions=(Function(0, "f"),),
    hashes_function=False,
    refills=True,
    runtime="",
    equinox="",
)
# Linen's lift takes the Module apart, which is the first argument of its method, counted by `static_argnums` as well;
# all others are those of `jax.checkpoint` (flax 0.12.8).
_LINEN_REMAT = replace(
    _BY_NAME["jax.checkpoint"],
    name="flax.linen.checkpoint",
    functions=(Function(0, "target"),),
    static_params=("static_argnums",),
    hashes_function=False,
    lifts=True,
    runtime="",
    equinox="",
)
# flax nnx: splits graph nodes by itself. The names are those of jax and jax.lax; a list as `in_axes` raises (0.12.8).
_NNX = tuple(
    replace(
        _filtered(_BY_NAME[raw], "flax.nnx." + name),
        refills=True,
        axes_in=("tuple",) if _BY_NAME[raw].axes_in else (),
    )
    for name, raw in (
        ("grad", "jax.grad"),
        ("value_and_grad", "jax.value_and_grad"),
        ("vmap", "jax.vmap"),
        ("pmap", "jax.pmap"),
        ("shard_map", "jax.shard_map"),
        ("eval_shape", "jax.eval_shape"),
        ("cond", "jax.lax.cond"),
        ("switch", "jax.lax.switch"),
        ("while_loop", "jax.lax.while_loop"),
        ("fori_loop", "jax.lax.fori_loop"),
        ("vjp", "jax.vjp"),
        ("jvp", "jax.jvp"),
    )
)
# Unlike `jax.lax.scan` it wraps, and `out_axes` say where in the result the carries stand (flax 0.12.8).
_NNX_SCAN = Transform(
    "flax.nnx.scan",
    "control",
    filtered=True,
    functions=(Function(0, "f"),),
    checks="none",
    gives="scanned",
    refills=True,
)

# Lifts, which take a Module class or a method, and wrap it.
_LIFTED: tuple[tuple[str, Family], ...] = (
    ("flax.linen.jit", "jit"),
    ("flax.linen.vmap", "map"),
    ("flax.linen.scan", "control"),
    ("flax.linen.map_variables", "custom"),
    ("flax.nnx.custom_vjp", "custom"),
    ("haliax.named_jit", "jit"),
    ("haliax.vmap", "map"),
    ("haliax.scan", "control"),
    ("haliax.fold", "control"),
    ("haliax.map", "control"),
    ("haiku.jit", "jit"),
    ("haiku.grad", "grad"),
    ("haiku.value_and_grad", "grad"),
    ("haiku.remat", "checkpoint"),
    ("haiku.vmap", "map"),
)
_LIFTS = tuple(
    Transform(name, family, filtered=True, functions=(Function(0, "target"),), checks="none", gives="unknown")
    for name, family in _LIFTED
)
# Given a class they make one of the same methods, which run as they would otherwise, as far as the model knows.
OF_CLASSES = frozenset(name for name, _ in _LIFTED if name.startswith("flax.linen.")) | {_LINEN_REMAT.name}
_SHARDS = tuple(
    Transform(
        f"{home}.filter_shard",
        "custom",
        filtered=True,
        style="applies",
        functions=(),
        operands=(Operand(0, "x", "free"),),
        checks="none",
        gives="elements",
    )
    for home in _HOMES
)

ENTRIES: tuple[Transform, ...] = (
    *_RUNTIME,
    *_EQUINOX,
    *_CUSTOM,
    *_LOOPS,
    _NNX_JIT,
    _NNX_REMAT,
    *_NNX,
    _NNX_SCAN,
    _LINEN_REMAT,
    *_LIFTS,
    *_SHARDS,
)

# Gradients of the first argument, of its floating arrays alone: of a Python number they are None.
_OF_ARRAYS = ("filter_grad", "filter_value_and_grad")
GRADIENTS_OF_ARRAYS = frozenset(f"{home}.{name}" for home in ("equinox", "pytreelint.runtime") for name in _OF_ARRAYS)

"""What `tree_unflatten` is given in place of arrays, and which checks of a constructor cannot take that.

Executed by the fixtures of PTL509.
"""

from __future__ import annotations

from typing import Literal

Check = Literal["value", "shape", "conversion", "rank"]

_TRACERS: frozenset[Check] = frozenset({"value"})
_ITEMS: frozenset[Check] = _TRACERS | {"rank"}
_NONE: frozenset[Check] = frozenset({"value", "shape", "conversion"})
_NO_SHAPE: frozenset[Check] = frozenset({"shape"})
_NOT_CONVERTED: frozenset[Check] = frozenset({"shape", "conversion"})
# What transforms build instances of, and the checks that fail then.
PLACEHOLDERS: dict[str, tuple[str, frozenset[Check]]] = {
    **dict.fromkeys(
        ("jax.jit", "jax.eval_shape", "jax.lax.cond", "jax.lax.while_loop", "equinox.filter_jit"),
        ("tracers", _TRACERS),
    ),
    **dict.fromkeys(("jax.vmap", "jax.lax.scan", "jax.lax.map"), ("tracers", _ITEMS)),
    **dict.fromkeys(("equinox.filter_grad", "equinox.filter_value_and_grad"), ("None", _NONE)),
    "equinox.filter_vmap": ("None", _NONE | {"rank"}),
}


def refused_of(leaf: str) -> frozenset[Check]:
    """The checks that fail for what is no array: "None", "str", or of another type, by its name."""
    return _NOT_CONVERTED if leaf in ("None", "str") else _NO_SHAPE


# What builds instances by their generated constructor, which runs `__post_init__` (jax 0.10, 0.12).
BY_CONSTRUCTOR = frozenset(
    {
        "jax.tree_util.register_dataclass",
        "flax.struct.dataclass",
        "flax.struct.PyTreeNode",
        "chex.dataclass",
        "jax_dataclasses.pytree_dataclass",
    }
)
# Of these, those that give every field by its name to a constructor that the class has written (jax 0.10, 0.12).
BY_NAME = BY_CONSTRUCTOR - {"chex.dataclass"}
CONVERSIONS = frozenset({"jax.numpy.asarray", "jax.numpy.array"})
SHAPES = frozenset({"shape", "ndim", "dtype", "size"})
# A constructor that asks one of these may let placeholders through.
GUARDS = frozenset({"isinstance", "type", "hasattr", "getattr", "object"})
# What gives another number each time that it is applied, to what it has given, too. Executed by the fixtures.
CHANGING_AGAIN = frozenset(
    f"{home}.{name}"
    for home, names in {
        "jax.numpy": "exp expm1 log log10 log1p log2 sqrt square cumsum sin tan sinh tanh",
        "numpy": "exp expm1 log log10 log1p log2 sqrt square cumsum sin tan sinh tanh",
        "jax.nn": "sigmoid softplus softmax",
    }.items()
    for name in names.split()
)

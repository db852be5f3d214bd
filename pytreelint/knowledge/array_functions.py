"""Functions that take every leaf for an array: which arguments of them may be no function, string or object.

Use::

    takes_arrays("jax.numpy.sqrt")          # (0,): raises where this argument is opaque
    TREE_FUNCTIONS["jax.device_put"]        # (0,): raises where a leaf of this argument is

Asked of JAX by `tests/knowledge/test_array_functions.py`.
"""

from __future__ import annotations

from pytreelint.knowledge.results import lookup

# Modules that code takes as an argument (`xp`) and tells apart: each is one object, under one name.
NAMESPACES = frozenset({"numpy", "jax.numpy", "scipy", "jax.scipy", "torch", "cupy", "tensorflow"})
_MODULES = frozenset({"jax.numpy", "jax.nn", "jax.lax", "jax.numpy.linalg", "jax.scipy.special"})
# They look at their first argument for something else than an array, or take anything.
_NOT = frozenset({"jax.lax.map", "jax.numpy.einsum", "jax.lax.composite", "jax.lax.full_like", "jax.numpy.piecewise"})
_BINARY = frozenset(
    f"jax.numpy.{name}"
    for name in (
        *("add", "subtract", "multiply", "divide", "true_divide", "power", "maximum", "minimum", "dot", "matmul"),
        *("float_power", "mod", "remainder", "hypot", "arctan2", "logaddexp"),
    )
) | frozenset(f"jax.lax.{name}" for name in ("add", "sub", "mul", "div", "max", "min", "pow"))
# Functions that choose elements of their second and third argument; and those that run one on each leaf.
TREE_MAPS = frozenset({"jax.tree.map"})
SELECTIONS = frozenset({"jax.numpy.where", "jax.lax.select"})
COND = "jax.lax.cond"  # its second and third argument are functions that give what is chosen
# Functions on numbers that raise over a function as well, and give an array for arrays.
OPERATORS = frozenset(
    f"operator.{name}" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
)
_UNARY = frozenset({"operator.neg", "operator.pos", "builtins.abs", "builtins.float", "builtins.int", "builtins.len"})


def takes_arrays(name: str) -> tuple[int, ...]:
    """Positions of the arguments over which a function certainly raises where they are opaque."""
    if name in _BINARY:
        return 0, 1
    if name in SELECTIONS:
        return 1, 2
    if name.rpartition(".")[0] not in _MODULES or name in _NOT:
        return ()
    fact = lookup(name)
    return (0,) if fact is not None and fact.kind == "function" and fact.spec.head == "array" else ()


def takes_numbers(name: str) -> tuple[int, ...]:
    """Positions of the arguments over which a function raises where they are functions; strings may be fine."""
    return (0, 1) if name in OPERATORS else (0,) if name in _UNARY else ()


_TREES: dict[tuple[int, ...], str] = {
    (0,): "zeros_like ones_like full_like max min norm real conj clip sum dtype batch_shape bias_correction",
    (0, 1): "add sub mul div vdot allclose update_moment",
    (0, 2): "add_scale",
    (1,): "scale random_like",
    (1, 2): "where",
}
TREE_FUNCTIONS: dict[str, tuple[int, ...]] = {
    "jax.device_put": (0,),
    "jax.lax.stop_gradient": (0,),
    "jax.lax.with_sharding_constraint": (0,),
    "jax.flatten_util.ravel_pytree": (0,),
    "optax.global_norm": (0,),
    "optax.incremental_update": (0, 1),
    "optax.periodic_update": (0, 1),
    **{
        f"{module}{name}": positions
        for positions, names in _TREES.items()
        for name in names.split()
        for module in ("optax.tree.", "optax.tree_utils.tree_")
    },
}

# Attributes that arrays have, and neither functions nor strings.
_ATTRIBUTES = (
    """shape dtype ndim size T mT at astype sum mean max min std var reshape ravel flatten transpose squeeze"""
)
ARRAY_ATTRIBUTES = frozenset(_ATTRIBUTES.split())
# Attributes of arrays that are no methods, beside those that the model knows by their values.
_NO_METHODS = """
addressable_shards base committed ctypes data device device_buffer device_buffers flags flat format global_shards
is_fully_addressable is_fully_replicated memory_space sharding strides traceback weak_type
"""
NO_METHODS = frozenset(_NO_METHODS.split())

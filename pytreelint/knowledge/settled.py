"""Functions and methods that give what they are given, or what they made of it the first time: `f(f(x))` is `f(x)`.

Executed entry by entry under JAX by `tests/knowledge/test_settled.py`.
"""

from __future__ import annotations

_JAX = "block_until_ready device_get device_put lax.stop_gradient nn.relu nn.relu6 tree.leaves tree.unflatten"
_NUMPY = """
abs absolute array asarray atleast_1d atleast_2d atleast_3d broadcast_to ceil clip copy fabs floor fmax fmin maximum
minimum nan_to_num positive ravel real reshape rint round sign sort squeeze trunc where
"""
_BUILTINS = "abs bool dict float frozenset int list max min round set sorted str tuple"
# What they are given besides must be the same each time.
SETTLED = frozenset(
    [
        *[f"jax.{name}" for name in _JAX.split()],
        *[f"{library}.{name}" for library in ("jax.numpy", "numpy") for name in _NUMPY.split()],
        *[f"builtins.{name}" for name in _BUILTINS.split()],
        *("copy.copy", "copy.deepcopy", "typing.cast"),
    ]
)
_METHODS = "astype block_until_ready clip copy flatten item items ravel reshape round squeeze tolist values"
SETTLED_METHODS = frozenset(_METHODS.split())
MAPPING = "jax.tree.map"  # it does where its first argument does
# What they are given besides says in which form, or where, it is given: dtypes, shapes, devices.
_FORMING = "jax.device_put jax.numpy.array jax.numpy.asarray numpy.array numpy.asarray jax.numpy.reshape numpy.reshape"
FORMING = frozenset([*_FORMING.split(), "typing.cast", "jax.tree.unflatten", "astype", "reshape", "copy"])

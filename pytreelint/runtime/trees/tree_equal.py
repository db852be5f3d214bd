"""Whether trees are equal, leaf by leaf. Name: `tree_equal`."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten

from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.structures import structures_differ


@refusing_cycles
def tree_equal(*pytrees: Any, typematch: bool = False, rtol: Any = 0.0, atol: Any = 0.0) -> Any:
    """Whether all trees have the same structure and equal leaves.

    Args:
        *pytrees: One or more trees.
        typematch: Leaves must also have one type; otherwise a NumPy and a JAX array can be equal, and 1 equals True.
        rtol: Relative tolerance for inexact arrays, as in `numpy.allclose`; 0 asks for equality.
        atol: Absolute tolerance.

    Returns:
        False where structures, shapes, dtypes or static leaves differ; True or False where no array of JAX decides.
        Else a boolean array of JAX of shape `()`, whose value is not waited for, under a trace a tracer: write
        `if tree_equal(...)`, not `tree_equal(...) is True`. NaN equals nothing.

    Raises:
        IndexError: No tree is given, as in Equinox.

    Examples:
        >>> tree_equal({"w": np.ones(2)}, {"w": np.ones(2)}), tree_equal({"w": 1}, {"v": 1})
        (True, False)
        >>> tree_equal([jnp.ones(2)], [jnp.ones(2)]), tree_equal([jnp.ones(2)], [jnp.ones(3)])
        (Array(True, dtype=bool), False)
    """
    if not pytrees:
        raise IndexError("tree_equal needs at least one tree")
    first, structure = tree_flatten(pytrees[0])
    equal: Any = True
    for other in pytrees[1:]:
        leaves, other_structure = tree_flatten(other)
        if structures_differ(other_structure, structure):
            return False
        for a, b in zip(first, leaves, strict=True):
            same = (not typematch or type(a) is type(b)) and _leaf_equal(a, b, rtol, atol)
            if same is False:
                return False
            equal = equal & same
    return equal


def _leaf_equal(a: Any, b: Any, rtol: Any, atol: Any) -> Any:
    """A Python bool where no device value is needed."""
    if not (is_array(a) and is_array(b)):
        return not is_array(a) and not is_array(b) and bool(a == b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    on_host = all(isinstance(x, (np.ndarray, np.generic)) for x in (a, b))
    library = np if on_host else jnp
    exact = all(isinstance(x, (int, float)) and x == 0 for x in (rtol, atol))
    if exact or not jnp.issubdtype(a.dtype, jnp.inexact):
        equal = library.all(a == b)
    else:
        equal = library.allclose(a, b, rtol=rtol, atol=atol)
    return bool(equal) if on_host else equal

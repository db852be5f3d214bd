"""Trees for property tests: nested containers of arrays, alone or mixed with leaves that no raw transform takes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from tests.part import THOROUGH

_SHAPES = st.sampled_from([(), (1,), (2,), (2, 3), (0,)])
_SEEDS = st.integers(0, 2**16)


def tried(examples: int) -> settings:
    """So many examples in `make test-all`, a third of them in `make test`: nearly each one is compiled anew."""
    return settings(max_examples=examples if THOROUGH else examples // 3 + 1, deadline=None)


def arrays(dtypes: tuple[Any, ...] = (np.float32, np.float16, jnp.bfloat16)) -> st.SearchStrategy[Any]:
    """Small arrays with values near one, so that products stay finite."""

    def build(shape: tuple[int, ...], dtype: Any, seed: int, numpy: bool) -> Any:
        values = np.random.default_rng(seed).uniform(0.5, 1.5, shape)
        if np.issubdtype(dtype, np.integer) or dtype == np.bool_:
            values = np.round(values)
        array = values.astype(dtype)
        return array if numpy and dtype != jnp.bfloat16 else jnp.asarray(array)

    return st.builds(build, _SHAPES, st.sampled_from(dtypes), _SEEDS, st.booleans())


def trees(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Containers around leaves, at least one level deep, with None here and there."""
    inner = st.recursive(
        leaves | st.none(),
        lambda part: (
            st.lists(part, max_size=3)
            | st.dictionaries(st.sampled_from("abc"), part, max_size=3)
            | st.tuples(part, part)
        ),
        max_leaves=5,
    )
    return st.tuples(leaves, inner)


opaque = st.sampled_from([jax.nn.relu, "name", len, 3, True, object])
inexact_trees = trees(arrays())
mixed_trees = trees(arrays((np.float32, np.int32, np.bool_)) | opaque)


def loss(tree: Any) -> Any:
    """A scalar that every inexact array of the tree has a part in."""
    inexact = [x for x in jax.tree.leaves(tree) if hasattr(x, "dtype") and jnp.issubdtype(x.dtype, jnp.inexact)]
    parts = [(jnp.sin(x.astype(jnp.float32)) * (i + 1)).sum() for i, x in enumerate(inexact)]
    return sum(parts, jnp.float32(0))


def assert_close(ours: Any, theirs: Any) -> None:
    """The same structure and dtypes; arrays equal up to rounding."""
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(np.asarray(a, np.float32), np.asarray(b, np.float32), rtol=1e-5, atol=1e-6)

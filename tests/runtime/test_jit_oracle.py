"""JAX is the oracle: random trees, dtypes, static leaves, and ways to call."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import combine, filter_jit, is_array, partition
from tests.runtime.trees import tried

DTYPES = ["float32", "int32", "bool", "complex64", "bfloat16", "uint8", "float16"]
STATIC = st.one_of(
    st.integers(-2, 2), st.booleans(), st.none(), st.floats(allow_nan=False, width=16), st.text(max_size=2)
)


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    shape = draw(st.sampled_from([(), (1,), (3,), (2, 2), (0, 2)]))
    dtype = jnp.dtype(draw(st.sampled_from(DTYPES)))
    values: Any = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    return values if draw(st.booleans()) else jnp.asarray(values)


def trees(leaves: Any) -> Any:
    def grow(children: Any) -> Any:
        keys = st.sampled_from("abc")
        return (
            st.lists(children, max_size=3) | st.dictionaries(keys, children, max_size=3) | st.tuples(children, children)
        )

    return st.recursive(leaves, grow, max_leaves=6)


def body(*args: Any, **kwargs: Any) -> Any:
    """Every array doubled, every other leaf as it is."""
    return jax.tree.map(lambda x: x + x if is_array(x) else x, (args, kwargs))


JITTED: Any = filter_jit(body)


def assert_alike(ours: Any, expected: Any) -> None:
    leaves, treedef = jax.tree.flatten(ours)
    wanted, wanted_treedef = jax.tree.flatten(expected)
    assert treedef == wanted_treedef
    for a, b in zip(leaves, wanted, strict=True):
        if is_array(b):
            assert isinstance(a, jax.Array) and (a.shape, a.dtype) == (b.shape, b.dtype)
            np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
        else:
            assert type(a) is type(b) and (a == b and str(a) == str(b))


@tried(40)
@given(
    args=st.lists(trees(arrays()), max_size=2),
    kwargs=st.dictionaries(st.sampled_from("xy"), trees(arrays()), max_size=2),
)
def test_equals_jit_on_arrays(args: list[Any], kwargs: dict[str, Any]) -> None:
    for _ in range(2):
        assert_alike(JITTED(*args, **kwargs), jax.jit(body)(*args, **kwargs))


@tried(40)
@given(tree=trees(arrays() | STATIC), other=trees(arrays() | STATIC))
def test_equals_jit_with_the_parts_by_hand(tree: Any, other: Any) -> None:
    dynamic, static = partition((tree, other), is_array)

    def by_hand(dynamic: Any) -> Any:
        return partition(body(*combine(dynamic, static)), is_array)[0]

    expected = combine(jax.jit(by_hand)(dynamic), partition(body(tree, other), is_array)[1])
    for _ in range(2):
        assert_alike(JITTED(tree, other), expected)


@tried(20)
@given(tree=trees(arrays() | STATIC))
def test_stages_agree_with_the_call(tree: Any) -> None:
    out = JITTED(tree)
    assert_alike(JITTED.lower(tree).compile()(tree), out)
    for a, b in zip(jax.tree.leaves(JITTED.eval_shape(tree)), jax.tree.leaves(out), strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype) if is_array(b) else a == b


@tried(25)
@given(tree=trees(arrays() | STATIC), data=st.data())
def test_one_trace_per_static_signature(tree: Any, data: st.DataObject) -> None:
    f: Any = filter_jit(lambda tree: body(tree))
    changed = jax.tree.map(lambda x: x if is_array(x) else data.draw(STATIC), tree)
    for each in (tree, changed, tree, changed, tree):
        assert_alike(f(each), body(each))

    def signature(tree: Any) -> Any:
        leaves, treedef = jax.tree.flatten(tree)
        return treedef, [(x.shape, x.dtype) if is_array(x) else (type(x), repr(x)) for x in leaves]

    assert f.trace_count == (1 if signature(tree) == signature(changed) else 2)

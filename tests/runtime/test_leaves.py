"""Leaves against JAX's own tree functions, and the parts of trees."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import (
    combine,
    filter,  # noqa: A004
    is_array,
    is_array_like,
    is_inexact_array,
    is_inexact_array_like,
    partition,
    tree_at,
    tree_equal,
)

TREE = {"w": jnp.ones((2, 3)), "layers": [np.arange(3), (), None], "act": jax.nn.relu, "n": 3, "x": 1.5}
LEAVES = [
    jnp.ones(2),
    np.ones(2),
    np.float32(1),
    np.int8(1),
    jax.random.key(0),
    jnp.arange(2),
    1,
    True,
    1.0,
    1j,
    "s",
    len,
]


class HasArray:
    def __jax_array__(self) -> Any:
        return jnp.ones(2)


@pytest.mark.parametrize("name", ["is_array", "is_inexact_array", "is_array_like", "is_inexact_array_like"])
def test_the_tests_agree_with_equinox(name: str) -> None:
    ours = {f.__name__: f for f in (is_array, is_inexact_array, is_array_like, is_inexact_array_like)}[name]
    for leaf in [*LEAVES, HasArray()]:
        assert ours(leaf) == getattr(eqx, name)(leaf), leaf


def test_tracers_are_arrays() -> None:
    seen = []
    jax.jit(lambda x: seen.append((is_array(x), is_inexact_array(x), is_inexact_array(x.astype(int)))))(1.0)
    assert seen == [(True, True, False)]


def test_bfloat16_is_inexact() -> None:
    assert is_inexact_array(np.ones(2, dtype=jnp.bfloat16))


def test_partition_and_combine_are_inverse() -> None:
    arrays, rest = partition(TREE, is_array)
    assert rest["act"] is jax.nn.relu and arrays["act"] is None and rest["w"] is None
    assert tree_equal(combine(arrays, rest), TREE) is not False
    assert bool(tree_equal(combine(rest, arrays), TREE))


def test_a_prefix_says_which_leaves() -> None:
    spec = {"w": False, "layers": [is_array, True, None], "act": True, "n": False, "x": lambda x: x > 1}
    kept = filter(TREE, spec)
    assert kept["w"] is None and kept["act"] is jax.nn.relu and kept["n"] is None and kept["x"] == 1.5
    assert filter(TREE, spec, inverse=True, replace=0)["x"] == 0
    with pytest.raises(ValueError, match="filter_spec"):
        filter([1, 2], [1, "a"])
    with pytest.raises(ValueError, match="it is a list of 1, and the tree a list of 2"):
        filter([1, 2], [True])


def test_combine_with_is_leaf() -> None:
    assert combine([None, (1, 2)], [{"a": 1}, None], is_leaf=lambda x: isinstance(x, (dict, tuple))) == [
        {"a": 1},
        (1, 2),
    ]


def test_partition_with_is_leaf() -> None:
    left, right = partition([(1, 2), 3], lambda x: isinstance(x, tuple), is_leaf=lambda x: isinstance(x, tuple))
    assert left == [(1, 2), None] and right == [None, 3]


def test_tree_at_replaces_leaves_subtrees_and_sequences() -> None:
    tree: Any = [1, [2, {"a": 3, "b": 4}], (), None]
    assert tree_at(lambda t: t[1][1]["a"], tree, 5) == [1, [2, {"a": 5, "b": 4}], (), None]
    assert tree_at(lambda t: t[1][1], tree, "new") == [1, [2, "new"], (), None]
    assert tree_at(lambda t: (t[0], t[1][0]), tree, ("x", "y"))[:2] == ["x", ["y", {"a": 3, "b": 4}]]
    assert tree_at(lambda t: t[1], tree, replace_fn=len) == [1, 2, (), None]
    assert tree_at(lambda t: t[2], tree, 7)[2] == 7
    assert tree_at(lambda t: t[3], tree, 7, is_leaf=lambda x: x is None)[3] == 7
    assert tree == [1, [2, {"a": 3, "b": 4}], (), None]


def test_tree_at_on_equal_leaves_and_aliased_nodes() -> None:
    part = (1,)
    tree: Any = [part, part, 1]
    assert tree_at(lambda t: t[1][0], tree, 2) == [(1,), (2,), 1]


def test_tree_at_refuses() -> None:
    with pytest.raises(ValueError, match="Precisely one"):
        tree_at(lambda t: t[0], [1])  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="Precisely one"):
        tree_at(lambda t: t[0], [1], 1, lambda x: x)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="uniquely identify one part"):
        tree_at(lambda t: t[0], [None, None, 1], 1)
    with pytest.raises(ValueError, match="structure"):
        tree_at(lambda t: tuple(x for x in t if type(x) is int), [1, "a"], (2,))
    with pytest.raises(ValueError, match="picks 2 parts"):
        tree_at(lambda t: (t[0], t[1]), [1, 2], (1, 2, 3))


@pytest.mark.parametrize("typematch", [True, False])
def test_tree_equal_agrees_with_equinox(typematch: bool) -> None:
    trees = [
        1,
        True,
        1.0,
        "a",
        None,
        (),
        jnp.ones(2),
        np.ones(2),
        np.ones(2, np.float32),
        np.float32(1),
        [jnp.arange(3)],
    ]
    trees += [[jnp.arange(3.0)], [jnp.arange(2)], {"a": 1}, jnp.ones(2) + 1e-6]
    for a in trees:
        for b in trees:
            for tolerance in (0.0, 1e-3):
                options: dict[str, Any] = {"typematch": typematch, "rtol": tolerance, "atol": tolerance}
                assert bool(tree_equal(a, b, **options)) == bool(eqx.tree_equal(a, b, **options)), (a, b)


def test_tree_equal_under_jit_is_traced_only_where_values_decide() -> None:
    assert jax.jit(lambda x: jnp.asarray(tree_equal([x, 1], [x + 1, 2]) is False))(1.0)
    assert not jax.jit(lambda x: tree_equal([x, 1], [x + 1, 1]))(1.0)

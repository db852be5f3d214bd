"""The fast way of `filter_jit(share=True)`: the same as the slow way, whatever pattern of ties comes next."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import clear_caches, error_if, filter_grad, filter_jit
from tests.runtime.trees import tried


@partial(jax.tree_util.register_dataclass, data_fields=["w"], meta_fields=["name"])
@dataclass
class Layer:
    """A node with aux data."""

    w: Any
    name: str


class Ones:
    """A callable PyTree with an array."""

    def __init__(self, w: Any) -> None:
        self.w = w

    def __call__(self, tree: Any) -> Any:
        return {**tree, "sum": self.w + tree["a"]}


jax.tree_util.register_pytree_node(Ones, lambda x: ((x.w,), None), lambda _, c: Ones(*c))


def seen(tree: Any) -> tuple[int, ...]:
    """For each array of a tree the position of the first that is the same object."""
    first: dict[int, int] = {}
    arrays = [leaf for leaf in jax.tree.leaves(tree) if isinstance(leaf, jax.Array)]
    return tuple(first.setdefault(id(leaf), i) for i, leaf in enumerate(arrays))


def tree_of(pattern: tuple[int, ...], shape: int, static: Any, values: list[Any]) -> Any:
    """A tree whose arrays are one object where numbers are equal; nodes of equal numbers are one object too."""
    nodes = {place: {"w": values[place], "act": static} for place in pattern}
    match shape:
        case 0:
            return [nodes[place] for place in pattern]
        case 1:
            return tuple(values[place] for place in pattern), static
        case _:
            return {str(i): Layer(values[place], "layer") for i, place in enumerate(pattern)}


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 2), min_size=1, max_size=4).map(tuple),
            st.integers(0, 2),
            st.sampled_from([jnp.tanh, "name", 1.5, 7]),
        ),
        min_size=2,
        max_size=8,
    )
)
@tried(25)
def test_patterns_in_turn(calls: list[tuple[tuple[int, ...], int, Any]]) -> None:
    patterns: list[tuple[int, ...]] = []

    def double(tree: Any) -> Any:
        patterns.append(seen(tree))
        return jax.tree.map(lambda x: x * 2 if isinstance(x, jax.Array) else x, tree)

    f: Callable[[Any], Any] = filter_jit(double, share=True)
    for number, (pattern, shape, static) in enumerate(calls):
        values = [jnp.full(2, 10.0 * number + i) for i in range(3)]
        tree = tree_of(pattern, shape, static, values)
        for _ in range(2):
            before = len(patterns)
            out = f(tree)
            assert patterns[before:] in ([], [seen(tree)])
            assert seen(out) == seen(tree)
            assert jax.tree.structure(out) == jax.tree.structure(tree)
            expected = [x * 2 if isinstance(x, jax.Array) else x for x in jax.tree.leaves(tree)]
            for one, other in zip(jax.tree.leaves(out), expected, strict=True):
                assert one is other or jnp.array_equal(one, other)
    kinds = {(pattern_of(pattern), shape, "" if shape == 2 else str(static)) for pattern, shape, static in calls}
    assert len(patterns) == len(kinds)


def pattern_of(places: tuple[int, ...]) -> tuple[int, ...]:
    """Equal for tuples with equal numbers at the same places."""
    return tuple(map(places.index, places))


def test_equal_statics_in_new_objects() -> None:
    f: Any = filter_jit(lambda tree, rate: tree["a"] * rate + tree["b"], share=True)
    x = jnp.ones(2)
    for rate in (0.5, 0.25 + 0.25, 0.5):
        assert jnp.array_equal(f({"a": x, "b": x}, rate), 1.5 * x)
    assert jnp.array_equal(f({"a": x, "b": x}, 2.0), 3 * x)
    assert f.trace_count == 2


def test_a_function_with_arrays() -> None:
    x, y = jnp.ones(2), 2 * jnp.ones(2)
    f: Any = filter_jit(Ones(x), share=True)
    for _ in range(3):
        out = f({"a": y, "b": y, "act": jnp.tanh})
        assert jnp.array_equal(out["sum"], 3 * x) and out["a"] is out["b"] and out["act"] is jnp.tanh
        out = f({"a": x, "b": y, "act": jnp.tanh})
        assert jnp.array_equal(out["sum"], 2 * x) and out["a"] is not out["b"]
    bound: Any = filter_jit(partial(lambda m, tree: m["w"] + tree[0] + tree[1], {"w": x}), share=True)
    for _ in range(3):
        assert jnp.array_equal(bound([y, y]), 5 * x) and jnp.array_equal(bound([y, x]), 4 * x)


def test_donated_and_checked() -> None:
    @partial(filter_jit, share=True, donate="all")
    def step(tree: Any) -> Any:
        tree = {**tree, "a": error_if(tree["a"], (tree["a"] > 8).any(), "too large")}
        return jax.tree.map(lambda x: x * 2, {"a": tree["a"], "b": tree["a"]})

    x = jnp.ones(2)
    tree = {"a": x, "b": x}
    for _ in range(3):
        old, tree = tree, step(tree)
        assert old["a"].is_deleted() and tree["a"] is tree["b"]
    assert jnp.array_equal(tree["a"], 8 * jnp.ones(2))
    with pytest.raises((RuntimeError, ValueError), match="tree\\['a'\\]"):
        step(old)
    tree = step(tree)
    with pytest.raises(RuntimeError, match="too large"):
        step(tree)


def test_a_closure_is_freed_and_a_change_is_seen() -> None:
    f: Any = filter_jit(lambda fun, tree: fun(tree["a"]) + tree["b"], share=True)
    x = jnp.ones(2)
    refs = []
    for number in range(4):
        scale = [number]
        function = lambda x, scale=scale: x * scale[0]  # noqa: E731
        refs.append(weakref.ref(function))
        for _ in range(2):
            assert jnp.array_equal(f(function, {"a": x, "b": x}), (number + 1) * x)
    del function
    f(jnp.tanh, {"a": x, "b": x})
    gc.collect()
    assert all(ref() is None for ref in refs)


def test_a_function_is_freed_with_its_programs() -> None:
    def make() -> Callable[[Any], Any]:
        held = jnp.ones(3)
        return lambda tree: tree["a"] + tree["b"] + held.sum()

    function = make()
    ref, x = weakref.ref(function), jnp.ones(2)
    f: Any = filter_jit(function, share=True)
    for _ in range(3):
        f({"a": x, "b": x})
    del f, function
    gc.collect()
    assert ref() is None


def test_clearing_forgets() -> None:
    f: Any = filter_jit(lambda a, b: a + b, share=True)
    x = jnp.ones(2)
    f(x, x), f(x, x)
    f.clear_cache()
    f(x, x)
    clear_caches()
    f(x, x)
    assert f.trace_count == 3


def test_inside_of_another_trace() -> None:
    f: Any = filter_jit(lambda tree: {"y": tree["a"] * tree["b"], "same": tree["a"] is tree["b"]}, share=True)
    x = jnp.full(2, 3.0)
    for _ in range(2):
        assert f({"a": x, "b": x})["same"] and not f({"a": x, "b": x + 0})["same"]
        assert jnp.array_equal(jax.vmap(lambda x: f({"a": x, "b": x})["y"])(x), x * x)
        grads = filter_grad(lambda tree: f(tree)["y"].sum())({"a": x, "b": x})
        assert jnp.array_equal(grads["a"], x)

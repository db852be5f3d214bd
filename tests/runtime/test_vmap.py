"""`filter_vmap` against `jax.vmap`: on array-only trees as it is, on mixed trees with the arrays taken out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import filter_vmap, if_array, is_array, tree_equal
from tests.runtime.trees import tried


class Pair(NamedTuple):
    weight: Any
    act: Any


def make(key: Any) -> Pair:
    return Pair(jax.random.normal(key, (2, 3)), jnp.tanh)


def apply(model: Pair, x: Any) -> Any:
    return model.act(model.weight @ x)


MODELS = Pair(jax.random.normal(jax.random.key(0), (8, 2, 3)), jnp.tanh)
X = jnp.arange(24.0).reshape(8, 3)
BY_HAND = jax.vmap(lambda weight, x: jnp.tanh(weight @ x))(MODELS.weight, X)

shapes = st.lists(st.integers(1, 3), min_size=1, max_size=3)
dtypes = st.sampled_from([jnp.float32, jnp.int32, jnp.complex64, jnp.bool_, jnp.bfloat16])


@st.composite
def mapped_trees(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """Arguments with their axes, None among them, and axes for outputs of the same structure."""
    names = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True))
    tree, axes, out = {}, {}, {}
    for position, name in enumerate(names):
        shape = draw(shapes)
        axis = draw(st.integers(-len(shape), len(shape) - 1)) if position == 0 or draw(st.booleans()) else None
        if axis is not None:
            shape[axis] = 4
        tree[name] = jnp.asarray(np.arange(np.prod(shape)).reshape(shape), draw(dtypes))
        axes[name] = axis
        out[name] = None if axis is None else draw(st.integers(-len(shape), len(shape) - 1))
    return tree, axes, out


def equations(fun: Callable[..., Any], *args: Any) -> int:
    return str(jax.make_jaxpr(fun)(*args)).count(" = ")


@tried(40)
@given(mapped_trees())
def test_equals_vmap_on_trees_of_arrays(case: tuple[Any, Any, Any]) -> None:
    tree, axes, out_axes = case

    def twice(tree: Any) -> Any:
        return jax.tree.map(lambda x: x + x, tree)

    ours = filter_vmap(twice, in_axes=(axes,), out_axes=out_axes)
    raw = jax.vmap(twice, in_axes=(axes,), out_axes=out_axes)
    assert tree_equal(ours(tree), raw(tree), typematch=True)
    assert equations(ours, tree) == equations(raw, tree)


def test_models_in_and_out() -> None:
    models = filter_vmap(make)(jax.random.split(jax.random.key(0), 8))
    assert models.weight.shape == (8, 2, 3) and models.act is jnp.tanh
    assert jnp.array_equal(filter_vmap(apply)(MODELS, X), BY_HAND)


@pytest.mark.parametrize(
    "in_axes",
    [
        if_array(0),
        (if_array(0), 0),
        [Pair(0, None), 0],
        {"model": if_array(0)},
        {"model": Pair(0, None), "x": 0},
        (jax.tree.map(lambda leaf: 0 if is_array(leaf) else None, MODELS), 0),
        lambda leaf: 0 if is_array(leaf) else None,
        (Pair(-3, None), -2),
    ],
    ids=["one", "each", "list", "by name", "all names", "mask", "callable", "negative"],
)
def test_every_kind_of_in_axes(in_axes: Any) -> None:
    assert jnp.array_equal(filter_vmap(apply, in_axes=in_axes)(MODELS, X), BY_HAND)


@pytest.mark.parametrize("out_axes", [if_array(1), 1, -1, (1, None), lambda leaf: 1 if is_array(leaf) else None])
def test_every_kind_of_out_axes(out_axes: Any) -> None:
    mixed = isinstance(out_axes, int)
    mapped = filter_vmap(lambda m, x: apply(m, x) if mixed else (apply(m, x), m.act), out_axes=out_axes)
    out = mapped(MODELS, X)
    assert jnp.array_equal(out if mixed else out[0], BY_HAND.T)
    assert mixed or out[1] is jnp.tanh


def test_a_number_with_an_axis_becomes_an_array_as_in_vmap() -> None:
    number: Any = 1
    assert filter_vmap(lambda x: number, out_axes=0)(jnp.ones(3)).tolist() == [1, 1, 1]
    assert filter_vmap(lambda x: 1)(jnp.ones(3)) == 1


def test_405_keyword_arguments() -> None:
    """equinox#405: keyword arguments are mapped by `if_array(0)`, or as `in_axes` says of their names."""
    assert jnp.array_equal(filter_vmap(apply)(MODELS, x=X), BY_HAND)
    assert jnp.array_equal(filter_vmap(apply, in_axes={"x": 1})(MODELS, x=X.T), BY_HAND)
    assert jnp.array_equal(filter_vmap(apply, in_axes=(if_array(0), 1))(MODELS, x=X.T), BY_HAND)
    assert jnp.array_equal(filter_vmap(apply, in_axes=(if_array(0), 1))(x=X.T, model=MODELS), BY_HAND)
    f = filter_vmap(lambda **named: named["model"].act(named["model"].weight @ named["x"]), in_axes={"x": 1})
    assert jnp.array_equal(f(model=MODELS, x=X.T), BY_HAND)
    with pytest.raises(RuntimeError, match="keyword arguments cannot be used"):
        eqx.filter_vmap(apply)(MODELS, x=X)


def test_raw_keyword_arguments_keep_their_meaning() -> None:
    def f(x: Any, *, y: Any) -> Any:
        return x + y

    x, y = jnp.ones((2, 3)), jnp.arange(6.0).reshape(3, 2)
    assert jnp.array_equal(filter_vmap(f, in_axes=1)(x, y=y), jax.vmap(f, in_axes=1)(x, y=y))


def test_positional_arguments_beyond_the_parameters() -> None:
    def total(first: Any, *rest: Any) -> Any:
        return first + sum(rest)

    x = jnp.arange(6.0).reshape(2, 3)
    out = filter_vmap(total, in_axes={"first": 0, "rest": (1, None)})(x, x.T, 1.0)
    assert jnp.array_equal(out, 2 * x + 1)
    assert jnp.array_equal(filter_vmap(total, in_axes={"rest": 1})(x, x.T), 2 * x)


@pytest.mark.parametrize("out_axes", [0, 1, -1, None])
def test_gradient_through_a_map_with_a_collective(out_axes: int | None) -> None:
    weight = jnp.arange(6.0).reshape(2, 3) / 6

    def rows(weight: Any, x: Any) -> Any:
        row = jnp.sin(weight @ x)
        return jax.lax.pmean(row, "batch") if out_axes is None else row - jax.lax.pmean(row, "batch")

    def mapped(weight: Any) -> Any:
        f = filter_vmap(rows, in_axes=(None, 0), out_axes=out_axes, axis_name="batch")
        return jnp.sum(f(weight, X) ** 2)

    def unmapped(weight: Any) -> Any:
        all_rows = jnp.sin(X @ weight.T)
        mean = all_rows.mean(0)
        return jnp.sum((mean if out_axes is None else all_rows - mean) ** 2)

    np.testing.assert_allclose(jax.grad(mapped)(weight), jax.grad(unmapped)(weight), rtol=1e-4, atol=1e-6)


def test_sizes_that_differ_name_the_leaves() -> None:
    with pytest.raises(ValueError, match=r"size 8: axis 0 of `model\.weight` .*\n.*size 3: axis 1 of `x`"):
        filter_vmap(apply, in_axes=(if_array(0), 1))(MODELS, X)
    with pytest.raises(ValueError, match=r"size 5: `axis_size`\n.*size 8: axis 0 of `x`"):
        filter_vmap(jnp.sin, axis_size=5)(X)


@pytest.mark.parametrize(
    ("in_axes", "message"),
    [
        ((Pair(3, None), 0), r"axis 3 of `model\.weight`, which is an array of shape \(8, 2, 3\)"),
        (
            ({"weight": 0}, 0),
            r"no prefix .* at \[0\]\[0\] it is a dict with the keys 'weight', and the tree a Pair of 2",
        ),
        ((0, 0, 0), "`in_axes` has 3 entries, but 2 arguments"),
        ({"model": None, "y": 0}, "did not correspond to any argument of the call: y"),
        (Pair(0, None), r"write `in_axes=\(tree,\)`"),
        (type("Axes", (eqx.Module,), {"__annotations__": {"a": int}})(0), r"write `in_axes=\(tree,\)`"),
    ],
)
def test_wrong_in_axes(in_axes: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filter_vmap(apply, in_axes=in_axes)(MODELS, X)


def test_an_axis_of_what_is_no_array() -> None:
    with pytest.raises(TypeError, match=r"axis 0 of `model\.act`, which is a .*, no array; give it None"):
        filter_vmap(apply, in_axes=(0, 0))(MODELS, X)


@pytest.mark.parametrize("axis", [True, "0", 1.0])
def test_an_axis_of_another_type(axis: Any) -> None:
    with pytest.raises(ValueError, match="must hold None, integers and callables"):
        filter_vmap(apply, in_axes=(if_array(0), axis))(MODELS, X)


def test_an_output_without_axes_is_named() -> None:
    with pytest.raises(TypeError, match=r"`out_axes` is 0 at output\['act'\], a .*; give it None"):
        filter_vmap(lambda x: {"act": jnp.tanh, "x": x}, out_axes=0)(X)
    with pytest.raises(ValueError, match="batched"):
        filter_vmap(lambda x: x, out_axes=None)(X)


def test_nothing_mapped() -> None:
    assert filter_vmap(lambda x: x, in_axes=None, out_axes=None)(3) == 3
    assert filter_vmap(lambda x: x, in_axes=None, axis_size=2)(jnp.ones(3)).shape == (2, 3)
    with pytest.raises(ValueError, match="no argument is mapped"):
        filter_vmap(lambda x: x, in_axes=None)(jnp.ones(3))


def test_functions_of_every_kind() -> None:
    class Model(eqx.Module):
        weight: Any

        def __call__(self, x: Any) -> Any:
            return self.weight * x

        def scaled(self, x: Any) -> Any:
            return self(x) * 2

        @filter_vmap
        def each(self, x: Any) -> Any:
            return self.weight * x

        @filter_vmap(in_axes={"self": None})
        def shared(self, x: Any) -> Any:
            return self.weight * x

    model, x = Model(jnp.arange(3.0)), jnp.arange(3.0)
    assert filter_vmap(model)(x).shape == (3, 3)
    assert jnp.array_equal(filter_vmap(model.scaled)(x), 2 * filter_vmap(model)(x))
    assert jnp.array_equal(model.each(x), x * x)
    assert jnp.array_equal(model.shared(x), filter_vmap(model)(x))
    assert jnp.array_equal(filter_vmap(jax.tree_util.Partial(jnp.add, x[0]))(x), x)
    assert jnp.array_equal(filter_vmap(Model.__call__)(model, x), x * x)
    assert jnp.array_equal(filter_vmap(filter_vmap(jnp.add), in_axes=(None, 0))(x, X), x + X)


def test_arrays_of_the_function_are_traced() -> None:
    model = eqx.nn.Linear(3, 3, key=jax.random.key(0))
    arrays = [leaf for leaf in jax.tree.leaves(filter_vmap(model)) if is_array(leaf)]
    assert len(arrays) == 2 and arrays[0] is model.weight


def test_built_anew_is_the_same_tree() -> None:
    def built(in_axes: Any) -> Any:
        return jax.tree.structure(filter_vmap(apply, in_axes=in_axes, axis_name="i"))

    assert built({"model": 0}) == built({"model": 0}) and hash(built([0])) == hash(built([0]))
    assert built({"model": 0}) != built({"model": 1}) != built(if_array(1))


def test_name_and_documentation_survive_flattening() -> None:
    leaves, structure = jax.tree.flatten(filter_vmap(apply))
    again = jax.tree.unflatten(structure, leaves)
    assert again.__name__ == "apply" and again.__wrapped__ is apply and again.__module__ == apply.__module__


def test_defect_8_axes_are_handed_to_jax() -> None:
    """Moving axes leaf by leaf adds equations (and time) that `jax.vmap` does not have."""

    def f(xs: list[Any]) -> list[Any]:
        return [x * 2 for x in xs]

    xs = [jnp.ones((2, 3, 4))] * 10
    raw = equations(jax.vmap(f, in_axes=1, out_axes=1), xs)
    assert equations(filter_vmap(f, in_axes=1, out_axes=1), xs) == raw
    assert equations(eqx.filter_vmap(f, in_axes=1, out_axes=1), xs) > raw


def test_if_array() -> None:
    assert (if_array(1)(np.ones(2)), if_array(1)(2)) == (1, None)
    assert if_array(1) == if_array(1) != if_array(0) and hash(if_array(1)) == hash(if_array(1))
    assert jax.tree.leaves(if_array(1)) == [if_array(1)]


def test_no_tracer_outlives_the_call() -> None:
    with jax.checking_leaks():
        out, model = filter_vmap(lambda m, x: (apply(m, x), m), out_axes=(0, if_array(1)))(MODELS, X)
    assert jnp.array_equal(out, BY_HAND) and model.weight.shape == (2, 8, 3)

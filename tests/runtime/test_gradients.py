"""Gradients against jax.grad: raw on trees of arrays, partitioned by hand on mixed trees."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given

from pytreelint.runtime import (
    combine,
    filter_grad,
    filter_value_and_grad,
    freeze,
    is_inexact_array,
    is_inexact_array_like,
    partition,
)
from tests.runtime.trees import assert_close, inexact_trees, loss, mixed_trees, tried

few = tried(20)


@few
@given(inexact_trees)
def test_grad_of_a_tree_of_arrays_is_the_raw_one(tree: Any) -> None:
    assert_close(filter_grad(loss)(tree), jax.grad(loss)(tree))


@few
@given(mixed_trees)
def test_grad_of_a_mixed_tree_is_that_of_its_inexact_part(tree: Any) -> None:
    diff, rest = partition(tree, is_inexact_array)
    value, gradient = jax.value_and_grad(lambda part: loss(combine(part, rest)))(diff)
    ours = filter_value_and_grad(loss)(tree)
    assert_close(ours, (value, gradient))


@few
@given(inexact_trees, inexact_trees)
def test_argnums(a: Any, b: Any) -> None:
    def both(a: Any, b: Any) -> Any:
        return loss(a) * loss(b)

    assert_close(filter_grad(both, argnums=1)(a, b), jax.grad(both, argnums=1)(a, b))
    assert_close(filter_grad(both, (0, 1))(a, b), jax.grad(both, (0, 1))(a, b))
    assert_close(filter_grad(both, argnums=(-1,))(a, b), jax.grad(both, argnums=(-1,))(a, b))


def test_keywords_that_jax_has() -> None:
    def complex_square(z: Any) -> Any:
        return z**2

    z = jnp.array(1.0 + 2.0j)
    assert filter_grad(complex_square, holomorphic=True)(z) == jax.grad(complex_square, holomorphic=True)(z)
    ints = {"i": jnp.arange(2), "x": jnp.ones(2), "name": "ints"}
    gradient = filter_grad(lambda t: (t["i"] * t["x"]).sum(), allow_int=True, filter_spec=True)(ints)
    assert gradient["i"].dtype == jax.dtypes.float0
    assert gradient["x"].tolist() == [0.0, 1.0]
    assert gradient["name"] is None


def test_integer_and_float0_leaves_have_no_gradient() -> None:
    zeros = np.zeros(2, jax.dtypes.float0)
    gradient = filter_grad(lambda t: t["x"] * 2)({"x": jnp.array(1.0), "i": jnp.arange(2), "zeros": zeros})
    assert gradient == {"x": 2.0, "i": None, "zeros": None}


def test_aux_may_be_anything() -> None:
    class Opaque:
        pass

    opaque = Opaque()

    @filter_value_and_grad(has_aux=True)
    def f(x: Any) -> Any:
        return x**2, {"doubled": 2 * x, "opaque": opaque, "text": "a", "none": None, "unhashable": [{1, 2}]}

    (value, aux), gradient = f(jnp.array(3.0))
    assert (value, gradient) == (9.0, 6.0)
    assert aux == {"doubled": 6.0, "opaque": opaque, "text": "a", "none": None, "unhashable": [{1, 2}]}
    gradient, aux = filter_grad(f.__wrapped__, has_aux=True)(jnp.array(3.0))
    assert gradient == 6.0 and aux["opaque"] is opaque


def test_aux_without_a_pair() -> None:
    with pytest.raises(TypeError, match="returns a pair, not"):
        filter_grad(lambda x: x, has_aux=True)(jnp.array(1.0))


class Line(eqx.Module):
    w: jax.Array
    act: Any = jnp.sin

    @filter_value_and_grad
    def loss(self, x: Any) -> Any:
        return self.act(self.w * x)

    @filter_grad(has_aux=True)
    def with_aux(self, x: Any, *, scale: Any) -> Any:
        return self.act(self.w * x) * scale, "aux"

    def __call__(self, x: Any) -> Any:
        return self.act(self.w * x)


def test_methods_are_differentiated_in_self() -> None:
    line, x = Line(jnp.array(2.0)), jnp.array(0.5)
    value, gradient = line.loss(x)
    np.testing.assert_allclose(value, np.sin(1.0), rtol=1e-6)
    np.testing.assert_allclose(gradient.w, 0.5 * np.cos(1.0), rtol=1e-6)
    assert gradient.act is None
    gradient, aux = line.with_aux(x, scale=2.0)
    np.testing.assert_allclose(gradient.w, np.cos(1.0), rtol=1e-6)
    assert aux == "aux"
    assert Line.loss(line, x)[0] == value


@pytest.mark.parametrize(
    "fun",
    [
        Line(jnp.array(2.0)),
        Line(jnp.array(2.0)).__call__,
        functools.partial(lambda w, x: jnp.sin(w * x), jnp.array(2.0)),
        jax.tree_util.Partial(lambda w, x: jnp.sin(w * x), jnp.array(2.0)),
        eqx.filter_jit(lambda x: jnp.sin(2 * x)),
        jax.jit(lambda x: jnp.sin(2 * x)),
    ],
    ids=["module", "bound method", "partial", "tree partial", "filter_jit", "jit"],
)
def test_callables_of_every_kind(fun: Any) -> None:
    np.testing.assert_allclose(filter_grad(fun)(jnp.array(0.5)), 2 * np.cos(1.0), rtol=1e-6)


def test_the_arrays_of_a_module_are_leaves_of_its_gradient_function() -> None:
    def outer(w: Any) -> Any:
        return filter_grad(Line(w))(jnp.array(0.5))

    np.testing.assert_allclose(jax.grad(outer)(jnp.array(2.0)), np.cos(1.0) - np.sin(1.0), rtol=1e-6)
    assert jax.tree.leaves(filter_grad(Line(jnp.array(2.0))))[0] == 2.0


def test_gradient_functions_built_anew_are_the_same_tree() -> None:
    def f(x: Any) -> Any:
        return x**2

    each: list[dict[str, Any]] = [
        {},
        {"has_aux": True},
        {"filter_spec": {"x": True, "y": False}},
        {"filter_spec": freeze("x")},
    ]
    for options in each:
        first, again = (jax.tree.structure(filter_grad(f, **dict(options))) for _ in range(2))
        assert first == again and hash(first) == hash(again)
    assert jax.tree.structure(filter_grad(f)) != jax.tree.structure(filter_grad(f, has_aux=True))
    static, dynamic = partition(filter_grad(f), callable)
    wrapper: Any
    for wrapper in (filter_grad(f), combine(static, dynamic), jax.tree.map(lambda x: x, filter_grad(f))):
        assert wrapper(jnp.array(3.0)) == 6.0
        assert (wrapper.__name__, wrapper.__module__, wrapper.__wrapped__) == ("f", __name__, f)
        assert inspect.signature(wrapper) == inspect.signature(f)


def test_a_filter_spec_for_several_arguments() -> None:
    a, b = {"x": jnp.ones(2), "y": jnp.ones(2)}, jnp.ones(2)
    gradient = filter_grad(
        lambda a, b: (a["x"] * a["y"] * b).sum(), argnums=(0, 1), filter_spec=({"x": True, "y": False}, True)
    )(a, b)
    assert gradient[0]["x"].tolist() == [1.0, 1.0] and gradient[0]["y"] is None
    assert gradient[1].tolist() == [1.0, 1.0]


def test_a_mask_that_can_be_called_is_a_mask() -> None:
    mask = jax.tree.map(lambda _: True, Line(jnp.array(2.0)))
    mask = eqx.tree_at(lambda m: m.w, mask, False)
    assert filter_grad(lambda m: m(jnp.array(1.0)), filter_spec=mask)(Line(jnp.array(2.0))).w is None


def test_errors_name_what_is_missing() -> None:
    def f(x: Any, *, y: Any) -> Any:
        return x * y

    g: Any = filter_grad(f)
    calls: list[Any] = [lambda: g(), lambda: g(y=1.0), lambda: filter_grad(f, argnums=1)(1.0, y=2)]
    for call in calls:
        with pytest.raises(TypeError, match=r"differentiates its positional argument [01].*pass it by position"):
            call()
    with pytest.raises(ValueError, match="must consist of booleans and callables"):
        filter_grad(f, filter_spec="x")(jnp.array(1.0), y=1.0)
    with pytest.raises(TypeError, match="scalar"):
        filter_grad(f)(jnp.ones(2), y=1.0)


def test_inside_other_transforms() -> None:
    cube: Any = filter_grad(lambda x: x**3)
    xs = jnp.arange(3.0)
    assert jax.vmap(cube)(xs).tolist() == [0.0, 3.0, 12.0]
    assert jax.jit(filter_grad(cube))(jnp.array(2.0)) == 12.0
    assert jax.jvp(cube, (jnp.array(2.0),), (jnp.array(1.0),)) == (12.0, 12.0)
    with jax.disable_jit():
        assert jax.jit(cube)(jnp.array(2.0)) == 12.0


# The wishes of Equinox's users that concern gradients.


def test_equinox_270_a_filter_spec_for_one_argument() -> None:
    def f(tree: Any) -> Any:
        return (tree["a"] * tree["b"]).sum()

    tree = {"a": jnp.ones(2), "b": 2 * jnp.ones(2)}
    spec = {"a": True, "b": False}
    gradient = filter_grad(f, filter_spec=spec)(tree)
    assert gradient["a"].tolist() == [2.0, 2.0] and gradient["b"] is None
    with pytest.raises(ValueError, match="filter_spec"):
        eqx.filter_grad(f, filter_spec=spec)(tree)
    with pytest.raises(ValueError, match="argnums"):
        eqx.filter_grad(f, argnums=0)(tree)


def test_equinox_189_gradients_of_python_floats() -> None:
    assert filter_grad(lambda x: x**2, filter_spec=is_inexact_array_like)(1.0) == jax.grad(lambda x: x**2)(1.0)
    gradient = filter_grad(lambda x: sum(x) ** 2, filter_spec=is_inexact_array_like)([1.0, 2.0, 3.0])
    assert gradient == jax.grad(lambda x: sum(x) ** 2)([1.0, 2.0, 3.0])
    assert eqx.filter_grad(lambda x: x**2)(1.0) is None


def test_equinox_650_the_differentiated_argument_by_keyword() -> None:
    def f(net: Any, x: Any, n_steps: int) -> Any:
        return (net["w"] * x).sum() * n_steps

    arguments = {"net": {"w": jnp.ones(2), "act": jnp.sin}, "x": jnp.arange(2.0), "n_steps": 3}
    value, gradient = filter_value_and_grad(f)(**arguments)
    assert value == 3.0 and gradient["w"].tolist() == [0.0, 3.0] and gradient["act"] is None
    assert filter_grad(f, argnums=1)(arguments["net"], n_steps=3, x=jnp.arange(2.0)).tolist() == [3.0, 3.0]
    with pytest.raises(TypeError, match="by position, not keyword"):
        eqx.filter_value_and_grad(f)(**arguments)

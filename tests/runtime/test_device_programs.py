"""Gradients inside of `filter_shard_map` on eight devices are right or raise, against one device with all data."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

from pytreelint.runtime import filter_grad, filter_jit, filter_shard_map
from tests.part import part
from tests.runtime.device_programs import RAISES, RIGHT, SHARD, N, P, Program, W, X, g, loss, mean_loss, whole

MESH = jax.make_mesh((N,), ("b",), axis_types=(jax.sharding.AxisType.Auto,))


def weights(program: Program) -> Any:
    return (W, 1 + W) if type(program.weights) is tuple else W


def mapped(program: Program) -> Any:
    in_specs = (program.weights, SHARD)
    return filter_jit(filter_shard_map(program.mapped, mesh=MESH, in_specs=in_specs, out_specs=program.out))


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in RIGHT])
def test_right(name: str) -> None:
    program = RIGHT[name]
    found = mapped(program)(weights(program), X)
    expected = jax.jit(program.reference)(weights(program), X)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-5)


@pytest.mark.parametrize("name", RAISES)
def test_raises(name: str) -> None:
    program = RAISES[name]
    with pytest.raises((ValueError, TypeError)) as error:
        mapped(program)(weights(program), X)
    text = "".join([str(error.value), *getattr(error.value, "__notes__", [])])
    assert "filter_shard_map" in text and "jax.lax.p" in text


TWO = jax.make_mesh((2, 4), ("a", "b"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
BOTH = ("a", "b")


def on_two(fun: Any, in_specs: Any, out_specs: Any, **options: Any) -> Any:
    return filter_jit(filter_shard_map(fun, mesh=TWO, in_specs=in_specs, out_specs=out_specs, **options))


def test_two_axes() -> None:
    """The loss differs along both, one or none of the axes."""
    expected = whole(W, X)
    forms: list[Any] = [
        lambda w, x: jax.lax.pmean(g(w, x), BOTH),
        lambda w, x: jax.lax.pmean(filter_grad(lambda w: jax.lax.pmean(loss(w, x), "a"))(w), "b"),
        lambda w, x: jax.lax.pmean(filter_grad(lambda w: jax.lax.pmean(loss(w, x), "b"))(w), "a"),
        lambda w, x: filter_grad(lambda w: jax.lax.pmean(loss(w, x), BOTH))(w),
    ]
    for form in forms:
        np.testing.assert_allclose(on_two(form, (P(), P(BOTH)), P())(W, X), expected, rtol=1e-4, atol=1e-6)
    half = on_two(forms[1], (P(), P("b")), P())(W, X)  # the same data along "a"
    np.testing.assert_allclose(half, expected, rtol=1e-4, atol=1e-6)
    with pytest.raises(ValueError, match="differs from device to device along 'a'"):
        on_two(lambda w, x: jax.lax.pmean(g(w, x), "b"), (P(), P(BOTH)), P())(W, X)


def test_data_along_one_axis_and_weights_along_the_other() -> None:
    def step(w: Any, x: Any) -> Any:
        def local(w: Any) -> Any:
            logits = jax.lax.psum(x @ w, "b")
            return jax.numpy.mean((jax.numpy.tanh(logits) - 1) ** 2)

        return jax.lax.pmean(filter_grad(local)(w), "a"), filter_grad(lambda w: jax.lax.pmean(local(w), "a"))(w)

    expected = jax.grad(lambda w: jax.numpy.mean((jax.numpy.tanh(X @ w) - 1) ** 2))(W)
    own, shared = on_two(step, (P("b"), P("a", "b")), P("b"))(W, X)
    # The loss is the same along "b", over which the weights lie, and differs along "a" alone.
    np.testing.assert_allclose(shared, expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(own, expected, rtol=1e-4, atol=1e-6)


def test_some_axes_only() -> None:
    for form in (lambda w, x: jax.lax.pmean(g(w, x), "b"), lambda w, x: filter_grad(mean_loss)(w, x)):
        found = on_two(form, (P(), P("b")), P(), axis_names={"b"})(W, X)
        np.testing.assert_allclose(found, whole(W, X), rtol=1e-4, atol=1e-6)


def test_one_map_inside_of_another() -> None:
    def inner(w: Any, x: Any) -> Any:
        return filter_grad(lambda w: jax.lax.pmean(loss(w, x), BOTH))(w)

    def outer(w: Any, x: Any) -> Any:
        return filter_shard_map(inner, in_specs=(P(), P("b")), out_specs=P(), axis_names={"b"})(w, x)

    found = on_two(outer, (P(), P("a")), P(), axis_names={"a"})(W, X)
    np.testing.assert_allclose(found, whole(W, X), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kind", list(jax.sharding.AxisType)[:2])
def test_kinds_of_meshes_and_one_device(kind: Any) -> None:
    for size in (1, 4):
        mesh = jax.make_mesh((size,), ("b",), axis_types=(kind,))
        for name in ("gradient_of_mean", "mean_of_gradients", "in_raw_while"):
            specs = {"mesh": mesh, "in_specs": (P(), SHARD), "out_specs": P()}
            found = filter_jit(filter_shard_map(RIGHT[name].mapped, **specs))(W, X)
            np.testing.assert_allclose(jax.device_get(found), whole(W, X), rtol=1e-4, atol=1e-6)
    assert jax.numpy.allclose(filter_shard_map(g, **{**specs, "mesh": MESH_OF_ONE})(W, X), whole(W, X), atol=1e-6)


MESH_OF_ONE = jax.make_mesh((1,), ("b",), axis_types=(jax.sharding.AxisType.Auto,))


def test_differentiated_from_outside() -> None:
    """Through gradients inside, and through a vmap around."""

    def inside(w: Any, x: Any) -> Any:
        return filter_grad(mean_loss)(w, x), jax.lax.pmean(g(w, x), "b")

    mapped = filter_shard_map(inside, mesh=MESH, in_specs=(P(), SHARD), out_specs=P())
    penalty = jax.jit(jax.grad(lambda w: sum((part**2).sum() for part in mapped(w, X))))(W)
    expected = jax.grad(lambda w: 2 * (whole(w, X) ** 2).sum())(W)
    np.testing.assert_allclose(penalty, expected, rtol=1e-3, atol=1e-5)
    several = jax.jit(jax.vmap(mapped, in_axes=(0, None)))(jax.numpy.stack([W, -W]), X)
    for each in several:
        np.testing.assert_allclose(each, jax.vmap(lambda w: whole(w, X))(jax.numpy.stack([W, -W])), atol=1e-5)


def test_what_check_vma_says() -> None:
    """True is JAX's meaning with its check, False that of `jax.pmap` without any."""
    specs = {"mesh": MESH, "in_specs": (P(), SHARD), "out_specs": P()}
    by_jax = filter_shard_map(g, **specs, check_vma=True)(W, X)
    np.testing.assert_allclose(by_jax, N * whole(W, X), rtol=1e-4, atol=1e-5)
    with pytest.warns(UserWarning, match="a sum over 'b' is summed or averaged there again"):
        again = filter_shard_map(lambda w, x: jax.lax.pmean(g(w, x), "b"), **specs, check_vma=True)(W, X)
    np.testing.assert_allclose(again, N * whole(W, X), rtol=1e-4, atol=1e-5)
    first = filter_shard_map(g, **specs, check_vma=False)(W, X)
    np.testing.assert_allclose(first, whole(W, X[: X.shape[0] // N]), rtol=1e-4, atol=1e-5)


def test_a_trace_inside_is_not_taken_for_one_outside() -> None:
    """A compiled gradient is traced anew for each meaning, though shapes and types are the same."""
    compiled = filter_jit(filter_grad(mean_loss))
    specs = {"mesh": MESH, "in_specs": (P(), SHARD), "out_specs": P()}
    for _ in range(2):
        ours = filter_shard_map(compiled, **specs)(W, X)
        unchecked = filter_shard_map(lambda w, x: jax.lax.pmean(compiled(w, x), "b"), **specs, check_vma=False)(W, X)
        theirs = jax.shard_map(lambda w, x: compiled(w, x), **specs)(W, X)
        for found in (ours, unchecked, theirs):
            np.testing.assert_allclose(found, whole(W, X), rtol=1e-4, atol=1e-6)


def test_other_axes_may_be_explicit() -> None:
    """Inside, weights lie along an axis that the map leaves to the compiler."""
    kinds = (jax.sharding.AxisType.Explicit, jax.sharding.AxisType.Explicit)
    mesh = jax.make_mesh((2, 4), BOTH, axis_types=kinds)
    with jax.set_mesh(mesh):
        w, x = jax.device_put(W, P("a")), jax.device_put(X, P("b", "a"))
        for form in (lambda w, x: jax.lax.pmean(g(w, x), "b"), lambda w, x: filter_grad(mean_loss)(w, x)):
            mapped = filter_shard_map(form, in_specs=(P(), P("b")), out_specs=P(), axis_names={"b"})
            np.testing.assert_allclose(filter_jit(mapped)(w, x), whole(W, X), rtol=1e-4, atol=1e-6)


def test_inside_of_a_raw_map() -> None:
    def outer(w: Any, x: Any) -> Any:
        inner = filter_shard_map(filter_grad(mean_loss), in_specs=(P(), P("b")), out_specs=P(), axis_names={"b"})
        return jax.lax.pmean(inner(w, x), "a")

    raw = jax.shard_map(outer, mesh=TWO, in_specs=(P(), P("a")), out_specs=P(), axis_names={"a"}, check_vma=False)
    np.testing.assert_allclose(jax.jit(raw)(W, X), whole(W, X), rtol=1e-4, atol=1e-6)

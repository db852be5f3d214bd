"""`filter_shard_map` against `jax.shard_map`, and `filter_shard`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from pytreelint.runtime import filter_grad, filter_jit, filter_shard, filter_shard_map, tree_equal
from tests.part import part

P = PartitionSpec
N = 8
X = jnp.arange(N * 3.0).reshape(N, 3) / 24


class Model(NamedTuple):
    weight: Any
    act: Any


MODEL = Model(jnp.arange(6.0).reshape(2, 3) / 6, jnp.tanh)


def mesh(kind: AxisType = AxisType.Auto) -> Any:
    return jax.make_mesh((N,), ("x",), axis_types=(kind,))


def apply(model: Model, x: Any) -> Any:
    return model.act(x @ model.weight.T)


def loss(model: Model, x: Any) -> Any:
    return jnp.mean(apply(model, x) ** 2)


MEAN_OF_GRADIENTS = filter_grad(loss)(MODEL, X).weight


def test_arrays_alone_as_in_shard_map() -> None:
    def both(tree: Any) -> Any:
        return {"total": jax.lax.psum(tree["a"], "x"), "own": tree["b"] * 2}

    specs = {
        "mesh": mesh(),
        "in_specs": ({"a": P("x"), "b": P(None, "x")},),
        "out_specs": {"total": P(), "own": P("x")},
    }
    tree = {"a": X, "b": X.T}
    assert tree_equal(filter_shard_map(both, **specs)(tree), jax.shard_map(both, **specs)(tree))


@pytest.mark.parametrize("kind", [AxisType.Auto, AxisType.Explicit])
@pytest.mark.parametrize("compiled", [False, True])
def test_978_models_in_and_out(kind: AxisType, compiled: bool) -> None:
    """equinox#978: there is no filter_shard_map there, and jax.shard_map refuses the tree."""
    assert not hasattr(eqx, "filter_shard_map")
    specs = {"mesh": mesh(kind), "in_specs": (P(), P("x")), "out_specs": (P("x"), P())}

    def step(model: Model, x: Any) -> Any:
        return apply(model, x), model

    with pytest.raises(TypeError):
        jax.shard_map(step, **specs)(MODEL, X)
    mapped = filter_shard_map(step, **specs)
    out, model = filter_jit(mapped)(MODEL, X) if compiled else mapped(MODEL, X)
    np.testing.assert_allclose(np.asarray(out), apply(MODEL, X), rtol=1e-5)
    assert out.sharding.spec[0] == "x" and model.act is jnp.tanh


@pytest.mark.parametrize("in_specs", [(None, P("x")), {"x": P("x"), "model": None}, {"x": P("x")}, (P(), P("x"))])
def test_every_kind_of_specs(in_specs: Any) -> None:
    mapped = filter_shard_map(apply, mesh=mesh(), in_specs=in_specs, out_specs=P("x"))
    np.testing.assert_allclose(mapped(MODEL, X), apply(MODEL, X), rtol=1e-5)
    np.testing.assert_allclose(mapped(MODEL, x=X), apply(MODEL, X), rtol=1e-5)


def test_mesh_of_the_context_and_specs_of_the_arguments() -> None:
    explicit = mesh(AxisType.Explicit)
    with jax.set_mesh(explicit):
        out = filter_shard_map(apply, in_specs=(P(), P("x")), out_specs=P("x"))(MODEL, np.asarray(X))
        placed = jax.device_put(np.asarray(X), NamedSharding(explicit, P("x")))
        inferred = filter_shard_map(apply, out_specs=P("x"))(MODEL._replace(weight=np.asarray(MODEL.weight)), placed)
    for found in (out, inferred):
        np.testing.assert_allclose(np.asarray(found), apply(MODEL, X), rtol=1e-5)


def test_functions_of_every_kind() -> None:
    class Scale(eqx.Module):
        weight: Any

        def __call__(self, x: Any) -> Any:
            return self.weight * x

        @filter_shard_map(mesh=mesh(), in_specs=(P(), P("x")), out_specs=P("x"))
        def each(self, x: Any) -> Any:
            return self(x)

    scale = Scale(jnp.arange(3.0))
    for mapped in (filter_shard_map(scale, mesh=mesh(), in_specs=P("x"), out_specs=P("x")), scale.each):
        assert jnp.array_equal(mapped(X), X * jnp.arange(3.0))


def gradient_then_mean(model: Model, x: Any) -> Any:
    return jax.lax.pmean(filter_grad(loss)(model, x), "x")


def mean_then_gradient(model: Model, x: Any) -> Any:
    return filter_grad(lambda model: jax.lax.pmean(loss(model, x), "x"))(model)


def both_means(model: Model, x: Any) -> Any:
    return jax.lax.pmean(mean_then_gradient(model, x), "x")


def compiled_inside(model: Model, x: Any) -> Any:
    return jax.lax.pmean(filter_jit(filter_grad(loss))(model, x), "x")


def in_a_loop(model: Model, x: Any) -> Any:
    def body(weight: Any, _: Any) -> Any:
        return weight - gradient_then_mean(model._replace(weight=weight), x).weight, None

    weight = jax.lax.scan(body, model.weight, None, 1)[0]
    return model._replace(weight=model.weight - weight)


PROGRAMS = [gradient_then_mean, mean_then_gradient, both_means, compiled_inside, in_a_loop]
SOME_PROGRAMS = [pytest.param(program, marks=part(program.__name__, of=2)) for program in PROGRAMS]
SUMMED_TWICE = [gradient_then_mean, *(pytest.param(p, marks=pytest.mark.long) for p in (compiled_inside, in_a_loop))]
GRADIENT = Model(P(), None)


def gradient(program: Callable[..., Any], **options: Any) -> Any:
    specs = {"mesh": mesh(), "in_specs": (P(), P("x")), "out_specs": GRADIENT}
    return filter_shard_map(program, **specs, **options)(MODEL, X).weight


@pytest.mark.parametrize("program", SOME_PROGRAMS)
def test_the_mean_of_gradients_is_the_mean(program: Callable[..., Any]) -> None:
    np.testing.assert_allclose(gradient(program), MEAN_OF_GRADIENTS, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("program", SUMMED_TWICE)
def test_with_the_check_of_jax_the_sum_is_not_passed_over(program: Callable[..., Any]) -> None:
    specs = {"mesh": mesh(), "in_specs": (P(), P("x")), "out_specs": P()}
    weight_only = jax.shard_map(lambda w, x: gradient_then_mean(MODEL._replace(weight=w), x).weight, **specs)
    np.testing.assert_allclose(weight_only(MODEL.weight, X), N * MEAN_OF_GRADIENTS, rtol=1e-4, atol=1e-6)
    with pytest.warns(UserWarning, match="a sum over 'x' is summed or averaged there again"):
        summed = gradient(program, check_vma=True)
    np.testing.assert_allclose(summed, N * MEAN_OF_GRADIENTS, rtol=1e-4, atol=1e-6)


def test_the_check_is_silent_where_nothing_is_summed_twice() -> None:
    def count(model: Model, x: Any) -> Any:
        ones = jax.lax.psum(jnp.ones(3), "x")
        centred = x - jax.lax.pmean(x.mean(0), "x")
        return ones, jax.lax.pmean((centred**2).mean(0), "x"), jax.lax.psum(jax.lax.axis_index("x"), "x")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gradient(mean_then_gradient, check_vma=True)
        mapped = filter_shard_map(count, mesh=mesh(), in_specs=(P(), P("x")), out_specs=P(), check_vma=True)
        ones, variance, total = mapped(MODEL, X)
    assert ones.tolist() == [N] * 3 and total == N * (N - 1) // 2
    np.testing.assert_allclose(variance, X.var(0), rtol=1e-4)


@pytest.mark.parametrize("check_vma", [None, *(pytest.param(each, marks=pytest.mark.long) for each in (True, False))])
def test_gradient_through_the_map(check_vma: bool | None) -> None:
    def total(model: Model) -> Any:
        own = filter_shard_map(
            lambda model, x: (
                apply(model, x) - jax.lax.pmean(apply(model, x), "x"),
                jax.lax.pmean(loss(model, x), "x"),
            ),
            mesh=mesh(),
            in_specs=(P(), P("x")),
            out_specs=(P("x"), P()),
            check_vma=check_vma,
        )(model, X)
        return jnp.sum(own[0] ** 2) + own[1]

    def unmapped(model: Model) -> Any:
        return jnp.sum((apply(model, X) - apply(model, X).mean(0)) ** 2) + loss(model, X)

    np.testing.assert_allclose(
        filter_grad(total)(MODEL).weight, filter_grad(unmapped)(MODEL).weight, rtol=1e-4, atol=1e-6
    )


def test_wrong_specs() -> None:
    with pytest.raises(ValueError, match="`in_specs` is no prefix"):
        filter_shard_map(apply, mesh=mesh(), in_specs=({"a": P()}, P("x")), out_specs=P("x"))(MODEL, X)
    with pytest.raises(ValueError, match="`in_specs` did not correspond to any argument of the call: y"):
        filter_shard_map(apply, mesh=mesh(), in_specs={"y": P()}, out_specs=P("x"))(MODEL, X)
    with pytest.raises(ValueError, match="`out_specs` is no prefix"):
        filter_shard_map(apply, mesh=mesh(), in_specs=(P(), P("x")), out_specs=(P("x"), P()))(MODEL, X)


@pytest.mark.parametrize("traced", [False, True])
def test_shard(traced: bool) -> None:
    where = NamedSharding(mesh(), P("x"))
    tree = {"x": X, "model": MODEL, "n": 3}

    def place(tree: Any, shardings: Any) -> Any:
        return filter_shard(tree, shardings)

    call = filter_jit(place) if traced else place
    placed = call(tree, {"x": where, "model": NamedSharding(mesh(), P()), "n": None})
    assert placed["x"].sharding.is_equivalent_to(where, 2) and placed["model"].act is jnp.tanh and placed["n"] == 3
    assert placed["model"].weight.is_fully_replicated and len(placed["model"].weight.devices()) == N
    assert jnp.array_equal(placed["x"], X)
    if not traced:
        assert filter_shard(tree, jax.devices()[2])["x"].devices() == {jax.devices()[2]}
        assert filter_shard(tree, None)["x"] is X


def test_shard_over_the_mesh_of_the_context() -> None:
    with jax.set_mesh(mesh()):
        assert filter_shard(MODEL._replace(weight=np.ones((8, 2))), P("x")).weight.sharding.spec == P("x")


@pytest.mark.parametrize("check_vma", [None, False])
def test_no_tracer_outlives_the_call(check_vma: bool | None) -> None:
    def step(model: Model, x: Any) -> Any:
        return apply(model, x), model

    specs = {"mesh": mesh(), "in_specs": (P(), P("x")), "out_specs": (P("x"), P())}
    with jax.checking_leaks():
        out, model = filter_shard_map(step, **specs, check_vma=check_vma)(MODEL, X)
    np.testing.assert_allclose(out, apply(MODEL, X), rtol=1e-5)
    assert model.act is jnp.tanh

"""`filter_pmap` against `jax.pmap`: on array-only trees as it is, on mixed trees with the arrays taken out by hand."""

from __future__ import annotations

import copy
import functools
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.sharding import NamedSharding, PartitionSpec

from pytreelint.runtime import filter_grad, filter_jit, filter_pmap, filter_vmap, if_array, is_array, tree_equal
from tests.runtime.trees import tried

N = 8


class Model(NamedTuple):
    weight: Any
    act: Any
    name: Any


MODEL = Model(jnp.arange(6.0).reshape(2, 3) / 6, jnp.tanh, "mlp")
X = jnp.arange(N * 3.0).reshape(N, 3) / 24


def apply(model: Model, x: Any) -> Any:
    return model.act(model.weight @ x)


BY_HAND = jax.vmap(lambda x: jnp.tanh(MODEL.weight @ x))(X)


class Counted:
    """A function that counts its traces."""

    def __init__(self, fun: Callable[..., Any]) -> None:
        self.count = 0
        functools.update_wrapper(self, fun)
        self.fun = fun

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.count += 1
        return self.fun(*args, **kwargs)


def test_there_are_eight_devices() -> None:
    assert jax.device_count() == N


@st.composite
def mapped_arrays(draw: st.DrawFn) -> tuple[Any, Any, Any, Any]:
    """A tree of arrays, an axis for each, and out axes, as vmap understands them and as jax.pmap does."""
    tree, axes, out, plain = {}, {}, {}, {}
    for position, name in enumerate(draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True))):
        shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
        axis = draw(st.integers(0, len(shape) - 1)) if position == 0 or draw(st.booleans()) else None
        if axis is not None:
            shape[axis] = 4
        dtype = draw(st.sampled_from([jnp.float32, jnp.int32, jnp.complex64, jnp.bool_]))
        tree[name] = jnp.asarray(np.arange(np.prod(shape)).reshape(shape), dtype)
        axes[name] = axis
        out[name] = None if axis is None else draw(st.integers(-len(shape), len(shape) - 1))
        plain[name] = None if axis is None else int(out[name] or 0) % len(shape)
    return tree, axes, out, plain


@tried(10)
@given(mapped_arrays())
def test_equals_pmap_on_trees_of_arrays(case: tuple[Any, Any, Any, Any]) -> None:
    tree, axes, out_axes, plain = case

    def twice(tree: Any) -> Any:
        return jax.tree.map(lambda x: x + x, tree)

    ours = filter_pmap(twice, in_axes=(axes,), out_axes=out_axes)(tree)
    raw = jax.pmap(twice, in_axes=(axes,), out_axes=plain)(tree)
    assert tree_equal(ours, raw, typematch=True)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(raw), strict=True):
        assert a.sharding.shard_shape(a.shape) == b.sharding.shard_shape(b.shape)


def test_models_in_and_out() -> None:
    out, model = filter_pmap(lambda m, x: (apply(m, x), m), in_axes=(None, 0), out_axes=(0, None))(MODEL, X)
    assert jnp.allclose(out, BY_HAND) and model.act is jnp.tanh and model.name == "mlp"
    models = filter_pmap(lambda scale: MODEL._replace(weight=MODEL.weight * scale))(jnp.arange(float(N)))
    assert models.weight.shape == (N, 2, 3) and models.act is jnp.tanh
    assert jnp.array_equal(models.weight[3], MODEL.weight * 3)


@pytest.mark.parametrize(
    "in_axes", [(None, 0), {"model": None}, (Model(None, None, None), 0), [None, if_array(0)]], ids=str
)
def test_every_kind_of_in_axes(in_axes: Any) -> None:
    assert jnp.allclose(filter_pmap(apply, in_axes=in_axes)(MODEL, X), BY_HAND)
    assert jnp.allclose(filter_pmap(apply, in_axes=in_axes)(MODEL, x=X), BY_HAND)


@pytest.mark.parametrize("out_axes", [1, -1, if_array(-1), lambda _: 1])
def test_every_kind_of_out_axes(out_axes: Any) -> None:
    out = filter_pmap(apply, in_axes=(None, 0), out_axes=out_axes)(MODEL, X)
    assert jnp.allclose(out, BY_HAND.T) and out.sharding.spec == PartitionSpec(None, "mapped")


def test_defect_5_negative_out_axes() -> None:
    """The fault is jax.pmap's own: (24, 1) for (3, 8), silently."""
    raw = jax.pmap(lambda x: x, out_axes=-1)(X)
    theirs = eqx.filter_pmap(lambda x: x, out_axes=-1)(X)
    assert raw.shape != (3, N) and theirs.shape != (3, N)
    assert jnp.array_equal(filter_pmap(lambda x: x, out_axes=-1)(X), X.T)
    assert jnp.array_equal(filter_pmap(lambda x: x, out_axes=-2)(X), X)


def test_traced_once_and_compiled_once() -> None:
    counted = Counted(lambda model, x: (apply(model, x), model))
    step = filter_pmap(counted, in_axes=(None, 0), out_axes=(0, None))
    _, model = step(MODEL, X)
    assert counted.count == 1
    step(model, X)
    step(model, np.asarray(X))
    filter_pmap(counted, in_axes=(None, 0), out_axes=(0, None))(MODEL, X)
    assert counted.count == 1
    step(MODEL, X[:4])
    step(MODEL._replace(name="other"), X)
    assert counted.count == 3


def test_250_donation_per_argument() -> None:
    """equinox#250: filter_pmap donates all or nothing there."""
    with pytest.raises(ValueError, match="cannot contain"):
        eqx.filter_pmap(apply, donate_argnums=0)
    step: Any = filter_pmap(lambda m, x, y: (m, x + y), in_axes=(None, 0, 0), out_axes=(None, 0), donate_argnums=(0, 1))
    model, x = step(MODEL._replace(weight=MODEL.weight + 0), X + 0, X)
    y = jax.device_put(X, x.sharding)
    step(model, x, y)
    assert model.weight.is_deleted() and x.is_deleted() and not y.is_deleted()
    text = step.lower(MODEL, X, X).as_text()
    assert text.count("tf.aliasing_output") + text.count("jax.buffer_donor") == 2


@pytest.mark.parametrize(("donate", "deleted"), [("all", (True, True)), ("all-except-first", (False, True))])
def test_donation_by_mode(donate: Any, deleted: tuple[bool, bool]) -> None:
    step = filter_pmap(lambda x, y: (x, y), donate=donate)
    x, y = step(X + 0, X + 1)
    step(x, y)
    assert (x.is_deleted(), y.is_deleted()) == deleted


def test_collectives_devices_and_size() -> None:
    devices = jax.devices()[::-1][:4]
    total = filter_pmap(lambda x: jax.lax.psum(x, "i"), "i", devices=devices, out_axes=None)
    out = total(jnp.arange(4.0))
    assert out == 6 and out.sharding.mesh.devices.tolist() == devices
    index = filter_pmap(lambda: jax.lax.axis_index("i"), axis_name="i", axis_size=3)()
    assert index.tolist() == [0, 1, 2]
    assert filter_pmap(lambda x: x, in_axes=None, axis_size=2)(jnp.ones(3)).shape == (2, 3)
    with pytest.raises(ValueError, match="size 9, but there are only 8 devices"):
        filter_pmap(lambda x: x)(jnp.ones(9))
    with pytest.raises(ValueError, match="maps no argument"):
        filter_pmap(lambda x: x, in_axes=None)(jnp.ones(9))
    with pytest.raises(ValueError, match=r"size 8: axis 0 of `x` .*\n.*size 4: axis 0 of `y\['a'\]`"):
        filter_pmap(lambda x, y: x)(X, {"a": X[:4]})
    with pytest.raises(ValueError, match="filter_pmap: `out_axes` is 2 at output"):
        filter_pmap(lambda x: x, out_axes=2)(X)


def test_static_arguments_as_in_pmap() -> None:
    def scaled(x: Any, factors: tuple[int, ...], y: Any) -> Any:
        return x * factors[0] + y

    ours = filter_pmap(scaled, static_broadcasted_argnums=1)
    assert jnp.array_equal(ours(X, (2, 3), X), jax.pmap(scaled, static_broadcasted_argnums=1)(X, (2, 3), X))
    ours = filter_pmap(scaled, in_axes=0, static_broadcasted_argnums=(1,))
    assert jnp.array_equal(ours(X, (2, 3), X), 3 * X)


@pytest.mark.parametrize("out_axes", [0, 1, -1, None])
def test_gradient_through_a_map_with_a_collective(out_axes: int | None) -> None:
    def rows(model: Model, x: Any) -> Any:
        row = jnp.sin(model.weight @ x)
        mean = jax.lax.pmean(row, "batch")
        return mean if out_axes is None else row - mean

    mapped = filter_pmap(rows, "batch", in_axes=(None, 0), out_axes=out_axes)

    def unmapped(weight: Any) -> Any:
        all_rows = jnp.sin(X @ weight.T)
        mean = all_rows.mean(0)
        return jnp.sum((mean if out_axes is None else all_rows - mean) ** 2)

    ours = filter_grad(lambda model: jnp.sum(mapped(model, X) ** 2))
    expected = jax.grad(unmapped)(MODEL.weight)
    np.testing.assert_allclose(ours(MODEL).weight, expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(filter_jit(ours)(MODEL).weight, expected, rtol=1e-4, atol=1e-6)


def test_arrays_that_are_bound_elsewhere_are_moved() -> None:
    """A raw pmap refuses what was updated on one device."""
    one = jax.device_put(X, jax.devices()[3])
    with pytest.raises(ValueError, match="does not match the sharding"):
        jax.pmap(lambda x: x)(one)
    assert jnp.array_equal(filter_pmap(lambda x: x)(one), X)
    model = MODEL._replace(weight=jax.device_put(MODEL.weight, jax.devices()[1]))
    assert jnp.allclose(filter_pmap(apply, in_axes=(None, 0))(model, X), BY_HAND)
    half = filter_pmap(lambda x: x)(X[:4])
    assert jnp.array_equal(filter_pmap(lambda x, y: x + y, in_axes=(0, None), out_axes=0)(X, half[0]), X + X[0])


def test_under_a_mesh() -> None:
    with jax.set_mesh(jax.make_mesh((4, 2), ("a", "b"))):
        with pytest.raises(ValueError, match="mesh"):
            jax.pmap(lambda x: x)(np.asarray(X))
        assert jnp.allclose(np.asarray(filter_pmap(apply, in_axes=(None, 0))(MODEL, X)), BY_HAND)


def test_functions_of_every_kind() -> None:
    class Scale(eqx.Module):
        weight: Any

        def __call__(self, x: Any) -> Any:
            return self.weight * x

        def twice(self, x: Any) -> Any:
            return 2 * self(x)

        @filter_pmap(in_axes={"self": None})
        def each(self, x: Any) -> Any:
            return self(x)

    scale = Scale(jnp.arange(3.0))
    expected = X * jnp.arange(3.0)
    for mapped in (filter_pmap(scale), scale.each, filter_pmap(jax.tree_util.Partial(Scale.__call__, scale))):
        assert jnp.array_equal(mapped(X), expected)
    assert jnp.array_equal(filter_pmap(scale.twice)(X), 2 * expected)
    arrays = [leaf for leaf in jax.tree.leaves(filter_pmap(scale)) if is_array(leaf)]
    assert len(arrays) == 1 and arrays[0] is scale.weight


def test_lowered_and_compiled() -> None:
    mapped: Any = filter_pmap(apply, in_axes=(None, 0))
    lowered = mapped.lower(MODEL, X)
    assert "@main" in lowered.as_text()
    assert jnp.allclose(lowered.compile()(MODEL, X), BY_HAND)


def test_inside_other_transforms() -> None:
    mapped = filter_pmap(apply, in_axes=(None, 0))
    assert jnp.allclose(filter_jit(mapped)(MODEL, X), BY_HAND)
    assert jnp.allclose(jax.jit(lambda x: mapped(MODEL, x))(X), BY_HAND)
    twice = filter_vmap(mapped, in_axes=(None, 0))(MODEL, jnp.stack([X, 2 * X]))
    assert jnp.allclose(twice[0], BY_HAND)
    nested = filter_pmap(filter_vmap(apply, in_axes=(None, 0)), in_axes=(None, 0))(MODEL, X[:, None])
    assert jnp.allclose(nested[:, 0], BY_HAND)
    last = jax.lax.scan(lambda carry, _: (carry + mapped(MODEL, X), None), jnp.zeros((N, 2)), None, 2)[0]
    assert jnp.allclose(last, 2 * BY_HAND)


def test_without_compilation() -> None:
    with jax.disable_jit():
        out, act = filter_pmap(lambda m, x: (apply(m, x), m.act), in_axes=(None, 0), out_axes=(1, None))(MODEL, X)
    assert jnp.allclose(out, BY_HAND.T) and act is jnp.tanh


def test_keys_and_double_precision() -> None:
    keys = jax.random.split(jax.random.key(0), N)
    out = filter_pmap(lambda key: (jax.random.fold_in(key, 1), jax.random.normal(key)), out_axes=(-1, 0))(keys)
    expected = jax.vmap(lambda key: (jax.random.fold_in(key, 1), jax.random.normal(key)))(keys)
    assert jnp.array_equal(jax.random.key_data(out[0]), jax.random.key_data(expected[0]))
    assert jnp.allclose(out[1], expected[1])
    with jax.enable_x64(True):
        doubled = filter_pmap(lambda x: x / 3)(jnp.arange(8.0))
        assert doubled.dtype == jnp.float64 and jnp.array_equal(doubled, jnp.arange(8.0) / 3)


def test_sharded_arguments_stay_where_they_are() -> None:
    mapped = filter_pmap(lambda x: x + 1)
    out = mapped(X)
    assert isinstance(out.sharding, NamedSharding) and len(out.sharding.device_set) == N
    assert mapped(out).sharding == out.sharding


def test_programs_with_a_callback_take_arrays_of_another_mesh() -> None:
    """JAX compiles these for one mesh only."""
    other = NamedSharding(jax.make_mesh((N,), ("d",), axis_types=(jax.sharding.AxisType.Auto,)), PartitionSpec("d"))
    struct = jax.ShapeDtypeStruct((), jnp.float32)
    mapped = filter_pmap(
        lambda x: jax.pure_callback(lambda x: x + 1, struct, x.sum()) + jax.lax.psum(x.sum(), "i"), "i"
    )
    expected = X.reshape(N, -1).sum(1) + 1 + X.sum()
    for _ in range(2):
        out: Any = mapped(jax.device_put(X, other))
        np.testing.assert_allclose(out, expected, rtol=1e-5)
        assert mapped(out).sharding == out.sharding


def test_no_tracer_outlives_the_call() -> None:
    with jax.checking_leaks():
        out, model = filter_pmap(lambda m, x: (apply(m, x), m), in_axes=(None, 0), out_axes=(-1, None))(MODEL, X)
    assert jnp.allclose(out, BY_HAND.T) and model.act is jnp.tanh


def test_batches_from_the_host() -> None:
    """Where they go is remembered; another size, or another place for the model, is noticed."""
    counted = Counted(lambda model, x: (apply(model, x), model))
    step = filter_pmap(counted, in_axes=(None, 0), out_axes=(0, None))
    model: Any = MODEL
    for _ in range(4):
        out, model = step(model, np.asarray(X))
        assert jnp.allclose(out, BY_HAND) and len(out.devices()) == N
    assert counted.count == 1
    out, half = step(MODEL, np.asarray(X[:4]))
    assert jnp.allclose(out, BY_HAND[:4]) and len(out.devices()) == 4
    for _ in range(2):
        assert jnp.allclose(step(half, np.asarray(X))[0], BY_HAND)
        assert jnp.allclose(step(half, np.asarray(X[:4]))[0], BY_HAND[:4])
    assert jnp.allclose(copy.deepcopy(step)(model, np.asarray(X))[0], BY_HAND)


def test_shapes_may_stand_for_arrays() -> None:
    mapped: Any = filter_pmap(apply, in_axes=(None, 0))
    lowered = mapped.lower(MODEL, jax.ShapeDtypeStruct(X.shape, X.dtype))
    assert jnp.allclose(lowered.compile()(MODEL, X), BY_HAND)
    assert mapped.trace_count >= 1


def test_an_unknown_mode_of_donation() -> None:
    with pytest.raises(ValueError, match="`donate` must be one of"):
        filter_pmap(apply, donate="some")  # type: ignore[call-overload]


def test_the_first_call_of_a_process_may_be_inside_a_trace() -> None:
    code = """
import jax, jax.numpy as jnp
from pytreelint.runtime import filter_pmap
mapped = filter_pmap(lambda x: x * 2)
n = jax.local_device_count()
jax.make_jaxpr(mapped)(jnp.ones((n, 2)))
assert (mapped(jnp.ones((n, 2))) == 2).all()
assert jax.jit(mapped)(jnp.ones((n, 2))).shape == (n, 2)
"""
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_arrays_on_an_explicit_mesh_are_taken() -> None:
    """The axes of `jax.make_mesh` are explicit; an array's type speaks of them, also where it is replicated."""
    mesh = jax.make_mesh((N,), ("d",), axis_types=(jax.sharding.AxisType.Explicit,))
    pairs = jax.make_mesh((N // 2, 2), ("d", "e"), axis_types=(jax.sharding.AxisType.Explicit,) * 2)
    rows, copies = NamedSharding(mesh, PartitionSpec("d")), NamedSharding(mesh, PartitionSpec())
    model = Model(jax.device_put(MODEL.weight, copies), jnp.tanh, "mlp")
    mapped: Any = filter_pmap(lambda model, x: apply(model, x), in_axes=(None, 0))
    for x in (X, jax.device_put(X, rows), jax.device_put(X, NamedSharding(pairs, PartitionSpec(("d", "e"))))):
        for net in (MODEL, model):
            np.testing.assert_allclose(mapped(net, x), BY_HAND, rtol=1e-6)
            np.testing.assert_allclose(filter_pmap(functools.partial(apply, net))(x), BY_HAND, rtol=1e-6)
            np.testing.assert_allclose(mapped.lower(net, x).compile()(net, x), BY_HAND, rtol=1e-6)
    x = jax.device_put(X, rows)
    donating = filter_pmap(lambda x: x * 2, donate="all")
    np.testing.assert_array_equal(donating(donating(x)), 4 * X)
    assert mapped.trace_count == 1
    with jax.set_mesh(mesh):
        np.testing.assert_allclose(mapped(model, jax.device_put(X, rows)), BY_HAND, rtol=1e-6)

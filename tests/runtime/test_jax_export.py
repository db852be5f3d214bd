"""`jax.export` and `serialize_executable` take what `filter_jit` gives, and its stages speak of the user's trees."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jax.experimental import serialize_executable
from jax.sharding import SingleDeviceSharding

from pytreelint.runtime import filter_jit, is_array, partition

STRUCT = jax.ShapeDtypeStruct((3,), jnp.float32)
X = jnp.arange(3.0)
MODEL = {"w": X, "act": jnp.tanh, "name": "m"}
ARRAYS = partition(MODEL, is_array)[0]


@filter_jit
def apply(model: Any, x: Any, *, scale: Any = 2) -> Any:
    return {"y": model["act"](model["w"] * x) * scale, "name": model["name"]}


RIGHT = np.tanh(np.arange(3.0) ** 2) * 2


def test_it_is_what_jax_takes_for_jitted() -> None:
    assert isinstance(apply, jax.stages.Wrapped)


def test_arrays_alone_are_exported_as_they_are() -> None:
    exported = export.export(filter_jit(lambda tree, y: (tree["x"] + y, {"z": y})))({"x": STRUCT}, STRUCT)
    out, rest = exported.call({"x": X}, X)
    assert out.tolist() == (2 * X).tolist() and rest["z"].tolist() == X.tolist()
    assert jax.jit(exported.call)({"x": X}, X)[0].tolist() == out.tolist()


def test_static_leaves_stay_behind() -> None:
    """The exported function takes and gives None in their places."""
    exported = export.export(apply)({**MODEL, "w": STRUCT}, STRUCT)
    out = exported.call(ARRAYS, X)
    np.testing.assert_allclose(out["y"], RIGHT, rtol=1e-6)
    assert out["name"] is None
    with pytest.raises(ValueError, match="tree"):
        exported.call(MODEL, X)


def test_a_compiled_program_is_serialized() -> None:
    for compiled, args, kwargs in (
        (apply.compile(MODEL, X), (ARRAYS, X), {}),
        (apply.compile({**MODEL, "w": STRUCT}, x=STRUCT, scale=jnp.int32(2)), (ARRAYS, X), {"scale": jnp.int32(2)}),
    ):
        payload = serialize_executable.serialize(compiled)
        loaded = serialize_executable.deserialize_and_load(*payload, execution_devices=jax.devices()[:1])
        np.testing.assert_allclose(loaded(*args, **kwargs)["y"], RIGHT, rtol=1e-6)


def test_a_function_that_holds_arrays_has_to_be_an_argument() -> None:
    held = filter_jit(functools.partial(lambda w, x: w * x, X))
    with pytest.raises(TypeError, match="this function holds arrays itself: pass it as an argument"):
        export.export(held)(STRUCT)
    with pytest.raises(TypeError, match="holds arrays itself"):
        serialize_executable.serialize(held.compile(X))
    exported = export.export(filter_jit(functools.partial(lambda w, x: w * x, 3.0)))(STRUCT)
    assert exported.call(X).tolist() == [0, 3, 6]

    class Scale:
        @filter_jit
        def by(self, x: Any) -> Any:
            return x * 2

    with pytest.raises(AttributeError, match="_nothing"):
        _ = apply.lower(MODEL, X)._nothing
    assert Scale().by(X).tolist() == [0, 2, 4]


def test_stages_speak_of_the_users_trees() -> None:
    compiled = apply.compile(MODEL, X)
    (model, x), kwargs = compiled.input_shardings
    assert isinstance(model["w"], SingleDeviceSharding) and isinstance(x, SingleDeviceSharding) and kwargs == {}
    assert model["act"] is model["name"] is None
    out = compiled.output_shardings
    assert isinstance(out["y"], SingleDeviceSharding) and out["name"] is None
    assert isinstance(compiled.output_formats["y"], type(jax.jit(lambda x: x).lower(X).compile().output_formats))
    assert compiled.input_formats[0][0]["act"] is None
    for stage in (apply.trace(MODEL, X), apply.lower(MODEL, X), compiled):
        assert stage.in_avals[0][0]["w"].shape == (3,) and stage.args_info[0][1].shape == (3,)
        assert stage.in_tree == jax.tree.structure(((ARRAYS, X), {}))
        assert stage.out_tree == jax.tree.structure({"y": 0, "name": None})
        assert stage.out_info["name"] == "m"
    both = filter_jit(lambda x, y: (x, y)).compile(X, 3)
    assert both.output_shardings[1] is None and both.in_tree == jax.tree.structure(((0, None), {}))

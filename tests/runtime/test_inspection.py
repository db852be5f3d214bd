"""Shapes, jaxprs, callbacks and tables."""

from __future__ import annotations

import re
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import (
    filter_eval_shape,
    filter_jit,
    filter_make_jaxpr,
    filter_pure_callback,
    filter_scan,
    tree_summary,
)

X = jnp.ones((2, 3))
STRUCT = jax.ShapeDtypeStruct((2, 3), jnp.float32)


def body(tree: Any, n: int, *, act: Any) -> Any:
    return {"out": act(tree["x"]) * n, "n": n, "act": act}


def test_eval_shape() -> None:
    expected = {"out": STRUCT, "n": 3, "act": jnp.sin}
    assert filter_eval_shape(body, {"x": X, "s": "a"}, 3, act=jnp.sin) == expected
    assert filter_eval_shape(body, {"x": STRUCT}, 3, act=jnp.sin) == expected
    assert filter_eval_shape(lambda x: x, STRUCT) == jax.eval_shape(lambda x: x, STRUCT)
    linear = eqx.nn.Linear(3, 2, key=jax.random.key(0))
    assert filter_eval_shape(linear, X[0]).shape == (2,)
    assert filter_eval_shape(eqx.nn.Linear, 3, 2, key=jax.random.key(0)).weight.shape == (2, 3)
    assert filter_eval_shape(lambda: {1}) == {1}


def test_eval_shape_computes_nothing() -> None:
    out = filter_eval_shape(lambda x: x @ x, jax.ShapeDtypeStruct((10**7, 10**7), jnp.float32))
    assert out.shape == (10**7, 10**7)


def test_make_jaxpr() -> None:
    jaxpr, shapes, rest = filter_make_jaxpr(body)({"x": X}, 3, act=jnp.sin)
    assert shapes == {"out": STRUCT, "n": None, "act": None}
    assert rest == {"out": None, "n": 3, "act": jnp.sin}
    assert str(jaxpr) == str(jax.make_jaxpr(lambda x: jnp.sin(x) * 3)(X))
    assert str(filter_make_jaxpr(body)({"x": STRUCT}, 3, act=jnp.sin)[0]) == str(jaxpr)


def test_make_jaxpr_with_jax_s_options() -> None:
    jaxpr, *_ = filter_make_jaxpr(lambda x, n: jax.lax.psum(x, "i") * n, static_argnums=1, axis_env=[("i", 4)])(X, 2)
    expected = jax.make_jaxpr(lambda x, n: jax.lax.psum(x, "i") * n, static_argnums=1, axis_env=[("i", 4)])(X, 2)
    assert str(jaxpr) == str(expected)
    w: Any = np.full(3, 7, np.float32)
    assert "7.0" in str(filter_make_jaxpr(lambda x, w: x * w[0].item(), static_argnums=(1,))(X, w)[0])


def test_make_jaxpr_keeps_names() -> None:
    assert filter_make_jaxpr(body).__name__ == "body"


@pytest.mark.parametrize("jaxs_way", [False, True])
def test_pure_callback(jaxs_way: bool) -> None:
    def callback(tree: Any, n: int, *, how: str) -> Any:
        return {"y": np.asarray(tree["x"]) * n, "how": how}

    results = {"y": STRUCT, "how": "double"}

    @filter_jit
    def f(x: Any) -> Any:
        if jaxs_way:
            return filter_pure_callback(callback, results, {"x": x}, 2, how="double")
        return filter_pure_callback(callback, {"x": x}, 2, how="double", result_shape_dtypes=results)

    for _ in range(2):
        out = f(X)
        np.testing.assert_array_equal(out["y"], X * 2)
        assert out["how"] == "double"


def test_pure_callback_under_vmap() -> None:
    def f(x: Any) -> Any:
        shape = jax.ShapeDtypeStruct((), jnp.float32)
        return filter_pure_callback(lambda x: np.sin(x), x, result_shape_dtypes=shape, vmap_method="sequential")

    np.testing.assert_allclose(jax.vmap(f)(jnp.arange(3.0)), np.sin(np.arange(3.0)), rtol=1e-6)


@pytest.mark.parametrize(
    ("returned", "words"), [(("y", 1), "'y' at [0]"), ((1.0, 2), "1.0 at [0]"), (None, "no leaf [0]")]
)
def test_pure_callback_must_keep_its_word(returned: Any, words: str) -> None:
    with pytest.raises(Exception, match=re.escape(words)):
        jax.block_until_ready(
            filter_pure_callback(lambda x: returned, X, result_shape_dtypes=(STRUCT, 1), vmap_method=None)
        )
    with pytest.raises(TypeError, match="result_shape_dtypes"):
        filter_pure_callback(lambda: 1)


def test_summary_counts_everything() -> None:
    tree = {"w": X, "n": np.ones(4, np.int8), "key": jax.random.key(0), "act": jax.nn.relu, "s": STRUCT, "none": None}
    lines = tree_summary(tree).splitlines()
    assert lines[0].split() == ["leaf", "shape", "dtype", "bytes"]
    assert [line.split()[0] for line in lines[1:]] == ["['act']", "['key']", "['n']", "['s']", "['w']", "total"]
    assert re.search(r"\['w'\] +\(2, 3\) +float32 +24 +traced", lines[5])
    assert re.search(r"\['n'\] +\(4,\) +int8 +4 +traced", lines[3])
    assert "static <" in lines[1]
    assert re.search(r"17 in 4 arrays +60 +4 traced, 1 static", lines[-1])
    assert "1 static" in tree_summary([1, X]) and "0 static" in tree_summary([1, X], dynamic=lambda _: True)
    assert len({len(line[: line.index("traced")]) for line in lines if line.endswith("traced")}) == 1


def test_arrays_of_the_function_are_constants_of_the_jaxpr() -> None:
    linear = eqx.nn.Linear(3, 2, key=jax.random.key(0))
    for fun in (linear, linear.__call__, lambda x: linear(x), eqx.nn.Lambda(linear)):
        jaxpr, shapes, rest = filter_make_jaxpr(fun)(X[0])
        assert len(jaxpr.jaxpr.invars) == 1 and shapes.shape == (2,) and rest is None
        (out,) = jax.core.eval_jaxpr(jaxpr.jaxpr, jaxpr.consts, X[0])
        np.testing.assert_allclose(out, linear(X[0]), rtol=1e-6)


def test_shapes_that_the_function_returns_are_static() -> None:
    def both(x: Any) -> Any:
        return {"x": x, "said": STRUCT, "n": 1, "more": (x * 2, jax.ShapeDtypeStruct((), jnp.int32))}

    jaxpr, shapes, rest = filter_make_jaxpr(both)(X)
    assert len(jaxpr.jaxpr.outvars) == 2
    assert shapes == {"x": STRUCT, "said": None, "n": None, "more": (STRUCT, None)}
    assert rest == {"x": None, "said": STRUCT, "n": 1, "more": (None, jax.ShapeDtypeStruct((), jnp.int32))}
    theirs = eqx.filter_make_jaxpr(both)(X)
    assert (shapes, rest) == theirs[1:]
    assert filter_make_jaxpr(lambda x: STRUCT)(X)[1:] == (None, STRUCT)
    assert filter_eval_shape(both, STRUCT)["said"] == STRUCT


def test_errors_of_loops_say_where_the_function_is() -> None:
    kept: list[Any] = []

    def leak(carry: Any, x: Any) -> Any:
        kept.append(x)
        return carry, x

    filter_scan(leak, 0.0, jnp.ones(3))
    with pytest.raises(jax.errors.UnexpectedTracerError, match=r"was leak at .*test_inspection.py:\d+ traced for scan"):
        kept[0] + 1

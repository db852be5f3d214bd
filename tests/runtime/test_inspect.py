"""What was compiled for a function, and why again."""

from __future__ import annotations

import json
import logging
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import (
    explain_retraces,
    filter_checkpoint,
    filter_grad,
    filter_jit,
    filter_map,
    filter_pmap,
    filter_scan,
    filter_shard_map,
    filter_vmap,
    filter_while_loop,
    inspect,
)

MODEL = {"w": jnp.ones(3), "name": "layer"}


def step(model: Any, x: Any, unused: Any) -> Any:
    return {**model, "w": model["w"] + x.sum()}


@pytest.mark.filterwarnings("ignore:Some donated buffers were not usable")
def test_programs_with_their_arrays() -> None:
    jitted = filter_jit(step, donate_argnames=("model", "x"))
    jitted({**MODEL, "w": jnp.ones(3)}, jnp.ones(2), jnp.ones(7))
    jitted({**MODEL, "w": jnp.ones(5)}, jnp.ones(2), 3)
    found = inspect(jitted)
    first, second = found.programs
    assert [(leaf.name, leaf.type, leaf.bytes, leaf.donated, leaf.dropped) for leaf in first.arguments] == [
        ("model['w']", "float32[3]", 12, "used", False),
        ("x", "float32[2]", 8, "unused", False),
        ("unused", "float32[7]", 28, "no", True),
    ]
    assert first.static == {"model['name']": "static 'layer' of type `str`"} and second.static["unused"].startswith(
        "static 3"
    )
    assert [(leaf.name, leaf.type) for leaf in second.outputs] == [("['w']", "float32[5]")]
    assert found.trace_count == jitted.trace_count == 2
    assert "program 1: takes 48 bytes, gives 12 bytes" in str(found) and "donated: unused" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["programs"][0]["arguments"][0]["name"] == "model['w']"


def test_the_program_of_a_call_is_compiled() -> None:
    sharding = jax.sharding.NamedSharding(jax.make_mesh((8,), ("rows",)), jax.sharding.PartitionSpec("rows"))
    x = jax.device_put(jnp.ones((8, 4)), sharding)
    jitted = filter_jit(lambda x, scale: {"y": x * scale}, donate="all")
    (program,) = inspect(jitted, x, scale=2).programs
    assert "rows" in program.arguments[0].sharding and "rows" in program.outputs[0].sharding
    assert program.arguments[0].donated in ("used", "maybe") and program.memory["argument"] == x.nbytes / 8
    assert not x.is_deleted()


class Layer(eqx.Module):
    w: jax.Array

    @filter_jit
    def scaled(self, x: Any) -> Any:
        return self.w * x


def test_methods_modules_and_pmap() -> None:
    layer = Layer(jnp.ones(2))
    layer.scaled(jnp.ones(2))
    names = [
        [leaf.name for leaf in inspect(f, *args).programs[0].arguments]
        for f, args in (
            (layer.scaled, ()),
            (layer.scaled, (jnp.ones(2),)),
            (filter_jit(eqx.nn.Linear(2, 2, key=jax.random.key(0))), (jnp.ones(2),)),
        )
    ]
    assert names == [["self.w", "x"], ["self.w", "x"], ["function.weight", "function.bias", "x"]]
    mapped = filter_pmap(lambda x: x * 2)
    mapped(jnp.ones((8, 2)))
    (program,) = inspect(mapped).programs
    assert program.arguments[0].type == "float32[8,2]" and program.static == {}
    with pytest.raises(TypeError, match="compiles nothing"):
        inspect(filter_vmap(step))


def test_every_transform_tells_why_again(caplog: pytest.LogCaptureFixture) -> None:
    def loss(w: Any, x: Any) -> Any:
        return (w * x).sum()

    spec = jax.sharding.PartitionSpec()
    mesh = jax.make_mesh((8,), ("rows",))
    for transform in (
        filter_vmap,
        filter_grad,
        filter_checkpoint,
        filter_jit,
        jax.jit,
        lambda f: filter_shard_map(f, mesh=mesh, in_specs=spec, out_specs=spec),
    ):
        told = explain_retraces(loss)
        mapped = transform(told)
        with caplog.at_level(logging.WARNING, "pytreelint.runtime"):
            mapped(jnp.ones((2, 2)), jnp.ones((2, 2)))
            mapped(jnp.ones((3, 3)), jnp.ones((3, 3)))
        assert "float32[" in told.retraces[0] and "`w` was" in told.retraces[0]  # type: ignore[attr-defined]
    assert len(caplog.messages) == 6


def test_loops_and_modules_tell() -> None:
    body: Any = explain_retraces(lambda x: x + 1)
    filter_while_loop(lambda x: (x < 3).all(), body, jnp.zeros(2))
    filter_while_loop(lambda x: (x < 3).all(), body, jnp.zeros(3, int))
    filter_map(body, jnp.zeros(3))
    assert body.retraces[0].endswith("`x` was float32[2], is int32[3]") and len(body.retraces) == 2
    layer: Any = explain_retraces(eqx.nn.Linear(2, 2, key=jax.random.key(0)))
    jitted = filter_jit(lambda layer, x: layer(x))
    assert jitted(layer, jnp.ones(2)).shape == (2,) and layer.retraces == ()
    grads = filter_grad(lambda layer: layer(jnp.ones(2)).sum())
    grads(layer), grads(layer)
    assert layer.retraces[-1].endswith("put the whole into `filter_jit`")
    mapped = filter_pmap(lambda x, n: x * n, explain_retrace=True)
    mapped(jnp.ones((8, 2)), 1)
    mapped(jnp.ones((8, 2)), 2)
    assert "was static 1 of type `int`, is static 2" in mapped.retraces[0]
    step = lambda c, x: (c, x)  # noqa: E731
    with pytest.raises(TypeError, match="needs a callable"):
        explain_retraces(filter_scan(step, 0, jnp.ones(2)))  # type: ignore[type-var]

"""Data-parallel training in one process or several: `python distributed_training.py RANK PROCESSES PORT`.

Each process has its part of the batch. Prints one JSON object, which `test_processes.py` compares.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

RANK, PROCESSES, PORT = (int(argument) for argument in sys.argv[1:4])
DEVICES = 4
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", DEVICES // PROCESSES)
if PROCESSES > 1:
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(f"127.0.0.1:{PORT}", num_processes=PROCESSES, process_id=RANK)

from pytreelint.runtime import (  # noqa: E402 - after JAX knows its devices
    filter_jit,
    filter_pmap,
    filter_shard,
    filter_shard_map,
    filter_value_and_grad,
    if_array,
)

P = jax.sharding.PartitionSpec
MODEL = {"in": np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3), "act": jnp.tanh, "out": np.ones(4, np.float32)}
X = np.sin(np.arange(48, dtype=np.float32)).reshape(DEVICES, 4, 3)
Y = X.sum(-1) ** 2
LOCAL = slice(RANK * DEVICES // PROCESSES, (RANK + 1) * DEVICES // PROCESSES)


def loss(model: Any, x: Any, y: Any) -> Any:
    return jnp.mean((model["act"](x @ model["in"].T) @ model["out"] - y) ** 2)


def updated(model: Any, grads: Any) -> Any:
    return {name: leaf if grads[name] is None else leaf - 0.1 * grads[name] for name, leaf in model.items()}


def step(model: Any, x: Any, y: Any) -> Any:
    """One step of one device; model and loss are the same on all."""
    value, grads = jax.lax.pmean(filter_value_and_grad(loss)(model, x, y), "batch")
    return updated(model, grads), value


def train(call: Any, model: Any, x: Any, y: Any) -> dict[str, Any]:
    losses = []
    for _ in range(5):
        model, value = call(model, x, y)
        losses.append(float(value))
    return {"losses": losses, "weights": np.asarray(model["in"]).tolist()}


def with_pmap(**options: Any) -> dict[str, Any]:
    mapped = filter_pmap(step, "batch", in_axes=(None, 0, 0), out_axes=None, **options)
    return train(mapped, dict(MODEL), X[LOCAL], Y[LOCAL])


def with_shard_map() -> dict[str, Any]:
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("batch",))
    spread = jax.NamedSharding(mesh, P("batch"))
    x, y = (jax.make_array_from_process_local_data(spread, part[LOCAL].reshape(-1, *part.shape[2:])) for part in (X, Y))
    mapped = filter_jit(filter_shard_map(step, mesh=mesh, in_specs=(P(), P("batch"), P("batch")), out_specs=P()))
    return train(mapped, MODEL, x, y)


def with_shardings_by_leaf() -> dict[str, Any]:
    """One program over the devices of all processes: the model is made in shards, each array where a callable says."""
    mesh = jax.make_mesh((DEVICES,), ("shards",), axis_types=(jax.sharding.AxisType.Auto,))
    spread = jax.NamedSharding(mesh, P("shards"))
    x, y = (jax.make_array_from_process_local_data(spread, part[LOCAL].reshape(-1, *part.shape[2:])) for part in (X, Y))

    def place(name: str, leaf: Any) -> Any:
        divides = name.endswith(("in", "x", "y"))
        return jax.NamedSharding(mesh, P("shards") if divides else P())

    @filter_jit(in_shardings=place, out_shardings=place, donate=lambda name, leaf: name.startswith("model"))
    def whole(model: Any, x: Any, y: Any) -> Any:
        value, grads = filter_value_and_grad(loss)(model, x, y)
        return updated(model, grads), value

    model = filter_jit(
        lambda: {name: jnp.asarray(x) if name != "act" else x for name, x in MODEL.items()}, out_shardings=place
    )()
    assert model["in"].sharding.spec == P("shards") and not (PROCESSES > 1 and model["in"].is_fully_addressable)
    first, losses = model["in"], []
    for _ in range(5):
        model, value = whole(model, x, y)
        losses.append(float(value))
    assert first.is_deleted() and model["act"] is jnp.tanh
    weights = filter_shard(model["in"], jax.NamedSharding(mesh, P()))
    return {"losses": losses, "weights": np.asarray(weights.addressable_data(0)).tolist()}


def mapped_outputs() -> Any:
    """Each process's own part comes back, at whichever axis; static leaves too."""
    out, name = filter_pmap(lambda x: (x * 2, "name"), out_axes=(-1, None))(X[LOCAL])
    own, total = filter_pmap(lambda x: (x, jax.lax.psum(x, "i")), "i", out_axes=(if_array(0), None))(X[LOCAL])
    assert out.shape == (4, 3, DEVICES // PROCESSES) and name == "name" and own.is_fully_addressable
    assert np.array_equal(np.asarray(out), np.moveaxis(2 * X[LOCAL], 0, -1)) and np.array_equal(
        np.asarray(own), X[LOCAL]
    )
    return np.asarray(total).tolist()


def equinox_fails() -> str:
    import equinox as eqx

    try:
        eqx.filter_pmap(lambda x: x)(X[LOCAL])
    except TypeError as error:
        return str(error)
    return ""


result = {
    "pmap": with_pmap(),
    "donated": with_pmap(donate_argnums=0),
    "shard_map": with_shard_map(),
    "by leaf": with_shardings_by_leaf(),
    "total": mapped_outputs(),
    "equinox": equinox_fails(),
}
print(json.dumps(result))

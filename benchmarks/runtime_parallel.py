"""What a call of `filter_pmap` costs on eight CPU devices, beside jit(shard_map), jax.pmap and Equinox; prints JSON.

    python -m benchmarks.runtime_parallel

A training step on a replicated model and a sharded batch, both on their devices already, until the result is there; in
microseconds. `runtime_dispatch.py` runs this, in a process of its own because of the devices.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from pytreelint.runtime import combine, filter_pmap, is_array, partition

DEVICES = 8
DEPTHS = (2, 16)
CALLS = 200


class Steps:
    """The step by each of the ways, for an MLP of some depth.

    Attributes:
        traces: How often our function was traced.
    """

    def __init__(self, depth: int) -> None:
        self.model = eqx.nn.MLP(4, 4, 16, depth, key=jax.random.key(0))
        self.arrays, self.static = partition(self.model, is_array)
        self.x = jnp.ones((DEVICES, 4))
        self.traces = 0

    def whole(self, model: Any, x: Any) -> Any:
        """The step on the whole model: every array changes."""
        self.traces += 1
        return model(x), jax.tree.map(lambda leaf: leaf * 0.5 if is_array(leaf) else leaf, model)

    def parts(self, arrays: Any, x: Any) -> Any:
        """The same on its arrays."""
        out, model = self.whole(combine(arrays, self.static), x)
        return out, partition(model, is_array)[0]

    def ways(self) -> dict[str, tuple[Callable[..., Any], Any]]:
        """What to call, and with which model."""
        mesh = jax.sharding.Mesh(np.array(jax.devices()), ("i",))
        replicated, split = jax.sharding.PartitionSpec(), jax.sharding.PartitionSpec("i")

        def on_slice(arrays: Any, x: Any) -> Any:
            out, arrays = self.parts(arrays, x[0])
            return out[None], arrays

        specs = {"in_specs": (replicated, split), "out_specs": (split, replicated)}
        axes: dict[str, Any] = {"in_axes": (None, 0), "out_axes": (0, None)}
        return {
            "jit(shard_map)": (jax.jit(jax.shard_map(on_slice, mesh=mesh, check_vma=False, **specs)), self.arrays),
            "jax.pmap": (jax.pmap(self.parts, **axes), self.arrays),
            "equinox": (eqx.filter_pmap(self.whole, in_axes=(None, 0), out_axes=(0, lambda _: None)), self.model),
            "p": (filter_pmap(self.whole, **axes), self.model),
        }


def measure(depth: int) -> dict[str, float]:
    """Microseconds of a call by each way, our ratio, and how often we traced."""
    steps, warm, found = Steps(depth), {}, {}
    for name, (call, model) in steps.ways().items():
        steps.traces = 0
        out, model = call(model, steps.x)
        first, steps.traces = steps.traces, 0
        warm[name] = (call, call(model, out))
        if name == "p":
            found |= {"traces, first call": float(first), "traces, second call": float(steps.traces)}
    times: dict[str, list[float]] = {name: [] for name in warm}
    for _ in range(CALLS):
        for name, (call, (out, model)) in warm.items():
            begin = time.perf_counter()
            jax.block_until_ready(partition(call(model, out), is_array)[0])
            times[name].append((time.perf_counter() - begin) * 1e6)
    ratios = [ours / raw for ours, raw in zip(times["p"], times["jit(shard_map)"], strict=True)]
    return {
        **{name: statistics.median(values) for name, values in times.items()},
        "p / jit(shard_map)": statistics.median(ratios),
        **found,
    }


def main() -> int:
    """Print the table as JSON."""
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", DEVICES)
    print(json.dumps({f"pmap, MLP depth {depth}": measure(depth) for depth in DEPTHS}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What `runtime_dispatch.py` times in a process for each row: the same call by jax.jit, Equinox and `filter_jit`.

    python -m benchmarks.runtime_calls "dict, 1000"

They take turns, in rounds. A figure is the least of its rounds: what a call costs where nothing else is in its way.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp

from pytreelint.runtime import combine, filter_jit, is_array, partition

Thunk = Callable[[], Any]
ROUNDS = 100
SECONDS = 0.003  # about as long each function is called in each round


@dataclass(frozen=True, slots=True)
class Subject:
    """A tree to be passed.

    Attributes:
        name: As in the table.
        tree: With static leaves.
        trains: Whether a training step is timed, too.
    """

    name: str
    tree: Any
    trains: bool


def subjects() -> Iterator[Subject]:
    """The trees of the table."""
    for depth in (1, 16, 64):
        yield Subject(f"MLP depth {depth}", eqx.nn.MLP(2, 2, 8, depth, key=jax.random.key(0)), True)
    for n in (10, 1000):
        yield Subject(f"dict, {n}", {f"layer{i:04}": jnp.full(2, i) for i in range(n)}, n == 10)
    for n in (10, 1000):
        names = [f"layer{i:04}" for i in range(n)]
        kind = dataclasses.make_dataclass(f"Layers{n}", names)
        jax.tree_util.register_dataclass(kind, names, [])
        yield Subject(f"register_dataclass, {n}", kind(*(jnp.full(2, i) for i in range(n))), n == 10)


def touch(tree: Any, x: Any) -> Any:
    """Next to no work: what is timed is the way there."""
    return jax.tree.leaves(tree)[0].sum() + x


def train(tree: Any, x: Any) -> Any:
    """A tree out: every array changes."""
    return jax.tree.map(lambda leaf: leaf - 0.1 * x[0] if is_array(leaf) else leaf, tree)


def calls(subject: Subject) -> dict[str, float]:
    """Microseconds of a call, and ratios; what they are, `runtime_dispatch.py` prints."""
    x = jnp.ones(2)
    arrays, _ = partition(subject.tree, is_array)
    flat = jax.tree.leaves(arrays)
    on_list, on_tree = jax.jit(touch), jax.jit(touch)
    theirs, ours, ours_on_arrays = eqx.filter_jit(touch), filter_jit(touch), filter_jit(lambda tree, x: touch(tree, x))
    found = least(
        {
            "a": lambda: on_list(flat, x),
            "fl": lambda: jax.tree.flatten((subject.tree, x)),
            "b": lambda: on_tree(arrays, x),
            "equinox": lambda: theirs(subject.tree, x),
            "p": lambda: ours(subject.tree, x),
            "p on arrays": lambda: ours_on_arrays(arrays, x),
        }
    )
    found["p / (a + fl)"] = found["p"] / (found["a"] + found["fl"])
    found["p on arrays / b"] = found["p on arrays"] / found["b"]
    return compared(found) | (steps(subject, arrays, x) if subject.trains else {})


def steps(subject: Subject, arrays: Any, x: Any) -> dict[str, float]:
    """The same for a training step."""
    raw, theirs, ours = jax.jit(train), eqx.filter_jit(train), filter_jit(train)
    found = least(
        {
            "b": lambda: raw(arrays, x),
            "equinox": lambda: theirs(subject.tree, x),
            "p": lambda: ours(subject.tree, x),
        }
    )
    return {f"step {column}": value for column, value in compared(found).items()}


def compared(row: dict[str, float]) -> dict[str, float]:
    """A row with how jax.jit (b), Equinox and ours (p) compare; equinox / b would be ours at no cost of its own."""
    b, equinox, p = row["b"], row["equinox"], row["p"]
    return {**row, "p - b": p - b, "p / b": p / b, "equinox / p": equinox / p, "equinox / b": equinox / b}


def least(thunks: Mapping[str, Thunk]) -> dict[str, float]:
    """Microseconds of a call of each."""
    return {name: min(times) for name, times in rounds(thunks).items()}


def rounds(thunks: Mapping[str, Thunk]) -> dict[str, list[float]]:
    """Microseconds of a call of each, round by round. They take turns: a busy moment of the machine meets them all."""
    numbers = {}
    for name, thunk in thunks.items():
        for _ in range(20):
            jax.block_until_ready(thunk())
        numbers[name] = max(5, int(SECONDS / max(seconds(thunk, 20), 1e-7)))
    times: dict[str, list[float]] = {name: [] for name in thunks}
    for _ in range(ROUNDS):
        for name, thunk in thunks.items():
            times[name].append(seconds(thunk, numbers[name]) * 1e6)
    return times


def seconds(thunk: Thunk, number: int) -> float:
    """Of one call, of this thread's processor: neither what others do on the machine nor Equinox's wait is in it."""
    begin = time.thread_time()
    for _ in range(number):
        out = thunk()
    end = time.thread_time()
    jax.block_until_ready(out)
    return (end - begin) / number


def tracing(times_each: int = 15) -> dict[str, float]:
    """Milliseconds to trace a gradient of an MLP for the first time, by `filter_jit` and raw with the parts by hand.

    Those of this thread's processor.
    """
    model, x = eqx.nn.MLP(2, 2, 8, 16, key=jax.random.key(0)), jnp.ones(2)
    arrays, static = partition(model, is_array)

    def loss(arrays: Any, x: Any) -> Any:
        return (combine(arrays, static)(x) ** 2).sum()

    times: dict[str, list[float]] = {"raw": [], "p": []}
    for _ in range(times_each):
        raw = jax.jit(lambda arrays, x: jax.grad(loss)(arrays, x))
        ours = filter_jit(lambda model, x: jax.grad(loss)(partition(model, is_array)[0], x))
        for name, trace, tree in (("raw", raw.trace, arrays), ("p", ours.trace, model)):
            begin = time.thread_time()
            trace(tree, x)
            times[name].append((time.thread_time() - begin) * 1e3)
    found = {name: min(values) for name, values in times.items()}
    return {**found, "p / raw": found["p"] / found["raw"]}


def waiting() -> dict[str, float]:
    """Which part of the time until a long computation is done the call itself takes."""

    def slow(x: Any) -> Any:
        return jax.lax.fori_loop(0, 200, lambda _, y: jnp.tanh(y @ y), x)

    x = jnp.eye(256)
    found = {}
    for name, f in {"b": jax.jit(slow), "equinox": eqx.filter_jit(slow), "p": filter_jit(slow)}.items():
        jax.block_until_ready(f(x))
        begin = time.perf_counter()
        out = f(x)
        returned = time.perf_counter() - begin
        jax.block_until_ready(out)
        found[name] = returned / (time.perf_counter() - begin)
    return found


def measure(row: str) -> dict[str, float]:
    """The figures of a row."""
    others = {"first call, ms": tracing, "share of the time in the call": waiting}
    return others[row]() if row in others else calls({subject.name: subject for subject in subjects()}[row])


if __name__ == "__main__":
    print(json.dumps({row: measure(row) for row in sys.argv[1:]}))

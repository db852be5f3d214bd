"""Ways to call `filter_jit` that miss its fastest way: what `runtime_dispatch.py` times in one process beside trees.

    python -m benchmarks.runtime_patterns "methods, 1000"

Columns, in microseconds of a call: b, jax.jit on the tree of arrays alone; equinox and p (ours) for the same call with
its static leaves. The computation is next to nothing, so that Equinox's wait for the result is not in the figures; what
that costs is the row "share of the time in the call" of `runtime_dispatch.py`. "new statics" and "eight threads" are
what is held after 100,000 calls with static leaves that are new each time, and after as many of all kinds from eight
threads.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.runtime_calls import Thunk, compared, least
from pytreelint.runtime import filter_grad, filter_jit, filter_vmap

# Calls with new static leaves for the row on memory: more than programs that are kept.
NEW_STATICS = 100_000
THREADS = 8


@dataclass(frozen=True)
class Settings:
    """A static leaf; equal to others with the same fields."""

    depth: int
    name: str


class Layers(eqx.Module):
    """A model with a compiled method."""

    arrays: list[jax.Array]

    @filter_jit
    def ours(self, x: Any) -> Any:
        return self.arrays[0].sum() + x

    @eqx.filter_jit
    def theirs(self, x: Any) -> Any:
        return self.arrays[0].sum() + x


class Net(eqx.Module):
    """A model that has modes."""

    arrays: list[jax.Array]
    mode: str = eqx.field(static=True)
    trains: bool


def touch(tree: Any, x: Any, *rest: Any, **more: Any) -> Any:
    """Next to no work: what is timed is the way there."""
    return jax.tree.leaves(tree)[0].sum() + x


def label(tree: Any, x: Any) -> Any:
    """An output with a static leaf."""
    return {"y": tree[0].sum() + x, "name": "label"}


def patterns(size: int) -> Iterator[tuple[str, Thunk, Thunk, Thunk]]:
    """Name, and the same call by jax.jit on arrays, Equinox and ours."""
    arrays, x = [jnp.full(2, float(i)) for i in range(size)], jnp.ones(2)
    more = [*arrays, x]
    raw, theirs, ours = jax.jit(touch), eqx.filter_jit(touch), filter_jit(touch)

    def both(call: Callable[[Any], Any]) -> tuple[Thunk, Thunk]:
        return lambda: call(theirs), lambda: call(ours)

    yield (
        "equal statics in new objects",
        lambda: raw(arrays, x),
        *both(lambda f: f(arrays, x, Settings(3, "a"), 0.5 + 1)),
    )
    turn = iter(range(10**9))
    yield (
        "alternating structures",
        lambda: raw(arrays if next(turn) % 2 else more, x),
        *both(lambda f: f(arrays if next(turn) % 2 else more, x, "a")),
    )
    third = iter(range(10**9))
    yield (
        "another structure each third time",
        lambda: raw(arrays if next(third) % 3 else more, x),
        *both(lambda f: f(arrays if next(third) % 3 else more, x, "a")),
    )
    by_field = [Net(arrays, "train", True), Net(arrays, "evaluate", True)]
    yield (
        "modes by static field",
        lambda: raw(arrays, x),
        *both(lambda f: f(by_field[next(turn) % 2], x)),
    )
    by_leaf = [Net(arrays, "train", trains) for trains in (True, False)]
    yield "modes by static leaf", lambda: raw(arrays, x), *both(lambda f: f(by_leaf[next(turn) % 2], x))
    model = Layers(arrays)
    yield "methods", lambda: raw(arrays, x), lambda: model.theirs(x), lambda: model.ours(x)
    plain, eq_label, our_label = jax.jit(lambda t, x: label(t, x)["y"]), eqx.filter_jit(label), filter_jit(label)
    yield (
        "outputs with static leaves",
        lambda: plain(arrays, x),
        lambda: eq_label(arrays, x),
        lambda: our_label(arrays, x),
    )
    yield "keyword arguments", lambda: raw(arrays, x=x, scale=x), *both(lambda f: f(arrays, x=x, scale=x, name="a"))
    inner = lambda tree, x: (tree[0] * x).sum()  # noqa: E731
    batch = jnp.ones((4, 2))
    nested = jax.jit(lambda tree, x: jax.vmap(jax.grad(inner), (None, 0))(tree, x))
    eq_nested = eqx.filter_jit(lambda t, x: eqx.filter_vmap(eqx.filter_grad(inner), in_axes=(None, 0))(t, x))
    our_nested = filter_jit(filter_vmap(filter_grad(inner), in_axes=(None, 0)))
    yield (
        "nested transforms",
        lambda: nested(arrays, batch),
        lambda: eq_nested(arrays, batch),
        lambda: our_nested(arrays, batch),
    )


def tied(size: int) -> dict[str, Thunk]:
    """A call with tied weights through `share=True`, and one without."""
    arrays, x = [jnp.full(2, float(i)) for i in range(size)], jnp.ones(2)
    plain, ours = filter_jit(touch), filter_jit(touch, share=True)
    both = {"z": "tied", "zz": jnp.tanh}
    apart, shared = {**both, "w": arrays}, {**both, "w": [*arrays[:-1], arrays[0]]}
    return {"plain": lambda: plain(apart, x), "p": lambda: ours(shared, x)}


def measure(row: str) -> dict[str, float]:
    """The figures of a row, such as `methods, 1000`."""
    if row in MEMORY:
        return MEMORY[row]()
    name, size = row.rsplit(", ", 1)
    if name == "tied weights":
        found = least(tied(int(size)))
        return {**found, "p / plain": found["p"] / found["plain"]}
    for each, b, equinox, p in patterns(int(size)):
        if each == name:
            return compared(least({"b": b, "equinox": equinox, "p": p}))
    raise KeyError(row)


def resident() -> float:
    """Megabytes of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def from_threads(calls: int = NEW_STATICS) -> dict[str, float]:
    """Wrong answers and megabytes of calls that eight threads make of one function.

    Of each ten calls one has a static leaf that is new and one a new function; the others have one of three structures
    and five static leaves. After half of the calls as many programs are kept as ever.
    """
    f = filter_jit(lambda tree, n, act: {"y": act(tree[-1]) * n, "n": n})
    arrays = [jnp.full(2, float(i)) for i in range(3)]

    def is_right(i: int, thread: int) -> bool:
        tree = arrays[: 1 + i % 3]
        if i % 10 == 0:
            n: float = -1.0 - (i * THREADS + thread)
            return bool(f.eval_shape(tree, n, jnp.negative)["n"] == n)
        more = i % 7
        act = (lambda x: x + more) if i % 10 == 1 else jnp.negative
        wanted = len(tree) - 1 + more if i % 10 == 1 else 1 - len(tree)
        out = f(tree, i % 5, act)
        return out["n"] == i % 5 and float(np.asarray(out["y"])[0]) == wanted * (i % 5)

    def run(thread: int, numbers: range) -> int:
        return sum(not is_right(i, thread) for i in numbers)

    each = calls // THREADS
    with ThreadPoolExecutor(THREADS) as pool:
        wrong = sum(pool.map(run, range(THREADS), [range(each // 2)] * THREADS))
        before = resident()
        wrong += sum(pool.map(run, range(THREADS), [range(each // 2, each)] * THREADS))
    after = resident()
    return {"wrong": wrong, "MiB after half": before, "MiB after all": after, "MiB grown": after - before}


def new_statics(calls: int = NEW_STATICS) -> dict[str, float]:
    """Megabytes of this process in calls with a static leaf that is new each time; the least recently used is dropped.

    After a tenth of the calls as much is kept as ever.
    """
    f = filter_jit(lambda x, n: x)
    x = jnp.ones(2)
    sizes = []
    for i in range(calls):
        f.eval_shape(x, i)
        if i in (calls // 10, calls - 1):
            sizes.append(resident())
    return {"MiB after a tenth": sizes[0], "MiB after all": sizes[-1], "MiB grown": sizes[-1] - sizes[0]}


MEMORY = {"new statics": new_statics, "eight threads": from_threads}

if __name__ == "__main__":
    print(json.dumps({row: measure(row) for row in sys.argv[1:]}))

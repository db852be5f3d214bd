"""What the first call of each transform costs beside JAX's: to trace, and to compile what was traced.

    python -m benchmarks.runtime_first_calls [--rounds 9]

Each transform is applied anew to a new function of a small network, inside of a `jax.jit`, ours and JAX's in turn.
Milliseconds are those of this thread's processor for tracing, and of the clock for compiling; ratios are medians of the
rounds' ratios. JAX's get the arrays alone, ours the model with its static leaves.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp

from pytreelint.runtime import (
    filter_checkpoint,
    filter_closure_convert,
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_hessian,
    filter_jacfwd,
    filter_jit,
    filter_jvp,
    filter_scan,
    filter_vjp,
    filter_vmap,
    filter_while_loop,
)

LAYERS, WIDTH = 12, 8
Traced = Callable[[], Any]


def arrays() -> list[Any]:
    """The weights."""
    return [jnp.full((WIDTH, WIDTH), 1.0 / (i + 1)) for i in range(LAYERS)]


def apply(weights: Any, x: Any) -> Any:
    """The network on its arrays."""
    for w in weights:
        x = jnp.tanh(w @ x)
    return x.sum()


def whole(model: Any, x: Any) -> Any:
    """The network on the model with its static leaves."""
    for w in model["weights"]:
        x = model["act"](w @ x)
    return x.sum()


def subjects() -> tuple[list[Any], dict[str, Any], Any, Any]:
    """The weights, the model, an input and several."""
    weights = arrays()
    model = {"weights": weights, "act": jnp.tanh, "name": "network"}
    return weights, model, jnp.ones(WIDTH), jnp.ones((4, WIDTH))


def both(raw: Callable[[Any], Any], ours: Callable[[Any], Any], several: bool = False) -> tuple[Traced, Traced]:
    """How JAX's and ours are traced: a function that was made anew is traced anew, and so is one that reads a list."""
    weights, model, one, inputs = subjects()
    x = inputs if several else one

    def trace_raw() -> Any:
        return jax.jit(raw(lambda w, x: apply(w, x))).trace(weights, x)

    def trace_ours() -> Any:
        new = [0]
        return filter_jit(ours(lambda m, x: whole(m, x) + new[0])).trace(model, x)

    return trace_raw, trace_ours


def transforms() -> Iterator[tuple[str, Traced, Traced]]:
    """Name, and how JAX's and ours are traced anew."""
    weights = subjects()[0]
    yield "jit", *both(lambda f: f, lambda f: f)
    yield "grad", *both(jax.grad, filter_grad)
    yield "vmap", *both(lambda f: jax.vmap(f, (None, 0)), lambda f: filter_vmap(f, in_axes=(None, 0)), several=True)
    yield (
        "jvp",
        *both(
            lambda f: lambda w, x: jax.jvp(lambda x: f(w, x), (x,), (x,)),
            lambda f: lambda m, x: filter_jvp(lambda x: f(m, x), (x,), (x,)),
        ),
    )
    yield (
        "vjp",
        *both(
            lambda f: lambda w, x: jax.vjp(f, w, x)[1](jnp.ones(())),
            lambda f: lambda m, x: filter_vjp(f, m, x)[1](jnp.ones(())),
        ),
    )
    yield "jacfwd", *both(lambda f: jax.jacfwd(f, 1), lambda f: filter_jacfwd(f, argnums=1))
    yield "hessian", *both(lambda f: jax.hessian(f, 1), lambda f: filter_hessian(f, argnums=1))
    yield "checkpoint", *both(lambda f: jax.grad(jax.checkpoint(f)), lambda f: filter_grad(filter_checkpoint(f)))
    yield (
        "closure_convert",
        *both(
            lambda f: lambda w, x: jax.closure_convert(lambda x: f(w, x), x)[0](x, *weights),
            lambda f: lambda m, x: filter_closure_convert(lambda x: f(m, x), x)(x),
        ),
    )
    yield from loops()


def loops() -> Iterator[tuple[str, Traced, Traced]]:
    """The same for loops and branches."""
    yield (
        "scan",
        *both(
            lambda f: lambda w, xs: jax.lax.scan(lambda c, x: (c, f(c, x)), w, xs),
            lambda f: lambda m, xs: filter_scan(lambda c, x: (c, f(c, x)), m, xs),
            several=True,
        ),
    )
    yield (
        "fori_loop",
        *both(
            lambda f: lambda w, x: jax.lax.fori_loop(0, 3, lambda _, c: (w, c[1] + f(*c)), (w, x)),
            lambda f: lambda m, x: filter_fori_loop(0, 3, lambda _, c: (m, c[1] + f(*c)), (m, x)),
        ),
    )
    yield (
        "while_loop",
        *both(
            lambda f: lambda w, x: jax.lax.while_loop(lambda c: c[1][0] < 3, lambda c: (c[0], c[1] + f(*c)), (w, x)),
            lambda f: lambda m, x: filter_while_loop(lambda c: c[1][0] < 3, lambda c: (c[0], c[1] + f(*c)), (m, x)),
        ),
    )
    yield (
        "cond",
        *both(
            lambda f: lambda w, x: jax.lax.cond(x[0] > 0, f, lambda w, x: f(w, 2 * x), w, x),
            lambda f: lambda m, x: filter_cond(x[0] > 0, f, lambda m, x: f(m, 2 * x), m, x),
        ),
    )


def milliseconds(trace: Traced) -> tuple[float, float]:
    """To trace, and to compile."""
    begin = time.thread_time()
    traced = trace()
    middle = time.thread_time()
    lowered = traced.lower()
    start = time.perf_counter()
    lowered.compile()
    return (middle - begin) * 1e3, (time.perf_counter() - start) * 1e3


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """The figures of this process, by transform."""
    found = {}
    for name, raw, ours in transforms():
        pairs = [(milliseconds(raw), milliseconds(ours)) for _ in range(rounds + 1)][1:]
        row = {}
        for column, i in (("trace", 0), ("compile", 1)):
            row[f"{column} b"] = statistics.median(one[i] for one, _ in pairs)
            row[f"{column} p"] = statistics.median(other[i] for _, other in pairs)
            row[f"{column} p / b"] = statistics.median(other[i] / one[i] for one, other in pairs)
        found[f"first {name}"] = row | {"trace p - b": statistics.median(other[0] - one[0] for one, other in pairs)}
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    table = measure(parser.parse_args().rounds)
    for name, row in table.items():
        print(f"{name:24}" + "".join(f"{column} {value:8.2f}   " for column, value in row.items()))
    print(json.dumps(table))

"""The training step that `runtime_gpu.py` times: a transformer with mixed leaves, and Adam, written on plain JAX."""

from __future__ import annotations

import functools
import math
import resource
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from pytreelint.runtime import combine, filter_jit, is_array, partition

if TYPE_CHECKING:
    from benchmarks.runtime_gpu import Size


def make_model(size: Size, key: Any) -> dict[str, Any]:
    """Arrays, and static leaves among them: the activation, the number of heads."""

    def matrix(key: Any, *shape: int) -> Any:
        return jax.random.normal(key, shape) / math.sqrt(shape[0])

    embedding, *keys = jax.random.split(key, size.layers + 1)
    layers = []
    for layer in keys:
        a, b, c, d = jax.random.split(layer, 4)
        n = size.width
        layers.append(
            {
                "qkv": matrix(a, n, 3 * n),
                "out": matrix(b, n, n),
                "up": matrix(c, n, 4 * n),
                "down": matrix(d, 4 * n, n),
                "norms": jnp.ones((2, n)),
                "heads": size.heads,
                "activation": jax.nn.gelu,
            }
        )
    return {"embedding": 0.02 * jax.random.normal(embedding, (size.words, size.width)), "layers": layers}


def block(layer: Any, x: Any) -> Any:
    """Attention and a feed-forward network, each added to its input; `x` has shape (batch, tokens, width)."""
    batch, tokens, width = x.shape
    qkv = normal(x, layer["norms"][0]) @ layer["qkv"]
    q, k, v = jnp.split(qkv.reshape(batch, tokens, layer["heads"], -1), 3, axis=-1)
    mixed = jax.nn.dot_product_attention(q, k, v, is_causal=True)
    x = x + mixed.reshape(batch, tokens, width) @ layer["out"]
    return x + layer["activation"](normal(x, layer["norms"][1]) @ layer["up"]) @ layer["down"]


def normal(x: Any, scale: Any) -> Any:
    """Root mean square normalisation."""
    return scale * x * jax.lax.rsqrt(jnp.mean(x**2, axis=-1, keepdims=True) + 1e-6)


def loss(model: Any, tokens: Any) -> Any:
    """Cross entropy of the next token; the embedding is tied to the output."""
    x = model["embedding"][tokens[:, :-1]]
    for layer in model["layers"]:
        x = block(layer, x)
    scores = jax.nn.log_softmax(x @ model["embedding"].T)
    return -jnp.take_along_axis(scores, tokens[:, 1:, None], axis=-1).mean()


def adam(arrays: Any, moments: Any, gradient: Any, rate: float = 1e-3) -> tuple[Any, Any]:
    """One step on a tree of arrays."""
    n, first, second = moments
    n = n + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g**2, second, gradient)

    def move(x: Any, m: Any, v: Any) -> Any:
        return x - rate * (m / (1 - 0.9**n)) / (jnp.sqrt(v / (1 - 0.999**n)) + 1e-8)

    return jax.tree.map(move, arrays, first, second), (n, first, second)


def update(arrays: Any, static: Any, moments: Any, tokens: Any) -> tuple[Any, Any, Any]:
    """A step with the parts apart."""
    value, gradient = jax.value_and_grad(lambda arrays: loss(combine(arrays, static), tokens))(arrays)
    arrays, moments = adam(arrays, moments, gradient)
    return arrays, moments, value


def steps(way: str, model: Any) -> tuple[Any, Callable[[Any, Any, Any], tuple[Any, Any, Any]]]:
    """What is trained and the step, for raw jax.jit or for `filter_jit`; both donate model and moments."""
    arrays, static = partition(model, is_array)
    if way == "jax.jit":
        raw = functools.partial(jax.jit, donate_argnums=(0, 1))
        return arrays, raw(lambda arrays, moments, tokens: update(arrays, static, moments, tokens))

    @filter_jit(donate_argnames=("model", "moments"))
    def step(model: Any, moments: Any, tokens: Any) -> Any:
        arrays, static = partition(model, is_array)
        arrays, moments, value = update(arrays, static, moments, tokens)
        return combine(arrays, static), moments, value

    return model, step


def train(way: str, size: Size, n_steps: int) -> dict[str, Any]:
    """Train for some steps.

    Returns:
        The median of the seconds of a step, the peak of memory in bytes (of the device if it tells, else of the
        process), and the last loss.
    """
    key, data = jax.random.split(jax.random.key(0))
    subject, step = steps(way, make_model(size, key))
    zeros = jax.tree.map(jnp.zeros_like, partition(subject, is_array)[0])
    moments = (jnp.zeros(()), zeros, jax.tree.map(jnp.zeros_like, zeros))
    del zeros
    batches = jax.random.randint(data, (4, size.batch, size.tokens + 1), 0, size.words)
    times = []
    for i in range(n_steps + 3):
        begin = time.perf_counter()
        subject, moments, value = step(subject, moments, batches[i % 4])
        jax.block_until_ready((subject, value))
        times.append(time.perf_counter() - begin)
    told = jax.devices()[0].memory_stats() or {}
    peak = told.get("peak_bytes_in_use", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
    return {"seconds": statistics.median(times[3:]), "peak_bytes": peak, "loss": float(value)}

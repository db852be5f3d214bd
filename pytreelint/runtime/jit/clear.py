"""Forgetting what was compiled. Name: `clear_caches`."""

from __future__ import annotations

from pytreelint.runtime.jit.core import all_cores


def clear_caches() -> None:
    """Forget all traces and compiled programs of `filter_jit` and `filter_pmap`, of every function.

    JAX's own are forgotten by `jax.clear_caches()`. `filter_jit(f).clear_cache()` is for one function.

    Args:
        None.

    Returns:
        Nothing; a function is traced again at its next call.

    Examples:
        >>> double = filter_jit(lambda x: 2 * x)
        >>> _ = double(1.0), clear_caches(), double(1.0)
        >>> double.trace_count
        2
    """
    for core in all_cores():
        core.clear()

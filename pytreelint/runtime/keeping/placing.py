"""Arrays that leave the devices for a file, and come back to where they belong."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import SingleDeviceSharding

from pytreelint.runtime.trees.deleted import is_deleted


def as_numpy(x: Any) -> np.ndarray[Any, Any]:
    """The whole array in the host's memory.

    Raises:
        ValueError: Parts of it are on devices of other processes.
        ValueError: It has been deleted.
        TypeError: It is a tracer.
    """
    if isinstance(x, jax.core.Tracer):
        raise TypeError("a traced array has no value to be saved: save outside of the transform")
    if is_deleted(x):
        raise ValueError("it has been deleted, most likely donated to an earlier call")
    if isinstance(x, jax.Array) and not x.is_fully_addressable:
        raise ValueError(
            "its parts are on several processes, and this one has some of them: gather it with "
            "`jax.experimental.multihost_utils.process_allgather(x, tiled=True)`, or save with orbax"
        )
    found: np.ndarray[Any, Any] = np.asarray(x)
    return found


def array_like(found: np.ndarray[Any, Any], like: Any) -> Any:
    """An array of the kind of `like`, and where that is.

    Args:
        found: The values.
        like: An array of JAX or NumPy, a NumPy scalar, or a `jax.ShapeDtypeStruct` with or without a sharding.

    Raises:
        ValueError: It has 64 bits, and JAX is set to 32.
    """
    if isinstance(like, np.generic):
        return found[()]
    if isinstance(like, np.ndarray):
        return found
    sharding = None if isinstance(like, jax.core.Tracer) else getattr(like, "sharding", None)
    anywhere = isinstance(sharding, SingleDeviceSharding) and not getattr(like, "committed", True)
    if jax.dtypes.canonicalize_dtype(found.dtype) != found.dtype:
        raise ValueError(f"JAX has no {found.dtype} here: set `jax_enable_x64`")
    with jax.ensure_compile_time_eval():
        if sharding is None or anywhere:
            return jnp.asarray(found)
        # Each device gets its own part; none needs room for the whole.
        return jax.make_array_from_callback(found.shape, sharding, lambda index: found[index])

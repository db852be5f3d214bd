"""`filter_shard`: where the arrays of a tree lie."""

from __future__ import annotations

from typing import Any, TypeVar

import jax
from jax.sharding import SingleDeviceSharding

from pytreelint.runtime.sharding.shardings import spread
from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.described import type_of
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import split

T = TypeVar("T")


@refusing_cycles
def filter_shard(x: T, device_or_shardings: Any, /) -> T:
    """Move the arrays of a tree to a device, or lay them out over several; other leaves stay.

    Under a trace it constrains the layout (`jax.lax.with_sharding_constraint`), else it moves (`jax.device_put`).
    Arrays that are where they belong are not copied.

    Args:
        x: Any PyTree.
        device_or_shardings: A device, a `jax.sharding.Sharding`, a `PartitionSpec` for the mesh of `jax.set_mesh`, or a
            prefix of `x` with these at its leaves. None leaves the arrays of a subtree as they are. Also a callable
            `entry(name, leaf)` that answers one of these for an array, whose name is `layers.0.weight`.

    Returns:
        The tree with the same values.

    Raises:
        ValueError: The shardings are no prefix of `x`; or an axis cannot be divided over its devices.

    Examples:
        >>> mesh = jax.make_mesh((jax.device_count(),), ("batch",))
        >>> replicated = jax.NamedSharding(mesh, jax.sharding.PartitionSpec())
        >>> filter_shard({"w": jnp.ones(2), "activation": jnp.tanh}, replicated)["w"].is_fully_replicated
        True
    """
    arrays, skeleton = split(x, lenient=True)
    static = {position for position, _ in skeleton.statics}
    entries = spread(device_or_shardings, x, "shardings")
    wanted = [entry for position, entry in enumerate(entries) if position not in static]
    moved = []
    for i, (array, entry) in enumerate(zip(arrays, wanted, strict=True)):
        try:
            moved.append(array if entry is None else _move(array, entry))
        except ValueError as error:
            name = [path for position, path in enumerate(paths(skeleton.treedef)) if position not in static][i]
            error.add_note(f"filter_shard: this is the leaf x{name}, {type_of(array)}")
            raise
    result: T = skeleton.join(moved)
    return result


def _move(array: Any, where: Any) -> Any:
    if not isinstance(array, jax.core.Tracer):
        return jax.device_put(array, where)
    sharding = SingleDeviceSharding(where) if isinstance(where, jax.Device) else where
    return jax.lax.with_sharding_constraint(array, sharding)

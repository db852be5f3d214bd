"""Arrays of several processes: a part in each, one array of all.

With several processes `filter_pmap` is given, and returns, each process's own part, as `jax.pmap` is.
"""

from __future__ import annotations

from typing import Any

import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax.tree_util import tree_map

from pytreelint.runtime.trees.leaves import is_array


def to_global(array: Any, mesh: Mesh, spec: PartitionSpec) -> Any:
    """One array of all processes from the part that each of them has.

    Args:
        array: This process's part; an array that other processes have parts of already is returned as it is.
        mesh: The mesh of all processes.
        spec: How it lies there: on every device, or one axis across them.

    Returns:
        The array, whose axis across the devices is as long as those of all processes together.
    """
    if isinstance(array, jax.Array) and not array.is_fully_addressable:
        return array
    local = jax.device_put(array, NamedSharding(mesh.local_mesh, spec))
    shape = _scaled(local.shape, spec, mesh.size, mesh.local_mesh.size)
    parts = [shard.data for shard in local.addressable_shards]
    return jax.make_array_from_single_device_arrays(shape, NamedSharding(mesh, spec), parts)


def to_local(tree: Any, mesh: Mesh) -> Any:
    """This process's part of each array in a tree."""
    return tree_map(lambda leaf: _part(leaf, mesh) if is_array(leaf) else leaf, tree)


def _part(array: Any, mesh: Mesh) -> Any:
    spec = array.sharding.spec
    shape = _scaled(array.shape, spec, mesh.local_mesh.size, mesh.size)
    parts = [shard.data for shard in array.addressable_shards]
    return jax.make_array_from_single_device_arrays(shape, NamedSharding(mesh.local_mesh, spec), parts)


def _scaled(shape: tuple[int, ...], spec: PartitionSpec, numerator: int, denominator: int) -> tuple[int, ...]:
    """The shape with its axis across the devices longer or shorter by a factor."""
    across = {axis for axis, name in enumerate(spec) if name is not None}
    return tuple(size * numerator // denominator if axis in across else size for axis, size in enumerate(shape))

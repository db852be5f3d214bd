"""One program on every device: what `filter_pmap` compiles, and where its arguments belong.

`jax.pmap` is itself a wrapper of jit and shard_map, in maintenance mode; this goes to shard_map directly, so that
outputs of any axes, static leaves among them, take one trace.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax.tree_util import tree_leaves

from pytreelint.runtime.maps.axes import Axis, Resolved, argument_paths, axis_size, bind_axes, resolve
from pytreelint.runtime.maps.outputs import Outputs, take_apart
from pytreelint.runtime.sharding.checked_map import map_unchecked
from pytreelint.runtime.trees.callables import Wrapper
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.old_objects import use_up_as
from pytreelint.runtime.trees.skeleton import Skeleton

# What the axis is called on the mesh when the user gives it no name.
_UNNAMED = "mapped"


@dataclass(frozen=True, slots=True)
class Layout:
    """What `filter_pmap` was told of axes and devices."""

    in_axes: Skeleton
    out_axes: Skeleton
    axis_name: Hashable
    axis_size: int | None
    devices: tuple[jax.Device, ...] | None
    backend: str | None
    static_argnums: tuple[int, ...]

    @property
    def name(self) -> Hashable:
        """The name of the axis on the mesh."""
        return _UNNAMED if self.axis_name is None else self.axis_name

    def mesh(self, size: int) -> Mesh:
        """The mesh for a mapped axis of this size, over all processes."""
        return _mesh(self.devices, self.backend, size, self.name)


@functools.lru_cache(maxsize=64)
def _mesh(devices: tuple[jax.Device, ...] | None, backend: str | None, size: int, name: Hashable) -> Mesh:
    if devices is None:
        # Those of one process side by side, as many of each.
        count = jax.process_count(backend)
        local = [jax.local_devices(process, backend) for process in range(count)]
        devices = tuple(device for group in local for device in group[: -(-size // count)])
    if size > len(devices):
        raise ValueError(
            f"filter_pmap was given a mapped axis of size {size}, but there are only {len(devices)} devices"
        )
    return Mesh(np.array(devices[:size], dtype=object), (name,))


@dataclass(frozen=True, slots=True)
class Inputs:
    """The function and its arguments, with the axis of each leaf and the mesh they are mapped over."""

    resolved: Resolved
    size: int
    mesh: Mesh
    name: Hashable

    def arrays(self) -> list[int]:
        """The positions of the leaves that are arrays."""
        return [position for position, leaf in enumerate(self.resolved.leaves) if is_array(leaf)]

    def axis(self, position: int) -> Axis:
        """The mapped axis of a leaf, counted from the front."""
        axis = self.resolved.axes[position]
        return None if axis is None else axis % self.resolved.leaves[position].ndim

    def spec(self, position: int) -> PartitionSpec:
        """How the array at a position lies on the mesh."""
        return partition_spec(self.axis(position), self.name)

    def sharding(self, position: int) -> NamedSharding:
        """Where the array at a position belongs."""
        return NamedSharding(self.mesh, self.spec(position))


def partition_spec(axis: Axis, name: Hashable) -> PartitionSpec:
    """An array of which one axis lies across the devices, or which is on all of them."""
    return PartitionSpec() if axis is None else PartitionSpec(*[None] * axis, name)


class Spmd(Wrapper[..., Any]):
    """The function on all devices at once, for `filter_jit` to compile."""

    options: Layout
    keeps_sharing = True

    def inputs(self, args: tuple[Any, ...], kwargs: dict[str, Any], local: bool = False) -> Inputs:
        """Where the arguments belong.

        Args:
            args: The positional arguments.
            kwargs: The keyword arguments.
            local: The mapped axes hold this process's part only.

        Raises:
            ValueError: As `filter_vmap`; or nothing is mapped and no size was given, or it exceeds the devices.
        """
        layout = self.options
        specs, named = bind_axes(self.__wrapped__, layout.in_axes.join(()), args, kwargs)
        static = {position % len(args) for position in layout.static_argnums if args}
        specs = tuple(None if position in static else spec for position, spec in enumerate(specs))
        resolved = resolve((self.fun, args, kwargs), (None, specs, named), "in_axes")

        def paths() -> list[str]:
            return ["fun"] * len(tree_leaves(self.fun)) + argument_paths(self.__wrapped__, args, kwargs)

        processes = jax.process_count(layout.backend) if local else 1
        given = None if layout.axis_size is None else layout.axis_size // processes
        size = axis_size(resolved, paths, given, "filter_pmap")
        if size is None:
            raise ValueError("filter_pmap maps no argument: give `in_axes` that map an array, or `axis_size`")
        return Inputs(resolved, size * processes, layout.mesh(size * processes), layout.name)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        inputs = self.inputs(args, kwargs)
        positions, out_axes = inputs.arrays(), self.options.out_axes.join(())
        outputs: list[Outputs] = []

        def body(values: list[Any]) -> tuple[list[Any], list[Any]]:
            axes = [inputs.axis(position) for position in positions]
            values = [x if axis is None else jax.lax.squeeze(x, [axis]) for x, axis in zip(values, axes, strict=True)]
            fun, *inside = inputs.resolved.rebuild(positions, values)
            out, passed = take_apart(fun(*inside[0], **inside[1]), out_axes, "filter_pmap")
            use_up_as(self.__wrapped__, (args, kwargs), (inside[0], inside[1]))
            outputs.append(out)
            mapped = [jnp.expand_dims(leaf, 0) for axis, leaf in passed if axis is not None]
            return mapped, [leaf for axis, leaf in passed if axis is None]

        specs = {
            "mesh": inputs.mesh,
            "in_specs": ([inputs.spec(position) for position in positions],),
            "out_specs": (partition_spec(0, inputs.name), PartitionSpec()),
        }

        def refuse(position: int, _: Any) -> None:
            """The outputs of JAX are the mapped ones, then the others."""
            others = [path for path, axis in outputs[-1].passed() if axis is None]
            name = others[position - len(outputs[-1].passed()) + len(others)]
            raise ValueError(_DIFFERS.format(name=name, axis=repr(self.options.axis_name or "batch")))

        values = [inputs.resolved.leaves[position] for position in positions]
        mapped, unmapped = map_unchecked(body, values, specs, refuse)
        split, same = iter(mapped), iter(unmapped)
        return outputs[-1].join(lambda axis: next(same) if axis is None else _at_axis(next(split), axis, inputs))


_DIFFERS = """filter_pmap: `output{name}` differs from device to device, but its entry of `out_axes` is None:

    filter_pmap(lambda w, x: filter_grad(loss)(w, x), in_axes=(None, 0), out_axes=None)                  # wrong
    filter_pmap(lambda w, x: jax.lax.pmean(filter_grad(loss)(w, x), {axis}), {axis}, ..., out_axes=None)   # right

Reduce it (`jax.lax.pmean`, `psum`, `all_gather`), or give it an axis in `out_axes` for what each device has.
(`jax.pmap` takes the first device's without a word; that is `jax.lax.all_gather(out, {axis})[0]`.)"""


def _at_axis(array: Any, axis: int, inputs: Inputs) -> Any:
    axis %= array.ndim
    if axis == 0:
        return array
    sharding = NamedSharding(inputs.mesh, partition_spec(axis, inputs.name))
    # Each device holds one slice, so this moves an axis of size 1: no data travels.
    return jax.lax.with_sharding_constraint(jnp.moveaxis(array, 0, axis), sharding)

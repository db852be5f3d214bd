"""`filter_shard_map`: `jax.shard_map` for functions of any PyTrees."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeAlias, TypeVar, overload

import jax
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding, PartitionSpec
from jax.tree_util import tree_flatten, tree_leaves, tree_structure

from pytreelint.runtime.jit.checked_runs import Checks, run_checked, tracing
from pytreelint.runtime.jit.checks import converting
from pytreelint.runtime.maps.axes import argument_paths, bind_axes, frozen
from pytreelint.runtime.sharding.checked_map import map_checked
from pytreelint.runtime.sharding.shardings import spread
from pytreelint.runtime.sharing.ties import as_untied
from pytreelint.runtime.trees.callables import Keeping, Wrapper
from pytreelint.runtime.trees.described import type_of
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.old_objects import use_up_as
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import Skeleton, split

A = ParamSpec("A")
R = TypeVar("R")

INFER: Any = type("Infer", (), {"__repr__": lambda _: "inferred"})()
# A PyTree with a PartitionSpec, or None, at each leaf; JAX has no type for prefixes of trees.
Specs: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class _Options:
    """What `filter_shard_map` was told; specs as skeletons, which are hashable."""

    mesh: Mesh | AbstractMesh | None
    in_specs: Skeleton | None
    out_specs: Skeleton
    axis_names: frozenset[Hashable]
    check_vma: bool | None

    def place(self, values: list[Any], specs: list[PartitionSpec]) -> list[Any]:
        """The arrays as the specs say, where the mesh has explicit axes, for which JAX does not do it."""
        mesh = jax.sharding.get_abstract_mesh() if self.mesh is None else self.mesh
        if AxisType.Explicit not in mesh.axis_types:
            return values
        targets = [NamedSharding(self.mesh, spec) if isinstance(self.mesh, Mesh) else spec for spec in specs]
        return list(jax.device_put(values, targets))

    def check(self, values: list[Any], specs: list[PartitionSpec], names: list[str]) -> None:
        """A ValueError that names the first array that its spec does not divide, or whose spec names no axis."""
        mesh = jax.sharding.get_abstract_mesh() if self.mesh is None else self.mesh
        for value, spec, name in zip(values, specs, names, strict=True):
            shown = f"filter_shard_map: `in_specs` is {spec} for `{name}` ({type_of(value)})"
            if len(spec) > value.ndim:
                raise ValueError(f"{shown}, which has {value.ndim} axes")
            for axis, entry in enumerate(spec):
                over = entry if isinstance(entry, tuple) else () if entry is None else (entry,)
                if missing := [part for part in over if part not in mesh.shape]:
                    raise ValueError(f"{shown}, but the mesh has no axis {missing[0]!r}; it has {[*mesh.shape]}")
                number = math.prod(mesh.shape[part] for part in over)
                if value.shape[axis] % number:
                    raise ValueError(f"{shown}: axis {axis} cannot be divided over {number} devices")

    def arguments(self, in_specs: list[PartitionSpec] | None, out_specs: list[PartitionSpec]) -> dict[str, Any]:
        """Those of `jax.shard_map`, all but `check_vma`."""
        found: dict[str, Any] = {"mesh": self.mesh, "axis_names": self.axis_names, "out_specs": out_specs}
        return found if in_specs is None else {**found, "in_specs": (in_specs,)}


class _ShardMapped(Wrapper[..., Any]):
    """What `filter_shard_map` returns."""

    options: _Options

    def sharing_roles(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[PartitionSpec | None]:
        """The spec of each leaf of the arguments; only leaves with the same one are tied."""
        if self.options.in_specs is None:
            return [None for _ in tree_leaves((args, kwargs))]
        bound = bind_axes(self.__wrapped__, self.options.in_specs.join(()), args, kwargs, "in_specs", None)
        return as_untied((args, kwargs), lambda call: spread(bound, call, "in_specs"))

    def ties_output(self) -> bool:
        """Shared outputs are passed out once where all have the same spec."""
        return isinstance(self.options.out_specs.join(()), PartitionSpec)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        options, call = self.options, (self.fun, args, kwargs)
        leaves, treedef = tree_flatten(call)
        arrays = [position for position, leaf in enumerate(leaves) if is_array(leaf)]
        values = [leaves[position] for position in arrays]
        in_specs = None
        if options.in_specs is not None:
            entries = [None for _ in tree_leaves(self.fun)] + self.sharing_roles(args, kwargs)
            in_specs = [_spec(entries[position]) for position in arrays]
            names_in = [*paths(tree_structure(self.fun)), *argument_paths(self.__wrapped__, args, kwargs)]
            options.check(values, in_specs, [names_in[position] for position in arrays])
            values = options.place(values, in_specs)
        wanted = options.out_specs.join(())
        groups = list(dict.fromkeys([_spec(None), *map(_spec, tree_leaves(wanted))]))
        outputs: list[tuple[Skeleton, list[PartitionSpec]]] = []

        def body(values: list[Any]) -> list[list[Any]]:
            inside = list(leaves)
            for position, value in zip(arrays, values, strict=True):
                inside[position] = value
            fun, *copy = treedef.unflatten(inside)
            out = fun(*copy[0], **copy[1])
            use_up_as(self.__wrapped__, (args, kwargs), (copy[0], copy[1]))
            found, skeleton = split(out, lenient=True)
            static = {position for position, _ in skeleton.statics}
            every = enumerate(spread(wanted, out, "out_specs"))
            specs = [_spec(entry) for position, entry in every if position not in static]
            outputs.append((skeleton, specs))
            return [[leaf for leaf, spec in zip(found, specs, strict=True) if spec == group] for group in groups]

        def names() -> list[str]:
            """The outputs that are arrays, in the order in which the groups hold them."""
            skeleton, specs = outputs[-1]
            static = {position for position, _ in skeleton.statics}
            found = [path for position, path in enumerate(paths(skeleton.treedef)) if position not in static]
            return [path for group in groups for path, spec in zip(found, specs, strict=True) if spec == group]

        mapped = functools.partial(map_checked, body, values, options.arguments(in_specs, groups), options.check_vma)
        with converting(), tracing(Checks()) as checks:
            results = run_checked(checks, mapped, (names,))
        found = {group: iter(result) for group, result in zip(groups, results, strict=True)}
        skeleton, specs = outputs[-1]
        return skeleton.join([next(found[spec]) for spec in specs])


def _spec(entry: Any) -> PartitionSpec:
    return PartitionSpec() if entry is None else entry


@overload
def filter_shard_map(
    *,
    out_specs: Specs,
    in_specs: Specs = ...,
    mesh: Mesh | AbstractMesh | None = ...,
    axis_names: Set[Hashable] = ...,
    check_vma: bool | None = ...,
) -> Keeping: ...


@overload
def filter_shard_map(
    f: Callable[A, R],
    /,
    *,
    out_specs: Specs,
    in_specs: Specs = ...,
    mesh: Mesh | AbstractMesh | None = ...,
    axis_names: Set[Hashable] = ...,
    check_vma: bool | None = ...,
) -> Wrapper[A, R]: ...


def filter_shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    out_specs: Specs,
    in_specs: Specs = INFER,
    mesh: Mesh | AbstractMesh | None = None,
    axis_names: Set[Hashable] = frozenset(),
    check_vma: bool | None = None,
) -> Any:
    """Run a function on each device of a mesh, with its shard of the arrays in the arguments.

    `jax.shard_map` with arguments and results of any PyTrees; leaves that are no arrays are passed on as they are.

    Args:
        f: A function, or any callable; arrays that it holds itself are on every device. Without it, a decorator is
            returned.
        out_specs: A `PartitionSpec` for each output: a prefix of the output. None is for leaves that are no arrays, and
            means `PartitionSpec()` for arrays: the same on every device.
        in_specs: The same for the arguments: one for all, a tuple with a prefix of each, or a dictionary by parameter
            name. Keyword arguments that it does not speak of are on every device. By default they are those that the
            arrays have already, as in `jax.shard_map`.
        mesh: The mesh; by default that of `jax.set_mesh`. Explicit axes are fine, whatever the arrays' own sharding.
        axis_names: As in `jax.shard_map`.
        check_vma: None, the default: filtered gradients are right in any program. Where the loss differs from device
            to device the gradient is each device's own, as in `jax.pmap`; where it is the same on all of them, it is
            the gradient of that one loss. So `pmean(filter_grad(loss))` and `filter_grad(pmean(loss))` are both the
            mean, in loops and branches too. Raw `jax.grad` inside keeps JAX's meaning: the sum over the devices in
            what they share. True: JAX's check and meaning for raw and filtered gradients, and a warning where such a
            sum is summed again. False: no check at all, as in `jax.shard_map`; each gradient is the device's own part
            of the derivative of all losses' sum, also that of a `pmean`.

    Returns:
        The mapped function: a PyTree that holds `f`.

    Raises:
        ValueError: A spec is no prefix of its tree, or names no argument; an output differs from device to device
            along an axis that its spec does not name; a sum of raw gradients is summed again; and as `jax.shard_map`.

    Examples:
        >>> mesh = jax.make_mesh((jax.device_count(),), ("batch",))
        >>> P = jax.sharding.PartitionSpec
        >>> def mean(model, x):
        ...     return model["activation"](jax.lax.pmean(x.mean(), "batch"))
        >>> mapped = filter_shard_map(mean, mesh=mesh, in_specs=(P(), P("batch")), out_specs=P())
        >>> mapped({"activation": jnp.abs}, -jnp.ones(jax.device_count()))
        Array(1., dtype=float32)
    """
    specs = None if in_specs is INFER else frozen(in_specs)
    options = _Options(mesh, specs, frozen(out_specs), frozenset(axis_names), check_vma)
    if f is None:
        return lambda function: _ShardMapped(function, options)
    return _ShardMapped(f, options)

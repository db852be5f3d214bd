"""`filter_shard_map`: `jax.shard_map` for functions of any PyTrees."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

import jax
import jax.extend
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding, PartitionSpec
from jax.tree_util import tree_flatten, tree_leaves

from pytreelint.runtime.axes import bind_axes, frozen
from pytreelint.runtime.callables import Wrapper
from pytreelint.runtime.leaves import is_array
from pytreelint.runtime.shardings import spread
from pytreelint.runtime.sharing import as_untied
from pytreelint.runtime.skeleton import Skeleton, split
from pytreelint.runtime.vma import summed_twice

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
            values = options.place(values, in_specs)
        wanted = options.out_specs.join(())
        groups = list(dict.fromkeys([_spec(None), *map(_spec, tree_leaves(wanted))]))
        outputs: list[tuple[Skeleton, list[PartitionSpec]]] = []

        def body(values: list[Any]) -> list[list[Any]]:
            inside = list(leaves)
            for position, value in zip(arrays, values, strict=True):
                inside[position] = value
            fun, args, kwargs = treedef.unflatten(inside)
            out = fun(*args, **kwargs)
            found, skeleton = split(out, lenient=True)
            static = {position for position, _ in skeleton.statics}
            every = enumerate(spread(wanted, out, "out_specs"))
            specs = [_spec(entry) for position, entry in every if position not in static]
            outputs.append((skeleton, specs))
            return [[leaf for leaf, spec in zip(found, specs, strict=True) if spec == group] for group in groups]

        results = _run(body, values, options.arguments(in_specs, groups), options.check_vma)
        found = {group: iter(result) for group, result in zip(groups, results, strict=True)}
        skeleton, specs = outputs[-1]
        return skeleton.join([next(found[spec]) for spec in specs])


def _spec(entry: Any) -> PartitionSpec:
    return PartitionSpec() if entry is None else entry


def _run(body: Callable[..., Any], values: list[Any], arguments: dict[str, Any], check_vma: bool | None) -> Any:
    """Call `jax.shard_map`, so that no gradient is summed twice without a word."""
    if check_vma is not False:
        mapped = jax.shard_map(body, **arguments, check_vma=True)
        jaxpr, shape = jax.make_jaxpr(mapped, return_shape=True)(values)
        axes = summed_twice(jaxpr)
        if not axes or check_vma:
            if axes:
                names = ", ".join(map(repr, sorted(axes, key=str)))
                warnings.warn(_TWICE.format(names=names), stacklevel=4)
            flat = jax.extend.core.jaxpr_as_fun(jaxpr)(*values)
            return jax.tree.unflatten(jax.tree.structure(shape), flat)
    return jax.shard_map(body, **arguments, check_vma=False)(values)


_TWICE = (
    "filter_shard_map(..., check_vma=True): a sum over {names} is summed or averaged there again. With check_vma=True "
    "JAX itself sums the gradient of an argument that is the same on all devices; `pmean` of it is that sum still, n "
    "times the mean. Take the mean of the loss before differentiating, or leave check_vma out."
)


@overload
def filter_shard_map(
    *,
    out_specs: Specs,
    in_specs: Specs = ...,
    mesh: Mesh | AbstractMesh | None = ...,
    axis_names: Set[Hashable] = ...,
    check_vma: bool | None = ...,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...


@overload
def filter_shard_map(
    f: Callable[..., Any],
    /,
    *,
    out_specs: Specs,
    in_specs: Specs = ...,
    mesh: Mesh | AbstractMesh | None = ...,
    axis_names: Set[Hashable] = ...,
    check_vma: bool | None = ...,
) -> Callable[..., Any]: ...


def filter_shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    out_specs: Specs,
    in_specs: Specs = INFER,
    mesh: Mesh | AbstractMesh | None = None,
    axis_names: Set[Hashable] = frozenset(),
    check_vma: bool | None = None,
) -> Callable[..., Any]:
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
        check_vma: True: JAX's check of what varies between devices; the gradient of an argument that is the same on all
            of them is their sum, and a warning says where such a sum is summed again. False: no check; a gradient is
            each device's own, as in `jax.pmap`. None, the default: True, unless something would be summed twice, then
            False, which takes a second trace. So `pmean(grad(loss))` and `grad(pmean(loss))` are both the mean of the
            gradients.

    Returns:
        The mapped function: a PyTree that holds `f`.

    Raises:
        ValueError: A spec is no prefix of its tree, or names no argument; and as `jax.shard_map`.

    Example:
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

"""`filter_pmap`: `jax.pmap` for functions of any PyTrees."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar, overload

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.tree_util import tree_leaves

from pytreelint.runtime.jit.filter_jit import filter_jit
from pytreelint.runtime.jit.options import Donate, make_options
from pytreelint.runtime.maps.axes import FIRST, Axes, Axis, bind_axes, frozen, if_array, is_uniform, resolve
from pytreelint.runtime.maps.spmd import Inputs, Layout, Spmd
from pytreelint.runtime.sharding.processes import to_global, to_local
from pytreelint.runtime.trees.callables import Wrapper
from pytreelint.runtime.trees.cycles import named_arguments, refuse_cycles
from pytreelint.runtime.trees.old_objects import explain_call, use_up_as

P = ParamSpec("P")
R = TypeVar("R")

_Call: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]
# Position and shape of each.
_Batches: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
_NUMPY = (np.ndarray, np.generic)


# What belongs to one object, and to this process.
_OWN = ("_compiled", "_only_mesh", "_targets")


@dataclass(frozen=True, slots=True)
class _Options:
    """What `filter_pmap` was told: for the mapping, and for the compilation."""

    layout: Layout
    jit: tuple[tuple[str, Any], ...]


class Pmapped(Wrapper[P, R]):
    """What `filter_pmap` returns."""

    options: _Options
    compiles = True
    # Where all arrays have to be of this mesh: it.
    _only_mesh: Mesh | None = None

    def sharing_roles(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Axis]:
        """The axis of each leaf of the arguments; only leaves with the same one are tied."""
        in_axes = bind_axes(self.__wrapped__, self.options.layout.in_axes.join(()), args, kwargs)
        return resolve((args, kwargs), in_axes, "in_axes").axes

    def ties_output(self) -> bool:
        """Shared outputs are passed out once where all have the same axis."""
        return is_uniform(self.options.layout.out_axes.join(()))

    def __getstate__(self) -> dict[str, Any]:
        """What is copied: not what was compiled, nor devices."""
        return {name: value for name, value in self.__dict__.items() if name not in _OWN}

    @functools.cached_property
    def _compiled(self) -> Any:
        return self._compile(self.fun)

    def _compile(self, fun: Any) -> Any:
        return filter_jit(Spmd(fun, self.options.layout), **dict(self.options.jit))

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if "_compiled" not in self.__dict__:
            refuse_cycles((args, kwargs), lambda: named_arguments(self.__wrapped__, args, kwargs))
        try:
            out: R = self._call(args, kwargs)
        except Exception as error:
            explain_call(error, self.__wrapped__, (args, kwargs))
            raise
        return out

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if jax.sharding.AxisType.Manual in jax.sharding.get_abstract_mesh().axis_types:
            raise ValueError(
                "filter_pmap cannot be called inside of filter_pmap or shard_map: map over the second axis with "
                "filter_vmap, or over both with one filter_shard_map and a mesh of two axes"
            )
        concrete = _concrete()
        leaves = tree_leaves((self.fun, args, kwargs))
        loose = [x for x in leaves if type(x) is concrete and not x.committed or isinstance(x, _NUMPY)]
        loose += [x for x in leaves if type(x) is concrete and x.committed and self._is_of_another_mesh(x)]
        if (loose or self._elsewhere()) and not any(isinstance(x, jax.core.Tracer) for x in leaves):
            batches = self._batches(args, loose)
            if batches not in self._targets or self._elsewhere():
                return self._call_placed((args, kwargs), batches)
            args = _moved(args, batches, self._targets[batches])
        try:
            return self._compiled(*args, **kwargs)
        except ValueError as error:
            if "mesh should be the same" in str(error):  # as it has to be in programs with a callback
                self._only_mesh = Spmd(self.fun, self.options.layout).inputs(args, kwargs).mesh
            elif not self._is_astray((args, kwargs), leaves):
                raise
        return self._call_placed((args, kwargs), ())

    def _is_of_another_mesh(self, x: Any) -> bool:
        """Whether an array has to be moved, as the program could not tell its mesh from its own."""
        only = self._only_mesh if isinstance(x.sharding, NamedSharding) else None
        return _is_explicit(x) if only is None else bool(x.sharding.mesh != only)

    @functools.cached_property
    def _targets(self) -> dict[_Batches, list[NamedSharding]]:
        """Where arguments go that are arrays themselves and come from the host at each call, as batches do."""
        return {}

    def _batches(self, args: tuple[Any, ...], loose: list[Any]) -> _Batches:
        """Which arguments these are, with their shapes; empty if other arrays have to be moved too."""
        found = tuple((i, arg.shape) for i, arg in enumerate(args) if any(arg is leaf for leaf in loose))
        return found if len(found) == len(loose) else ()

    def _remember(self, args: tuple[Any, ...], batches: _Batches, inputs: Inputs) -> None:
        """Keep where the batches went, if position and shape say so."""
        specs = tree_leaves(self.options.layout.in_axes.join(()))
        if inputs.mesh.is_multi_process or any(callable(spec) and not isinstance(spec, if_array) for spec in specs):
            return
        own = len(tree_leaves(self.fun))
        leaves = [own + len(tree_leaves(args[:i])) for i, _ in batches]
        if any(inputs.axis(leaf) is not None for leaf in leaves):
            self._targets[batches] = [inputs.sharding(leaf) for leaf in leaves]

    def _elsewhere(self) -> bool:
        """Whether there are other processes, or `jax.set_mesh` has chosen a mesh."""
        return jax.process_count(self.options.layout.backend) > 1 or not jax.sharding.get_abstract_mesh().empty

    def _call_placed(self, call: _Call, batches: _Batches) -> Any:
        """Call with every array on the devices where it belongs. Takes longer than a call with arrays already there."""
        compiled, (args, kwargs), inputs = self._placed(call)
        if batches:
            self._remember(call[0], batches, inputs)
        context = jax.sharding.get_abstract_mesh()
        same = context.empty or context == inputs.mesh.abstract_mesh
        with contextlib.nullcontext() if same else jax.set_mesh(inputs.mesh):
            out = compiled(*args, **kwargs)
        use_up_as(self.__wrapped__, call, (args, kwargs))
        return to_local(out, inputs.mesh) if inputs.mesh.is_multi_process else out

    def _placed(self, call: _Call) -> tuple[Any, _Call, Inputs]:
        """What to call with which arguments: those whose arrays are not on their devices are moved."""
        args, kwargs = call
        several = jax.process_count(self.options.layout.backend) > 1
        inputs = Spmd(self.fun, self.options.layout).inputs(args, kwargs, local=several)
        leaves = inputs.resolved.leaves
        where = {i: inputs.sharding(i) for i in inputs.arrays()}
        if several:
            moved = {i: to_global(leaves[i], inputs.mesh, s.spec) for i, s in where.items()}
        else:
            astray = [i for i, sharding in where.items() if not self._is_there(leaves[i], sharding)]
            targets = [where[i] for i in astray]
            new = jax.device_put([leaves[i] for i in astray], targets)
            moved = dict(zip(astray, new, strict=True))
        fun, args, kwargs = inputs.resolved.rebuild(list(moved), list(moved.values()))
        own = len(tree_leaves(self.fun))
        return (self._compile(fun) if any(i < own for i in moved) else self._compiled), (args, kwargs), inputs

    def _is_astray(self, call: _Call, leaves: list[Any]) -> bool:
        """Whether an array is bound to other devices than those that it is needed on."""
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return False
        try:
            inputs = Spmd(self.fun, self.options.layout).inputs(*call)
        except (TypeError, ValueError):
            return False
        devices = set(inputs.mesh.devices.flat)
        return any(isinstance(leaf, jax.Array) and leaf.devices() != devices for leaf in leaves)

    def _is_there(self, leaf: Any, sharding: NamedSharding) -> bool:
        """Whether an array may be handed to the program as it is: on these devices, however it lies there."""
        if not (isinstance(leaf, jax.Array) and leaf.committed and leaf.sharding.device_set == sharding.device_set):
            return False
        return leaf.sharding == sharding or not self._is_of_another_mesh(leaf)

    def lower(self, /, *args: Any, **kwargs: Any) -> Any:
        """Trace and lower for these arguments; `.compile()` of it gives the program.

        `jax.ShapeDtypeStruct` may stand for arrays.
        """
        if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in tree_leaves((args, kwargs))):
            return self._compiled.lower(*args, **kwargs)
        compiled, (args, kwargs), _ = self._placed((args, kwargs))
        return compiled.lower(*args, **kwargs)

    @property
    def trace_count(self) -> int:
        """How often the function was traced with these options."""
        count: int = self._compiled.trace_count
        return count

    @property
    def retraces(self) -> tuple[str, ...]:
        """With `explain_retrace`: for each further trace, what made it necessary."""
        found: tuple[str, ...] = self._compiled.retraces
        return found

    def clear_cache(self) -> None:
        """Forget all traces and compiled programs."""
        self._compiled.clear_cache()


def _moved(args: tuple[Any, ...], batches: _Batches, targets: list[NamedSharding]) -> tuple[Any, ...]:
    """The arguments with the batches on their devices."""
    new, positions = list(args), [i for i, _ in batches]
    for i, array in zip(positions, jax.device_put([args[i] for i in positions], targets), strict=True):
        new[i] = array
    return tuple(new)


@functools.cache
def _concrete() -> Any:
    """The type of arrays that are no tracers, also where it is asked for first while something is traced."""
    with jax.ensure_compile_time_eval():
        return type(jnp.zeros(()))


def _is_explicit(x: Any) -> bool:
    """Whether an array's type speaks of the axes of a mesh, which are not those of ours."""
    sharding = x.sharding
    return isinstance(sharding, NamedSharding) and jax.sharding.AxisType.Explicit in sharding.mesh.axis_types


class ToPmapped(Protocol):
    """`filter_pmap(**options)`, a decorator."""

    def __call__(self, fun: Callable[P, R], /) -> Pmapped[P, R]: ...


@overload
def filter_pmap(
    *,
    axis_name: Hashable = ...,
    in_axes: Axes = ...,
    out_axes: Axes = ...,
    axis_size: int | None = ...,
    donate: Donate = ...,
    donate_argnums: int | Iterable[int] = ...,
    donate_argnames: str | Iterable[str] = ...,
    static_broadcasted_argnums: int | Iterable[int] = ...,
    devices: Sequence[Any] | None = ...,
    backend: str | None = ...,
    explain_retrace: bool = ...,
) -> ToPmapped: ...


@overload
def filter_pmap(
    fun: Callable[P, R],
    axis_name: Hashable = ...,
    *,
    in_axes: Axes = ...,
    out_axes: Axes = ...,
    axis_size: int | None = ...,
    donate: Donate = ...,
    donate_argnums: int | Iterable[int] = ...,
    donate_argnames: str | Iterable[str] = ...,
    static_broadcasted_argnums: int | Iterable[int] = ...,
    devices: Sequence[Any] | None = ...,
    backend: str | None = ...,
    explain_retrace: bool = ...,
) -> Pmapped[P, R]: ...


def filter_pmap(
    fun: Callable[..., Any] | None = None,
    axis_name: Hashable = None,
    *,
    in_axes: Axes = FIRST,
    out_axes: Axes = FIRST,
    axis_size: int | None = None,
    donate: Donate = "none",
    donate_argnums: int | Iterable[int] = (),
    donate_argnames: str | Iterable[str] = (),
    static_broadcasted_argnums: int | Iterable[int] = (),
    devices: Sequence[Any] | None = None,
    backend: str | None = None,
    explain_retrace: bool = False,
) -> Any:
    """Run a function on several devices at once, each with a slice of the arrays in its arguments.

    `jax.pmap` with arguments and results of any PyTrees: whole models and optimizer states go in and come out. It is
    compiled as by `filter_jit`, traced once for each structure, static leaves, shapes and dtypes.

    Args:
        fun: A function, or any callable; arrays that it holds itself are on every device. Without it, a decorator is
            returned.
        axis_name: A name by which collectives such as `jax.lax.pmean` know the axis.
        in_axes: As in `filter_vmap`. An array with axis None is copied to every device.
        out_axes: As in `filter_vmap`; any axis, also a negative one. An array with axis None must be the same on every
            device, as the result of a collective is.
        axis_size: The size of the axis, of all processes together; needed only where no argument is mapped.
        donate, donate_argnums, donate_argnames: As in `filter_jit`. Of an array that is not on the devices yet, the
            copy that is made there is donated; as with `jax.pmap`, the array itself may be gone as well, or not.
        static_broadcasted_argnums: Arguments that are compile-time constants as a whole.
        devices: The devices to use, in order. By default the first ones.
        backend: The platform to take devices from.
        explain_retrace: As in `filter_jit`.

    Returns:
        The mapped function, with `lower`, `trace_count`, `retraces`. Each process passes and gets its own part.

    Raises:
        ValueError: As `filter_vmap`; there are fewer devices than the mapped axis is long; or an output with axis None
            differs from device to device.

    Examples:
        >>> def step(model, x):
        ...     return {**model, "w": model["w"] - jax.lax.pmean(x, "batch")}
        >>> step = filter_pmap(step, "batch", in_axes=(None, 0), out_axes=None)
        >>> step({"w": jnp.ones(3), "activation": jnp.tanh}, jnp.ones((jax.device_count(), 3)))["w"]
        Array([0., 0., 0.], dtype=float32)
    """
    given: dict[str, Any] = {
        "donate": donate,
        "donate_argnums": _numbers(donate_argnums),
        "donate_argnames": (donate_argnames,) if isinstance(donate_argnames, str) else tuple(donate_argnames),
        "static_argnums": _numbers(static_broadcasted_argnums),
        "explain_retrace": explain_retrace or (),
    }
    make_options({"donate": donate, "donate_argnums": donate_argnums})  # an error now, not at the first call
    layout = _layout(in_axes, out_axes, axis_name, axis_size, devices, backend, given["static_argnums"])
    options = _Options(layout, tuple((name, value) for name, value in given.items() if value != ()))
    return Pmapped(fun, options) if fun is not None else lambda function: Pmapped(function, options)


def _layout(
    in_axes: Axes,
    out_axes: Axes,
    axis_name: Hashable,
    axis_size: int | None,
    devices: Sequence[Any] | None,
    backend: str | None,
    static_argnums: tuple[int, ...],
) -> Layout:
    used = None if devices is None else tuple(devices)
    return Layout(frozen(in_axes), frozen(out_axes), axis_name, axis_size, used, backend, static_argnums)


def _numbers(given: int | Iterable[int]) -> tuple[int, ...]:
    return (given,) if isinstance(given, int) else tuple(given)

"""`filter_vmap`: `jax.vmap` for functions of any PyTrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, overload

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_leaves

from pytreelint.runtime.maps.axes import (
    FIRST,
    Axes,
    Axis,
    argument_paths,
    axis_size,
    bind_axes,
    frozen,
    if_array,
    is_uniform,
    resolve,
)
from pytreelint.runtime.maps.outputs import Outputs, take_apart
from pytreelint.runtime.trees.callables import Keeping, Wrapper
from pytreelint.runtime.trees.old_objects import use_up_as
from pytreelint.runtime.trees.skeleton import Skeleton

P = ParamSpec("P")
R = TypeVar("R")

# No array of JAX has more dimensions; asked only where a callable of the user's answers with the output's axis.
_ANY_AXIS = range(-64, 64)


@dataclass(frozen=True, slots=True)
class _Options:
    """What `filter_vmap` was told; the specs frozen, so that dictionaries and lists have a hash."""

    in_axes: Skeleton
    out_axes: Skeleton
    axis_name: Hashable
    axis_size: int | None
    raw: tuple[tuple[str, Any], ...]


class _Vmapped(Wrapper[..., Any]):
    """What `filter_vmap` returns."""

    options: _Options

    def sharing_roles(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Axis]:
        """The axis of each leaf of the arguments; only leaves with the same one are tied."""
        in_axes = bind_axes(self.__wrapped__, self.options.in_axes.join(()), args, kwargs)
        return resolve((args, kwargs), in_axes, "in_axes").axes

    def ties_output(self) -> bool:
        """Shared outputs are passed out once where all have the same axis."""
        return is_uniform(self.options.out_axes.join(()))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        options = self.options
        in_axes = bind_axes(self.__wrapped__, options.in_axes.join(()), args, kwargs)
        inputs = resolve((args, kwargs), in_axes, "in_axes")
        mapped = inputs.mapped()

        def paths() -> list[str]:
            return argument_paths(self.__wrapped__, args, kwargs)

        size = axis_size(inputs, paths, options.axis_size, "filter_vmap")
        out_axes = options.out_axes.join(())
        axes = possible_axes(out_axes)
        outputs: list[Outputs] = []

        def body(values: list[Any]) -> list[list[Any]]:
            inside = inputs.rebuild(mapped, values)
            out, passed = take_apart(self.fun(*inside[0], **inside[1]), out_axes, "filter_vmap")
            use_up_as(self.__wrapped__, (args, kwargs), inside)
            outputs.append(out)
            return [[leaf for axis, leaf in passed if axis == wanted] for wanted in axes]

        values = [inputs.leaves[position] for position in mapped]
        if size is None:
            groups = _unmapped(body, axes)
        else:
            run = jax.vmap(
                body,
                in_axes=([inputs.axes[position] for position in mapped],),
                out_axes=axes,
                axis_name=options.axis_name,
                axis_size=size,
                **dict(options.raw),
            )
            try:
                groups = run(values)
            except ValueError as error:
                _explain_unmapped(error, outputs)
                raise
        # An array of NumPy that nothing was done with comes out of `jax.vmap` as it went in.
        groups = [
            group if axis is None else [*map(jnp.asarray, group)] for axis, group in zip(axes, groups, strict=True)
        ]
        values_of = {axis: iter(group) for axis, group in zip(axes, groups, strict=True)}
        return outputs[-1].join(lambda axis: next(values_of[axis]))


# JAX's words for an output that is mapped, with the number of the group of None and of the output in it.
_MAPPED = re.compile(r"^at vmap out_axes\[0\]\[(\d+)\], got axis spec None but output was batched")


def _explain_unmapped(error: ValueError, outputs: list[Outputs]) -> None:
    """Adds to an error which output differs along the mapped axis."""
    found = _MAPPED.match(str(error))
    if found and outputs:
        name = [path for path, axis in outputs[-1].passed() if axis is None][int(found[1])]
        error.add_note(
            f"filter_vmap: `output{name}` differs along the mapped axis, but its entry of `out_axes` is None: reduce "
            "it (`.mean(0)` after the call, `jax.lax.pmean` inside), or give it an axis"
        )


def _unmapped(body: Callable[[list[Any]], list[list[Any]]], axes: list[Axis]) -> list[list[Any]]:
    """Nothing is mapped, nor is there a size: the function itself, as long as it returns nothing mapped."""
    groups = body([])
    if any(group for axis, group in zip(axes, groups, strict=True) if axis is not None):
        raise ValueError(
            "Cannot resolve batch dimension: filter_vmap was asked for mapped outputs, but no argument is mapped. Give "
            "`in_axes` that map an array, or `axis_size`, or `out_axes=None`"
        )
    return groups


def possible_axes(out_axes: Axes) -> list[Axis]:
    """Every axis that `out_axes` may ask for, None first."""
    found: set[int] = set()
    for spec in tree_leaves(out_axes):
        if isinstance(spec, if_array):
            found.add(spec.axis)
        elif callable(spec):
            found.update(_ANY_AXIS)
        else:
            found.add(spec)
    return [None, *sorted(found)]


@overload
def filter_vmap(
    *,
    in_axes: Axes = ...,
    out_axes: Axes = ...,
    axis_name: Hashable = ...,
    axis_size: int | None = ...,
    spmd_axis_name: Hashable = ...,
    sum_match: bool = ...,
) -> Keeping: ...


@overload
def filter_vmap(
    fun: Callable[P, R],
    in_axes: Axes = ...,
    out_axes: Axes = ...,
    axis_name: Hashable = ...,
    axis_size: int | None = ...,
    spmd_axis_name: Hashable = ...,
    sum_match: bool = ...,
) -> Wrapper[P, R]: ...


def filter_vmap(
    fun: Callable[..., Any] | None = None,
    in_axes: Axes = FIRST,
    out_axes: Axes = FIRST,
    axis_name: Hashable = None,
    axis_size: int | None = None,
    spmd_axis_name: Hashable = None,
    sum_match: bool = False,
) -> Any:
    """Map a function over an axis of the arrays in its arguments; other leaves are passed on as they are.

    `jax.vmap` with arguments and results of any PyTrees. The axes are handed to JAX, so that tracing costs what
    `jax.vmap` costs.

    Args:
        fun: A function, or any callable. If it holds arrays itself (a Module, a bound method), these are not mapped:
            to map a model, pass it as an argument. Without `fun`, a decorator is returned.
        in_axes: Which axis of which leaf of the arguments is mapped: None (not mapped), an integer, or a callable that
            answers one of these for a leaf, such as `if_array(1)`. It is one of these for all positional arguments; a
            tuple with a prefix of each argument (entries beyond the positional arguments are for parameters passed
            by keyword); or a dictionary of such prefixes by parameter name. A prefix may be a mask made from
            the model ahead of time, with None at leaves that are no arrays. Keyword arguments that it does not
            speak of, and names that the dictionary leaves out, are mapped by `if_array(0)`.
        out_axes: Where the mapped axis is in the outputs: a prefix of the output, with leaves as in `in_axes`. None is
            for leaves that do not depend on a mapped argument; they need not be arrays.
        axis_name: A name by which collectives such as `jax.lax.pmean` know the axis.
        axis_size: The size of the axis; needed only where no argument is mapped.
        spmd_axis_name: As in `jax.vmap`.
        sum_match: As in `jax.vmap`.

    Returns:
        The mapped function: a PyTree that holds `fun`, equal for equal functions, so that `filter_jit(filter_vmap(f))`
        built anew is not traced anew.

    Raises:
        ValueError: Mapped axes differ in size, or a leaf lacks the axis; the message names the leaf.
        TypeError: A leaf that is no array is to be mapped; `fun` cannot be called; `axis_size` is no integer.

    Examples:
        >>> model = {"w": jnp.ones((8, 3)), "activation": jnp.tanh}
        >>> def apply(model, x):
        ...     return model["activation"](model["w"] @ x)
        >>> filter_vmap(apply, in_axes=(if_array(0), None))(model, jnp.ones(3)).shape
        (8,)
    """
    if not (axis_size is None or isinstance(axis_size, (int, np.integer))):
        raise TypeError(f"`axis_size` of filter_vmap must be an integer, not {axis_size!r}")
    raw = {"spmd_axis_name": spmd_axis_name} if spmd_axis_name is not None else {}
    raw |= {"sum_match": sum_match} if sum_match else {}
    options = _Options(frozen(in_axes), frozen(out_axes), axis_name, axis_size, tuple(raw.items()))
    if fun is None:
        return lambda function: _Vmapped(function, options)
    return _Vmapped(fun, options)

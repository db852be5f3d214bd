"""Calls of `jax.shard_map` whose gradients and outputs are checked in the traced program."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import jax
from jax.extend.core import jaxpr_as_fun

from pytreelint.runtime.sharding.device_gradients import AXES
from pytreelint.runtime.sharding.replication import settle
from pytreelint.runtime.sharding.summed_twice import differentiates_raw, summed_twice


def map_checked(
    body: Callable[..., Any],
    values: list[Any],
    arguments: dict[str, Any],
    check_vma: bool | None,
    names: Callable[[], list[str]],
) -> Any:
    """Call `jax.shard_map`.

    Without a word on `check_vma` the function is traced without JAX's check, its filtered gradients are settled, and
    its outputs are looked at. Where it differentiates with raw `jax.grad` it is traced with the check instead, and
    raw and filtered gradients are what JAX says.

    Args:
        body: What to map.
        values: Its arguments.
        arguments: Those of `jax.shard_map`, all but `check_vma`.
        check_vma: As for `filter_shard_map`.
        names: Gives the paths of the outputs, after a trace.

    Raises:
        ValueError: An output differs from device to device where its spec says that it is the same; or a sum of
            gradients is summed again.
    """

    def refuse(position: int, axes: Iterable[Hashable]) -> None:
        raise ValueError(_DIFFERS.format(name=f"`output{names()[position]}`", axis=_listed(axes)))

    if check_vma is False:
        return jax.shard_map(body, **arguments, check_vma=False)(values)
    if check_vma is None:
        jaxpr, shape = _trace(_settling(body, arguments), values, arguments, False)
        if not differentiates_raw(jaxpr):
            return _run(jaxpr, shape, values, refuse)
    try:
        jaxpr, shape = _trace(body, values, arguments, True)
    except TypeError as error:
        if "varying" in str(error) or "manual axis types" in str(error):
            error.add_note(_MIXED)
        raise
    if axes := summed_twice(jaxpr):
        axis = _listed(axes)
        if check_vma is None:
            raise ValueError(_TWICE.format(axis=axis))
        warnings.warn(_TWICE_CHECKED.format(axis=axis), stacklevel=6)
    return _run(jaxpr, shape, values, refuse)


def map_unchecked(
    body: Callable[..., Any], values: list[Any], arguments: dict[str, Any], refuse: Callable[[int, Any], None]
) -> Any:
    """Call `jax.shard_map` without its check; every gradient is each device's own.

    Args:
        body: What to map.
        values: Its arguments.
        arguments: Those of `jax.shard_map`, all but `check_vma`.
        refuse: Called with the position of an output, and the axes along which it differs against its spec.
    """
    jaxpr, shape = _trace(body, values, arguments, False)
    return _run(jaxpr, shape, values, refuse)


def _settling(body: Callable[..., Any], arguments: dict[str, Any]) -> Callable[..., Any]:
    """The body, in which filtered gradients wait for `settle`."""
    mesh = arguments["mesh"] or jax.sharding.get_abstract_mesh()
    around = frozenset(jax.sharding.get_abstract_mesh().manual_axes)
    axes = tuple(sorted(frozenset(arguments["axis_names"] or mesh.axis_names) - around, key=str))

    def with_axes(values: list[Any]) -> Any:
        with AXES((*(axis for axis in AXES.value if axis not in axes), *axes)):
            return body(values)

    return with_axes


def _trace(body: Callable[..., Any], values: list[Any], arguments: dict[str, Any], check_vma: bool) -> Any:
    return jax.make_jaxpr(jax.shard_map(body, **arguments, check_vma=check_vma), return_shape=True)(values)


def _run(jaxpr: Any, shape: Any, values: list[Any], refuse: Callable[[int, Any], None]) -> Any:
    settled, differing = settle(jaxpr)
    for position, axes in enumerate(differing):
        if axes:
            refuse(position, axes)
    flat = jaxpr_as_fun(settled)(*values)
    return jax.tree.unflatten(jax.tree.structure(shape), flat)


def _listed(axes: Iterable[Hashable]) -> str:
    found = [repr(axis) for axis in sorted(axes, key=str)]
    return found[0] if len(found) == 1 else f"({', '.join(found)})"


_DIFFERS = """filter_shard_map: {name} differs from device to device along {axis}, against its `out_specs`:

    filter_shard_map(lambda w, x: filter_grad(loss)(w, x), ..., out_specs=P())                            # wrong
    filter_shard_map(lambda w, x: jax.lax.pmean(filter_grad(loss)(w, x), {axis}), ..., out_specs=P())     # right

Reduce it (`jax.lax.pmean`, `psum`, `all_gather`), or name the axis in `out_specs` for each device's own. (That
out_specs require replication is JAX's rule; `check_vma=False` takes the first device's unchecked.)"""

_TWICE = """filter_shard_map: a sum of gradients over {axis} is summed or averaged again. Inside of shard_map raw
`jax.grad` of a loss that differs from device to device is the sum over all of them; its `pmean` is n times the mean:

    jax.lax.pmean(jax.grad(loss)(w, x), {axis})                    # wrong: n times the mean
    jax.lax.pmean(filter_grad(loss)(w, x), {axis})                 # right: each device's own gradient, then the mean
    jax.grad(lambda w: jax.lax.pmean(loss(w, x), {axis}))(w)       # right, if nothing computed from it is summed"""

_TWICE_CHECKED = (
    "filter_shard_map(..., check_vma=True): a sum over {axis} is summed or averaged there again. With check_vma=True "
    " JAX itself sums the gradient of an argument that is the same on all devices; `pmean` of it is that "
    "sum still, n times the mean. Take the mean of the loss before differentiating, or leave check_vma out."
)

_MIXED = """
filter_shard_map: values that differ from device to device meet values that do not in raw `jax.lax` control flow, in a
function that differentiates with raw `jax.grad` (or with check_vma=True). Either of these will do:

    filter_grad(loss)(w, x)                                        # instead of jax.grad, and without check_vma
    jax.lax.pcast(value, 'axis', to='varying')                     # of the first carry, or of a branch's result"""

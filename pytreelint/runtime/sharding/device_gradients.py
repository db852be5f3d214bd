"""Gradients inside of `filter_shard_map`.

A gradient is taken there as in `jax.pmap`: each device gets the derivative of the sum of all devices' losses in its own
copy of the weights. Where the loss differs from device to device that is its own gradient, as it should be. Where the
loss is the same on all of them (a `pmean`), it is counted as often as there are devices, and only a part of it is on
each: the gradient of that one loss is the mean of these. Which losses are the same is known once the whole function
is traced, with all loops and branches; so a primitive stands for the gradient until then (`replication.settle`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from pytreelint.runtime.sharding.flow import collective_axes
from pytreelint.runtime.trees.leaves import is_inexact_array

AXES: Any = jax.make_user_context(())
"""The mesh axes of the `filter_shard_map`s that are being traced; a part of JAX's key for traces."""

SCOPE = "filtered_gradient"
"""The name under which filtered transforms differentiate, in the names of equations."""

gradient_p = Primitive("gradient_over_devices")
"""`(own, primal, *losses)`: the gradient; of primal and losses a number each, to see where they differ.

Its parameters: `axes`, for which it waits; and `forward`, whether it is by forward mode, which moves the primals of all
devices at once. That is right for what they share. In a shard it would sum over the other shards, so it must not be.
"""


def scope() -> contextlib.AbstractContextManager[Any]:
    """A context in which differentiation is marked as that of a filtered transform."""
    return jax.named_scope(SCOPE) if AXES.value else contextlib.nullcontext()


def over_devices(gradients: Sequence[Any], primals: Sequence[Any], losses: Sequence[Any]) -> list[Any]:
    """Gradients, each bound to the primitive that `settle` replaces inside of `filter_shard_map`; unchanged elsewhere.

    Args:
        gradients: As JAX gives them without its check of what varies.
        primals: For each the array in which it was differentiated.
        losses: What was differentiated, and the cotangents that were given for it.
    """
    axes = AXES.value
    if not axes:
        return list(gradients)
    of = [_element(loss) for loss in losses]
    return [
        gradient_p.bind(gradient, _element(primal), *of, axes=axes, forward=False)
        if is_inexact_array(gradient)
        else gradient
        for gradient, primal in zip(gradients, primals, strict=True)
    ]


def by_forward_mode(rows: Any, primals: Sequence[Any], jaxpr: Any) -> Any:
    """A Jacobian by forward mode, which is refused in primals that differ along the axes that `jaxpr` sums over.

    Args:
        rows: For each output a list with the derivative in each primal.
        primals: What was differentiated in.
        jaxpr: What was differentiated.
    """
    axes = tuple(axis for axis in AXES.value if axis in collective_axes(jaxpr))
    if not axes:
        return rows
    marks = [_element(primal) for primal in primals]
    return [
        [gradient_p.bind(x, mark, axes=axes, forward=True) for x, mark in zip(row, marks, strict=True)] for row in rows
    ]


def _element(x: Any) -> Any:
    """A number that differs from device to device where an array does; nothing computes it in the end."""
    return jnp.sum(jax.lax.stop_gradient(x))


def _jvp(primals: Any, tangents: Any, **params: Any) -> Any:
    out, tangent = gradient_p.bind(*primals, **params), tangents[0]
    if isinstance(tangent, ad.Zero):
        return out, tangent
    return out, gradient_p.bind(tangent, *primals[1:], **params)


def _transpose(cotangent: Any, own: Any, *rest: Any, **params: Any) -> Any:
    # A mean over devices is its own transpose, where that of a sum is a sum.
    zero = isinstance(cotangent, ad.Zero)
    return [cotangent if zero else gradient_p.bind(cotangent, *rest, **params), *(None for _ in rest)]


def _batch(args: Any, dims: Any, **params: Any) -> Any:
    return gradient_p.bind(*args, **params), dims[0]


def _refuse(*_: Any, **__: Any) -> Any:
    raise TypeError(
        "a filtered gradient inside of filter_shard_map is in a place where it is not known whether its loss is the "
        "same on all devices, such as a rule of a custom derivative that is used from outside; differentiate inside"
    )


gradient_p.def_abstract_eval(lambda own, *_, **__: own)
gradient_p.def_impl(_refuse)
ad.primitive_jvps[gradient_p] = _jvp
ad.primitive_transposes[gradient_p] = _transpose
batching.primitive_batchers[gradient_p] = _batch
mlir.register_lowering(gradient_p, _refuse)

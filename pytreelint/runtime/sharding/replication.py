"""Which values inside of a `shard_map` differ from device to device; and what follows for gradients and outputs.

JAX's own check types values, and takes what a branch or loop gives for equal where only its condition differs. Here
values are followed: a sum over devices is the same on all of them, and so is what is computed from it alone.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.core import Literal

from pytreelint.runtime.sharding.device_gradients import gradient_p
from pytreelint.runtime.sharding.flow import NOTHING, Fact, Facts, Flow, axes_of, inner_jaxprs, opened, union

# Collectives that give the same on all devices.
_SAME = frozenset(
    {"psum", "psum_invariant", "pmax", "pmin", "all_gather", "all_gather_invariant", "all_gather_reduced"}
)
# What another device may answer otherwise.
_OUTSIDE = frozenset({"io_callback", "infeed", "rng_uniform"})


class Replication(Flow):
    """Follows along which of the axes of a mesh values differ.

    Args:
        mesh: The mesh.
        axes: Those of its axes that the `shard_map` maps over.
    """

    def __init__(self, mesh: Any, axes: Iterable[Hashable]) -> None:
        self.names = frozenset(axes)
        self.sizes = {axis: mesh.shape[axis] for axis in self.names if mesh.shape[axis] > 1}
        self.axes: Fact = frozenset(self.sizes)

    def visit(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        name, outputs = equation.primitive.name, len(equation.outvars)
        if equation.primitive is gradient_p:
            return self._gradient(equation, operands)
        if any(_holds_gradient(jaxpr) for jaxpr in inner_jaxprs(equation)):
            raise TypeError(f"a filtered gradient inside of `{name}` is not followed by filter_shard_map")
        named = axes_of(equation)
        if name in _SAME and equation.params.get("axis_index_groups") is None:
            return [fact - named for fact in _one_by_one(operands, outputs)], [equation]
        if name in _OUTSIDE or any("Ref" in type(v.aval).__name__ for v in equation.invars):
            return [self.axes] * outputs, [equation]
        if name in ("pvary", "pcast"):
            return _one_by_one(operands, outputs), [equation]
        return [union(operands) | (named & self.axes)] * outputs, [equation]

    def _gradient(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        """The equations of a gradient: of a loss that is the same on all devices it is the mean of what each has."""
        own, primal, *losses = operands
        axes = frozenset(equation.params["axes"])
        if equation.params["forward"]:
            if primal & axes:
                raise ValueError(_FORWARD)
            losses = [axes]
        shared = (self.axes & axes) - union(losses)
        summed = (shared & own) - primal
        count = math.prod(self.sizes[axis] for axis in shared & (own | primal))
        left = tuple(axis for axis in equation.params["axes"] if axis not in self.names)
        return [own - summed], self._mean(equation, tuple(sorted(summed, key=str)), count, left)

    def _mean(self, equation: Any, summed: tuple[Any, ...], count: int, left: tuple[Any, ...]) -> list[Any]:
        """Equations that sum and divide; with a further gradient for the axes of a map around this one."""

        forward = equation.params["forward"]

        def mean(own: Any, *rest: Any) -> Any:
            total = jax.lax.psum(own, summed) if summed else own
            out = total / jnp.asarray(count, total.dtype)
            return gradient_p.bind(out, *rest, axes=left, forward=forward) if left else out

        structs = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in equation.invars]
        with equation.ctx.manager:
            traced = jax.make_jaxpr(mean, axis_env=[(axis, self.sizes[axis]) for axis in summed])(*structs)
        return _spliced(opened(traced), equation)


def _spliced(jaxpr: Any, equation: Any) -> list[Any]:
    """The equations of a jaxpr with the variables of the equation that they replace."""
    names = dict(zip([*jaxpr.invars, *jaxpr.outvars], [*equation.invars, *equation.outvars], strict=True))

    def renamed(variables: Iterable[Any]) -> list[Any]:
        return [v if isinstance(v, Literal) else names.get(v, v) for v in variables]

    return [
        new.replace(invars=renamed(new.invars), outvars=renamed(new.outvars), ctx=equation.ctx) for new in jaxpr.eqns
    ]


def _one_by_one(operands: Facts, outputs: int) -> Facts:
    """Each result comes from the operand at its place, if there are as many."""
    return operands if len(operands) == outputs else [union(operands)] * outputs


def _holds_gradient(jaxpr: Any) -> bool:
    equations = opened(jaxpr).eqns
    return any(e.primitive is gradient_p or any(map(_holds_gradient, inner_jaxprs(e))) for e in equations)


class Settled(Flow):
    """A program in which the gradients of its `shard_map` are settled.

    Attributes:
        outputs: For each output of the `shard_map` the axes along which it differs, against its spec.
    """

    def __init__(self) -> None:
        self.outputs: Facts = []

    def enter(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        """Only the map itself is looked into."""
        return self.visit(equation, operands)

    def visit(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        if equation.primitive.name != "shard_map":
            return super().visit(equation, operands)
        params = equation.params
        inside = Replication(params["mesh"], _manual(params))
        results, new = inside.follow(params["jaxpr"], [_mentioned(spec) & inside.axes for spec in params["in_specs"]])
        self.outputs = [fact - _mentioned(spec) for fact, spec in zip(results, params["out_specs"], strict=True)]
        return [NOTHING] * len(results), [equation.replace(params={**params, "jaxpr": new})]


def settle(closed: Any) -> tuple[Any, Facts]:
    """A traced `shard_map` with its gradients settled.

    Args:
        closed: The jaxpr of a call of `jax.shard_map`.

    Returns:
        The jaxpr to run; and for each output of the map the axes along which it differs from device to device
        although its spec says that it is the same.
    """
    settled = Settled()
    _, new = settled.follow(closed, [NOTHING for _ in opened(closed).invars])
    return new, settled.outputs


_FORWARD = """filter_jacfwd inside of filter_shard_map: an argument that differs from device to device, such as a shard
of the weights, is differentiated by forward mode in a function that sums over the devices. That moves all shards:

    filter_jacfwd(lambda shard: jax.lax.psum(f(shard), axis))(shard)      # wrong
    filter_jacrev(lambda shard: jax.lax.psum(f(shard), axis))(shard)      # right: in this device's shard"""


def _manual(params: Any) -> Iterable[Hashable]:
    found: Iterable[Hashable] = params.get("newly_manual_axes", params.get("manual_axes", params["mesh"].axis_names))
    return found


def _mentioned(spec: Any) -> Fact:
    """The axes in a `PartitionSpec`."""
    return frozenset(axis for entry in spec for axis in (entry if isinstance(entry, tuple) else (entry,))) - {None}

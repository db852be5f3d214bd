"""Sums over devices of what JAX has summed already.

With `check_vma=True` raw `jax.grad` of a loss that differs from device to device gives the *sum* of the gradients in
what all devices share. A `pmean` of it, right and necessary without that check, then finds n equal values and makes
them n times too large, and JAX says nothing. This finds it in the jaxpr.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from jax.extend.core import Literal

from pytreelint.runtime.sharding.device_gradients import SCOPE
from pytreelint.runtime.sharding.flow import Fact, Facts, Flow, inner_jaxprs, opened, union

_BACKWARD = "transpose"
_CASTS = frozenset({"pvary", "pcast"})
# How JAX sums the gradient of what all devices share; that of an `all_gather` is scattered in any case.
_OF_GRADIENTS = frozenset({"psum", "psum_invariant"})
_SUMS = _OF_GRADIENTS | {"reduce_scatter"}


class _Sums(Flow):
    """Follows what is a sum of gradients, or comes from one: facts are pairs of a word and an axis.

    sum: comes from a sum of the gradients of a loss that differs from device to device.
    one: comes, on the way back, from the 1 of `jax.grad` for a loss that differs.
    same: comes, on the way back, from a cotangent that was the same on all devices, as that of a `pmean` is.
    back: was computed on the way back.
    """

    def __init__(self) -> None:
        self.found: set[Hashable] = set()
        self._backward = 0

    def enter(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        backward = _is_backward(equation)
        self._backward += backward
        try:
            return super().enter(equation, operands)
        finally:
            self._backward -= backward

    def visit(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        name, given = equation.primitive.name, union(operands)
        backward = bool(self._backward) or _is_backward(equation)
        facts = given | {("back", None)} if backward else frozenset(fact for fact in given if fact[0] == "sum")
        if name in _CASTS:
            facts |= _cast(equation, given, backward)
        if name in _SUMS:
            axes = _axes(equation)
            self.found |= {axis for axis in axes if ("sum", axis) in given}
            if backward and name in _OF_GRADIENTS:
                own = {axis for axis in axes if ("one", axis) in given or ("same", axis) not in given}
                kept = {fact for fact in facts if fact[0] in ("sum", "back") or fact[1] not in axes}
                facts = frozenset(kept | {("sum", axis) for axis in own})
        return [facts] * len(equation.outvars), [equation]


def _cast(equation: Any, given: Fact, backward: bool) -> Fact:
    """What is known of a value that was the same on all devices, and is no longer said to be."""
    literal = isinstance(equation.invars[0], Literal)
    if not backward:
        word = "one" if literal and equation.invars[0].val == 1 else ""
    else:
        word = "same" if literal or ("back", None) in given else ""
    return frozenset((word, axis) for axis in _axes(equation) if word)


def summed_twice(jaxpr: Any) -> frozenset[Hashable]:
    """The axes over which a sum of gradients is summed again, or what is computed from one.

    Args:
        jaxpr: A jaxpr, closed or not, that holds shard_maps with `check_vma=True`.
    """
    sums = _Sums()
    sums.follow(jaxpr, [frozenset() for _ in opened(jaxpr).invars])
    return frozenset(sums.found)


def differentiates_raw(jaxpr: Any) -> bool:
    """Whether something in a jaxpr is differentiated in reverse mode by other than the filtered transforms."""
    for equation in opened(jaxpr).eqns:
        names = _stack(equation)
        if _BACKWARD in names:
            if not _is_filtered(names):
                return True
        elif any(map(differentiates_raw, inner_jaxprs(equation))):
            return True
    return False


def _is_filtered(names: list[str]) -> bool:
    """Whether the first step back is that of a filtered transform: nothing but maps between its name and the step."""
    before = names[: names.index(_BACKWARD)]
    while before and before[-1] == "vmap":
        before.pop()
    return bool(before) and before[-1] == f"/{SCOPE}"


def _is_backward(equation: Any) -> bool:
    return _BACKWARD in _stack(equation)


def _stack(equation: Any) -> list[str]:
    """The names of the transforms and scopes around an equation; those of scopes with a slash."""
    parts = equation.source_info.name_stack.stack
    return [part.name if type(part).__name__ == "Transform" else f"/{part.name}" for part in parts]


def _axes(equation: Any) -> Fact:
    axes = equation.params.get("axes", equation.params.get("axis_name"))
    return frozenset(axes if isinstance(axes, (tuple, list)) else (axes,))

"""Sums over devices of what is summed already.

With `check_vma=True` JAX sums the gradient of an argument that is the same on all devices (a replicated model) by
itself. A `pmean` of it, right and necessary without that check, then finds n equal values and makes them n times too
large: JAX casts them to varying ones (`pvary`) and says nothing. This finds it in the jaxpr.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from jax.extend.core import Literal

_CAST = "pvary"
_SUM = "psum_invariant"
_NONE: frozenset[Hashable] = frozenset()


def summed_twice(jaxpr: Any) -> frozenset[Hashable]:
    """The axes over which a sum is summed again.

    Args:
        jaxpr: A jaxpr, closed or not, that holds shard_maps with `check_vma=True`.

    Returns:
        The names of the axes; empty where all is well, and where it is not certain.
    """
    found: set[Hashable] = set()
    _follow(getattr(jaxpr, "jaxpr", jaxpr), [], found)
    return frozenset(found)


def _follow(jaxpr: Any, arguments: list[frozenset[Hashable]], found: set[Hashable]) -> list[frozenset[Hashable]]:
    """Which outputs are sums over which axes, and equal on all devices but for a cast; adds to `found` on the way."""
    tags = dict(zip(jaxpr.invars, arguments, strict=False))

    def tag(variable: Any) -> frozenset[Hashable]:
        return _NONE if isinstance(variable, Literal) else tags.get(variable, _NONE)

    for equation in jaxpr.eqns:
        operands = [tag(variable) for variable in equation.invars]
        name, axes = equation.primitive.name, frozenset(equation.params.get("axes") or ())
        inner = list(_jaxprs(equation.params))
        if name == _SUM:
            found.update(axes & frozenset().union(*operands))
            results = [operand | axes for operand in operands]
        elif inner:
            results = _follow_inside(inner, operands, found)
        elif name == _CAST:
            results = operands
        else:
            results = [_kept(equation.invars, operands)]
        tags.update(
            zip(equation.outvars, results * len(equation.outvars) if len(results) == 1 else results, strict=False)
        )
    return [tag(variable) for variable in jaxpr.outvars]


def _follow_inside(
    inner: list[Any], operands: list[frozenset[Hashable]], found: set[Hashable]
) -> list[frozenset[Hashable]]:
    """A call of one jaxpr passes its operands on; loops and branches are read without knowing their operands."""
    if len(inner) == 1 and len(inner[0].invars) == len(operands):
        return _follow(inner[0], operands, found)
    for jaxpr in inner:
        _follow(jaxpr, [], found)
    return []


def _kept(variables: list[Any], operands: list[frozenset[Hashable]]) -> frozenset[Hashable]:
    """The axes over which a result is still a sum: no operand differs from device to device for another reason."""
    kept = frozenset().union(*operands)
    for variable, operand in zip(variables, operands, strict=True):
        kept -= _varying(variable) - operand
    return kept


def _varying(variable: Any) -> frozenset[Hashable]:
    """The axes along which a value may differ from device to device; none for what is no array, such as a token."""
    return frozenset(getattr(getattr(variable.aval, "manual_axis_type", None), "varying", ()))


def _jaxprs(params: dict[str, Any]) -> Iterator[Any]:
    for value in params.values():
        for part in value if isinstance(value, (tuple, list)) else (value,):
            part = getattr(part, "jaxpr", part)
            if hasattr(part, "eqns"):
                yield part

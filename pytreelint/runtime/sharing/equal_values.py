"""Which values of a jaxpr are equal for certain: by the same operations from the same operands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any

from jax.extend.core import Literal

from pytreelint.runtime.keys.identity import Same


def equal_values(closed: Any, same: Mapping[int, int] = MappingProxyType({})) -> list[int]:
    """A number for each output of a closed jaxpr, equal where the values are certain to be equal.

    Args:
        closed: From `jax.make_jaxpr`.
        same: Positions of inputs that are taken for the same as another one.

    Returns:
        As many numbers as there are outputs.
    """
    numbers: dict[Hashable, int] = {}

    def number(key: Hashable) -> int:
        return numbers.setdefault(key, len(numbers))

    return _follow(closed, [number(("input", same.get(i, i))) for i in range(len(closed.jaxpr.invars))], number)


def _follow(closed: Any, operands: list[int], number: Callable[[Hashable], int]) -> list[int]:
    """The numbers of a jaxpr's outputs from those of its inputs. Compiled functions are followed into."""
    jaxpr = closed.jaxpr
    known: dict[Any, int] = dict(zip(jaxpr.invars, operands, strict=True))
    known.update(
        (variable, number(Same(const))) for variable, const in zip(jaxpr.constvars, closed.consts, strict=True)
    )

    def of(variable: Any) -> int:
        if isinstance(variable, Literal):
            return number(("literal", str(variable.aval), _literal(variable.val)))
        return known[variable]

    for equation in jaxpr.eqns:
        inputs, name = [of(variable) for variable in equation.invars], equation.primitive.name
        if not _is_pure(equation):
            results = [number((Same(equation), position)) for position, _ in enumerate(equation.outvars)]
        elif name in _CALLS:
            results = _follow(equation.params["jaxpr"], inputs, number)
        elif name in _ONE_BY_ONE:
            results = [number((name, operand, _params(equation))) for operand in inputs]
        else:
            key = (name, tuple(inputs), _params(equation))
            results = [number((key, position)) for position, _ in enumerate(equation.outvars)]
        known.update(zip(equation.outvars, results, strict=True))
    return [of(variable) for variable in jaxpr.outvars]


_CALLS = ("jit", "pjit", "closed_call")
# Each result comes from the operand at its place, whatever the others are.
_ONE_BY_ONE = ("psum", "psum_invariant", "pvary", "pmax", "pmin", "optimization_barrier")


def _is_pure(equation: Any) -> bool:
    """Whether it does nothing but compute; that a collective names its axis is an effect to JAX."""
    return all(type(effect).__name__ == "NamedAxisEffect" for effect in equation.effects)


def _literal(value: Any) -> Hashable:
    """By bits: 0.0 and -0.0 differ."""
    return value.tobytes() if hasattr(value, "tobytes") else repr(value)


def _params(equation: Any) -> Hashable:
    """The parameters of an operation; what has no hash is equal to itself only, as are functions."""
    return tuple((name, _param(value)) for name, value in sorted(equation.params.items()))


def _param(value: Any) -> Hashable:
    if isinstance(value, (tuple, list)):
        return tuple(map(_param, value))
    if hasattr(value, "consts") and hasattr(value, "jaxpr"):
        return (_form(value.jaxpr), tuple(map(Same, value.consts)))
    if hasattr(value, "eqns"):
        return _form(value)
    try:
        hash(value)
    except TypeError:
        return Same(value)
    return Same(value) if callable(value) else (type(value), value)


def _form(jaxpr: Any) -> Hashable:
    """A jaxpr with numbers for its variables: equal for jaxprs that were traced apart and say the same."""
    if not _is_pure(jaxpr):
        return Same(jaxpr)
    known = {variable: i for i, variable in enumerate([*jaxpr.invars, *jaxpr.constvars])}

    def of(variable: Any) -> Hashable:
        if isinstance(variable, Literal):
            return (str(variable.aval), _literal(variable.val))
        return known[variable]

    lines: list[Hashable] = [tuple(str(variable.aval) for variable in known)]
    for equation in jaxpr.eqns:
        lines.append((equation.primitive.name, tuple(map(of, equation.invars)), _params(equation)))
        for variable in equation.outvars:
            known[variable] = len(known)
    return (*lines, tuple(map(of, jaxpr.outvars)))

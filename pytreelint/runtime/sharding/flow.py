"""Facts about the values of a jaxpr, followed from its inputs to its outputs.

A fact is a set of axis names; what comes from several values has the facts of all of them. Loops are followed until
nothing changes. On the way equations may be replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from jax.extend.core import Literal

Fact: TypeAlias = frozenset[Any]
Facts: TypeAlias = list[Fact]
NOTHING: Fact = frozenset()


class Flow:
    """Follows facts through a jaxpr. A subclass says what an operation without inner jaxprs makes of them."""

    def visit(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        """The facts of an equation's results, and the equations that stand for it."""
        return [union(operands)] * len(equation.outvars), [equation]

    def enter(self, equation: Any, operands: Facts) -> tuple[Facts, list[Any]]:
        """The same for an equation with inner jaxprs: loops, branches, calls."""
        name = equation.primitive.name
        if name in ("scan", "while", "cond"):
            results, params = {"scan": self._scan, "while": self._while, "cond": self._cond}[name](equation, operands)
            return results, [equation.replace(params={**equation.params, **params})]
        ((key, inner),) = [(k, v) for k, v in equation.params.items() if is_jaxpr(v)]
        results, new = self.follow(inner, operands)
        return results, [equation.replace(params={**equation.params, key: new})]

    def follow(self, jaxpr: Any, arguments: Sequence[Fact]) -> tuple[Facts, Any]:
        """The facts of a jaxpr's outputs, and the jaxpr with the equations that stand for its own."""
        inside = opened(jaxpr)
        known: dict[Any, Fact] = dict(zip(inside.invars, arguments, strict=True))

        def of(variable: Any) -> Fact:
            return NOTHING if isinstance(variable, Literal) else known.get(variable, NOTHING)

        equations: list[Any] = []
        for equation in inside.eqns:
            operands = [of(variable) for variable in equation.invars]
            take = self.enter if _is_followed(equation) else self.visit
            results, stands = take(equation, operands)
            known.update(zip(equation.outvars, results, strict=True))
            equations += stands
        return [of(variable) for variable in inside.outvars], _with_equations(jaxpr, equations)

    def _scan(self, equation: Any, operands: Facts) -> tuple[Facts, dict[str, Any]]:
        consts, carries = _parts_of_scan(equation)
        fixed, carry, xs = operands[:consts], operands[consts : consts + carries], operands[consts + carries :]
        while True:
            out, new = self.follow(equation.params["jaxpr"], [*fixed, *carry, *xs])
            joined = [a | b for a, b in zip(carry, out, strict=False)]
            if joined == carry:
                return [*carry, *out[carries:]], {"jaxpr": new}
            carry = joined

    def _while(self, equation: Any, operands: Facts) -> tuple[Facts, dict[str, Any]]:
        first = equation.params["cond_nconsts"]
        second = first + equation.params["body_nconsts"]
        of_cond, of_body, carry = operands[:first], operands[first:second], operands[second:]
        while True:
            (goes_on,), cond = self.follow(equation.params["cond_jaxpr"], [*of_cond, *carry])
            out, body = self.follow(equation.params["body_jaxpr"], [*of_body, *carry])
            joined = [a | b | goes_on for a, b in zip(carry, out, strict=True)]
            if joined == carry:
                return carry, {"cond_jaxpr": cond, "body_jaxpr": body}
            carry = joined

    def _cond(self, equation: Any, operands: Facts) -> tuple[Facts, dict[str, Any]]:
        index, *rest = operands
        followed = [self.follow(branch, rest) for branch in equation.params["branches"]]
        results = [index | union(facts) for facts in zip(*(out for out, _ in followed), strict=True)]
        return results, {"branches": tuple(new for _, new in followed)}


def union(facts: Sequence[Fact]) -> Fact:
    """The facts of all values together."""
    return NOTHING.union(*facts)


def is_jaxpr(value: Any) -> bool:
    """Whether a parameter of an equation is a jaxpr, closed or not."""
    return hasattr(opened(value), "eqns")


def opened(jaxpr: Any) -> Any:
    """The jaxpr inside of a closed one."""
    return getattr(jaxpr, "jaxpr", jaxpr)


def inner_jaxprs(equation: Any) -> Iterator[Any]:
    """All jaxprs in the parameters of an equation."""
    for value in equation.params.values():
        yield from filter(is_jaxpr, value if isinstance(value, (tuple, list)) else (value,))


def axes_of(equation: Any) -> Fact:
    """The names of the axes over which an operation is collective."""
    given = [equation.params.get(name, ()) for name in ("axes", "axis_name")]
    names = [name for axes in given for name in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    return frozenset(names) | {e.name for e in equation.effects if type(e).__name__ == "NamedAxisEffect"}


def collective_axes(jaxpr: Any) -> Fact:
    """The names of the axes over which any operation of a jaxpr is collective."""
    equations = opened(jaxpr).eqns
    inside = [collective_axes(inner) for equation in equations for inner in inner_jaxprs(equation)]
    return union([*map(axes_of, equations), *inside])


def _parts_of_scan(equation: Any) -> tuple[int, int]:
    """The numbers of constants and carries of a scan: inputs and outputs of its steps have one axis less inside."""
    inside = opened(equation.params["jaxpr"])
    carries = sum(_rank(a) == _rank(b) for a, b in zip(equation.outvars, inside.outvars, strict=True))
    whole = sum(_rank(a) == _rank(b) for a, b in zip(equation.invars, inside.invars, strict=True))
    return whole - carries, carries


def _rank(variable: Any) -> int:
    return len(getattr(variable.aval, "shape", ()))


def _is_followed(equation: Any) -> bool:
    """Whether the operands of an equation are those of its inner jaxpr, or it is a loop or a branch."""
    if equation.primitive.name in ("scan", "while", "cond"):
        return True
    single = [value for value in equation.params.values() if is_jaxpr(value)]
    if len(single) != 1 or len(list(inner_jaxprs(equation))) != 1:
        return False
    inside = opened(single[0])
    return len(inside.invars) == len(equation.invars) and len(inside.outvars) == len(equation.outvars)


def _with_equations(jaxpr: Any, equations: list[Any]) -> Any:
    inside = opened(jaxpr)
    if len(equations) == len(inside.eqns) and all(map(_is, equations, inside.eqns)):
        return jaxpr
    new = inside.replace(eqns=equations)
    return new if inside is jaxpr else jaxpr.replace(jaxpr=new)


def _is(one: Any, other: Any) -> bool:
    return one is other

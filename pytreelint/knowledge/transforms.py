"""What the transforms of JAX (and their filtered twins) do with their arguments: a table, and how to read it.

Use::

    transform = TRANSFORMS.get(canonical("jax.experimental.pjit.pjit"))   # jax.jit's entry

A transform that *wraps* takes a function and gives back a callable (`g = jax.jit(f)`): the arguments of `g` are
traced, unless `static_params` say otherwise. One that *applies* calls the function itself (`lax.scan(f, init, xs)`):
`functions` says which arguments are functions and what each is called with, `operands` which arguments are data.

Every fact is executed under JAX by `tests/knowledge/test_transforms.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["traced", "carry", "xs", "operand", "index", "tangent"]
Family = Literal["jit", "grad", "map", "control", "checkpoint", "abstract", "custom", "callback"]


@dataclass(frozen=True, slots=True)
class Function:
    """A parameter that takes a function.

    Attributes:
        position, keyword: where it is given; `keyword` is "" for positional-only.
        calls: what the transform calls it with, as roles of operands ("x": one element of "xs"; "operand*": all
            operands); empty for transforms that wrap: the arguments come with the later call.
        many: it takes a sequence of functions (`lax.switch`).
    """

    position: int
    keyword: str = ""
    calls: tuple[str, ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True)
class Operand:
    """A parameter that takes data. `rest`: this position and all later ones (`*operands`)."""

    position: int
    keyword: str
    role: Role
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Transform:
    """One transform.

    Attributes:
        name: canonical dotted name.
        family: which rule of 2xx speaks about it: 201 "jit" "checkpoint" "abstract", 202 "grad", 203 "map",
            204 "control".
        filtered: splits its arguments into arrays and the rest by itself, so opaque leaves are fine.
        style: "wraps" or "applies".
        functions, operands: see there.
        static_params: names of the parameters that make arguments static, (by position, by name).
        donate_params: the same for donation. `axes_params`: (in, out) axes.
        argnums: (position, keyword) of the parameter that says which arguments are differentiated; the default is 0.
        has_aux: the keyword after which the function returns (value, aux) and aux may be anything.
        hashes_function: takes `hash(function)`; a Module with array leaves raises (PTL207).
        rejects_opaque_inputs, rejects_opaque_outputs: raises for leaves that are no arrays or numbers.
        rejects_integers: integer or bool leaves among the differentiated arguments raise.
        gives: what the call (of the wrapped function, or of the transform that applies) returns: "result" (what the
            function returns), "gradient" (like the differentiated arguments), "value-gradient", "carry-ys", "carry",
            "stacked", "shapes", "jaxpr", "jacobian", "primal-tangent", "primal-pullback", "primal-linear", "unknown".
        twins: name of the filtered twin per target ("runtime", "equinox").
    """

    name: str
    family: Family
    filtered: bool = False
    style: Literal["wraps", "applies"] = "wraps"
    functions: tuple[Function, ...] = (Function(0),)
    operands: tuple[Operand, ...] = ()
    static_params: tuple[str, ...] = ()
    donate_params: tuple[str, ...] = ()
    axes_params: tuple[str, ...] = ()
    argnums: tuple[int, str] | None = None
    has_aux: str = ""
    hashes_function: bool = False
    rejects_opaque_inputs: bool = True
    rejects_opaque_outputs: bool = True
    rejects_integers: bool = False
    gives: str = "result"
    twins: dict[str, str] = field(default_factory=dict)


_TRANSFORMS = (
    Transform(
        "jax.jit",
        "jit",
        functions=(Function(0, "fun"),),
        static_params=("static_argnums", "static_argnames"),
        donate_params=("donate_argnums", "donate_argnames"),
        hashes_function=True,
        twins={"runtime": "filter_jit", "equinox": "equinox.filter_jit"},
    ),
    Transform(
        "jax.lax.scan",
        "control",
        style="applies",
        functions=(Function(0, "f", ("carry", "x")),),
        operands=(Operand(1, "init", "carry"), Operand(2, "xs", "xs")),
        hashes_function=True,
        gives="carry-ys",
        twins={"runtime": "filter_scan"},
    ),
    Transform(
        "equinox.filter_jit",
        "jit",
        filtered=True,
        donate_params=("donate",),
        rejects_opaque_inputs=False,
    ),
)

TRANSFORMS: dict[str, Transform] = {transform.name: transform for transform in _TRANSFORMS}

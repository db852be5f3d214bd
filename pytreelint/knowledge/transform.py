"""The records that say what a transform does with its arguments.

Each entry of a table is one object, so identity is equality enough (and quicker to set up).
"""

from __future__ import annotations

from typing import Literal

from pytreelint.knowledge.record import record

Target = Literal["runtime", "equinox", "auto"]  # which library of filtered transforms; auto: what the project has
Role = Literal["traced", "carry", "xs", "operand", "index", "tangent", "free"]
Family = Literal["jit", "grad", "map", "control", "checkpoint", "abstract", "custom", "callback"]
Gives = Literal[
    "result",  # what the function returns
    "gradient",  # like the differentiated arguments: one as itself, a tuple of argnums as a tuple
    "value-gradient",  # (result, gradient)
    "jacobian",  # result's tree of arrays, each a tree like the differentiated arguments
    "hessian",  # each leaf of that is such a tree again
    "primal-tangent",  # (result, tangent)
    "primal-pullback",  # (result, function)
    "primal-linear",  # (result, function)
    "function",  # a function
    "closure",  # (function, list of arrays)
    "stacked",  # the result with a new leading axis
    "scanned",  # what the function returns: carries as they are, the rest with a new axis, numbers as arrays
    "carry",  # like the carry
    "carry-stacked",  # (carry, stacked second result)
    "shapes",  # the result with each array a ShapeDtypeStruct
    "jaxpr",
    "elements",  # like the first operand
    "given",  # shapes that the caller gives (`result_shape_dtypes`), as arrays
    "none",
    "unknown",
]


@record(frozen=True, slots=True, eq=False)
class Function:
    """A parameter that takes a function.

    Attributes:
        position, keyword: where it is given; `keyword` is "" for positional-only.
        calls: what a transform that applies calls it with, as roles of operands: "carry", "index", "x" (one element of
            "xs"), "operands" (all operands, in order), "unpacked" (the items of the first), "element" (two elements of
            an associative scan); empty for transforms that wrap, where the arguments come with the later call.
        many: it takes a sequence of functions (`lax.switch`).
    """

    position: int
    keyword: str = ""
    calls: tuple[str, ...] = ()
    many: bool = False


@record(frozen=True, slots=True, eq=False)
class Operand:
    """A parameter that takes data. `rest`: this position and all later ones (`*operands`).

    A role of "free" is checked by nobody: callbacks to the host, predicates.
    """

    position: int
    keyword: str
    role: Role
    rest: bool = False


@record(frozen=True, slots=True, eq=False)
class Transform:
    """One transform.

    Attributes:
        name: canonical dotted name.
        family: which rule of 2xx speaks about it: 201 "jit" "checkpoint" "abstract", 202 "grad", 203 "map",
            204 "control".
        filtered: splits its arguments into arrays and the rest by itself (or leaves that to its library), so that
            opaque leaves are fine.
        style: "wraps": `g = name(f)`, then `g(*args)` traces args; "applies": calls the functions itself.
        functions, operands: the parameters that take functions and data.
        static_params: names of the parameters that make arguments static: (positions, names). `hashes_static`: such
            an argument must be hashable.
        reads_annotations: parameters annotated with a static marker (`Static[str]`) are static.
        donate_params: the same for donation ("donate" of Equinox is a word: "all", "all-except-first", ...).
        refills: objects that are donated get the new arrays, as the graph nodes of nnx do; arrays by themselves do not.
        lifts: the first argument is the Module whose method it is, which it takes apart and hands on by itself.
        axes_params: ((position, keyword), ...) of in and out axes; position -1: keyword only.
        axes_in: the containers that `in_axes` may be, whose items belong to the arguments; none: that is not known.
        argnums: (position, keyword) of the parameter that says which arguments are differentiated; default 0.
        has_aux: the keyword (or position in `has_aux_position`) after which the function returns (value, aux);
            `aux_is_free`: and aux may hold anything.
        hashes_function: takes `hash(function)`: a Module with array leaves raises (PTL207).
        hashable: what it makes of a function has a hash (some filtered wrappers are Modules that hold a dict).
        checks: which arguments may not hold opaque leaves: "all"; "mapped" (those whose axis is not None);
            "specified" (those whose spec is not None); "differentiated"; "none".
        rejects_opaque_outputs: the function may not return opaque leaves.
        rejects_integers: integer or bool leaves, and PRNG keys, among the differentiated arguments raise.
        allow_int: (position, keyword) of the parameter that lifts it.
        takes_shapes: looks at the shapes and dtypes of its arguments alone, so that any object that has both will do.
        gives: what the call (of the wrapped function, or of the transform that applies) returns.
        per_branch: takes five arguments as (predicate, operand, function, operand, function) besides.
        loops: the result is that of many calls: the second iteration sees what the first returned.
        cached_by: by what it finds a function again that it has compiled: "identity" of the object; "equality", which
            bound methods have as well; "parts": what a filtered transform or a Module consists of; "nothing": it never
            does; "" where that is not known, or nothing is compiled.
        eager: runs the function's operations as they come, where nothing outside of it is being traced.
        runtime, equinox: the filtered twin per target, as dotted name; "" where there is none.
    """

    name: str
    family: Family
    filtered: bool = False
    style: Literal["wraps", "applies"] = "wraps"
    functions: tuple[Function, ...] = (Function(0, "fun"),)
    operands: tuple[Operand, ...] = ()
    static_params: tuple[str, ...] = ()
    hashes_static: bool = True
    reads_annotations: bool = False
    donate_params: tuple[str, ...] = ()
    refills: bool = False
    lifts: bool = False
    axes_params: tuple[tuple[int, str], ...] = ()
    axes_in: tuple[str, ...] = ()
    argnums: tuple[int, str] | None = None
    has_aux: str = ""
    has_aux_position: int = -1
    aux_is_free: bool = True
    hashes_function: bool = False
    hashable: bool = True
    checks: Literal["all", "mapped", "specified", "differentiated", "none"] = "all"
    rejects_opaque_outputs: bool = True
    rejects_integers: bool = False
    allow_int: tuple[int, str] | None = None
    takes_shapes: bool = False
    gives: Gives = "result"
    loops: bool = False
    per_branch: bool = False
    cached_by: Literal["identity", "equality", "parts", "nothing", ""] = ""
    eager: bool = False
    runtime: str = ""
    equinox: str = ""

    @property
    def rejects_opaque_inputs(self) -> bool:
        return self.checks != "none"

    @property
    def twins(self) -> dict[str, str]:
        """The filtered twin per target."""
        return {target: name for target, name in (("runtime", self.runtime), ("equinox", self.equinox)) if name}

"""Which transforms trace a value: marks on arrays and unknown values, carried on by operations.

A mark names the place of a transform. *Staging* transforms (`jit`, `scan`, `cond`) trace the result of each operation
of JAX that runs in them, on whatever arrays; the others (`vmap`, gradients) trace what is computed from their
arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record, replace
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Object,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.regions import Region

Kind = Literal["staging", "mapped", "gradient", "none", "split", "shared", "summed"]
Traces = tuple["Trace", ...]
EXACT = ("integer", "bool")  # has no tangent, so that gradients know its value
_OF_ONE_VALUE = ("shared", "summed")  # kinds of marks that nothing has that is computed with it
_UNMARKED = frozenset(
    [Bound, ClassValue, Constant, Function, Library, ModuleValue, Object, Partial, Scalar, Transformed]
)
FLAT = ("tuple", "list", "dict", "namedtuple")


@record(frozen=True, slots=True, eq=False)
class Trace:
    """The place of a transform (its decorator or call), which traces values; one object for each place.

    Attributes:
        caller, call: where its function was first seen to be called.
    """

    module: ModuleInfo
    node: ast.AST
    transform: Transform
    kind: Kind
    caller: ModuleInfo
    call: ast.AST


@record(frozen=True, slots=True, eq=False)
class OnDevices(Trace):
    """What a map over devices makes of an argument, while a query asks (see `device_sums`): it is "split" over axes,
    "shared" by all devices, or "summed": the gradient by such a one, which JAX has summed over axes.

    Attributes:
        name: the argument; region: where the gradient is taken; frames: the activations that lead there.
    """

    name: str
    axes: frozenset[str] = frozenset()
    frames: tuple[Frame, ...] = ()
    region: Region | None = None


def kind_of(transform: Transform) -> Kind:
    """How a transform traces; "none" where that is not known, or not certain."""
    match transform.family:
        case "custom" | "callback":
            return "none"
        case "grad":
            return "gradient" if transform.eager else "none"
        case "map" if transform.eager:
            return "mapped" if transform.axes_params else "none"
        case "map" if transform.checks == "specified":
            return "none"  # `shard_map` outside of jit has the values that are the same on all devices (jax 0.10, 0.12)
        case "map" if transform.filtered and not transform.axes_params:
            return "none"
    return "none" if transform.eager else "staging"


def certain(value: Value) -> Traces:
    """Returns the marks of transforms that certainly trace a value: an array, or a result of tracers."""
    if type(value) in _UNMARKED:
        return ()
    if isinstance(value, Array) or (isinstance(value, Unknown) and value.certain):
        return value.traces
    if isinstance(value, Union) and not value.each:
        options = [certain(option) for option in value.options]
        return tuple(t for t in options[0] if all(t in others for others in options))
    return ()


def blurred(value: Value) -> Value:
    """Returns what all alternatives of a value have in common, for where it is not known which one occurs."""
    if not isinstance(value, Union) or value.each:
        return value
    found = certain(value)
    return Unknown("one of several", traces=found or of(value), certain=bool(found))


def of(value: Value) -> Traces:
    """Returns the marks of a value, or of the arrays that it holds as a list or tuple."""
    if type(value) in _UNMARKED:
        return ()
    if type(value) is Array:
        return value.traces
    if isinstance(value, (Array, Unknown)):
        return value.traces
    if isinstance(value, Container) and value.kind in FLAT:
        return together(*(of(item) for item in (*value.items, *((value.rest,) if value.rest is not None else ()))))
    if isinstance(value, Union):
        options = [of(option) for option in value.options]
        return tuple(t for t in options[0] if all(t in others for others in options))
    return ()


def holds_tracers(value: Value) -> bool:
    """Whether an instance certainly holds something that a transform traces."""
    if not isinstance(value, Object):
        return False
    return any(certain(held) or holds_tracers(held) for _, held in value.fields)


def together(*several: Traces) -> Traces:
    """Joins several marks, the innermost first as far as one of them says so."""
    found: Traces = ()
    for traces in several:
        if traces and traces is not found:
            longer, other = (traces, found) if len(traces) > len(found) else (found, traces)
            found = (*(t for t in other if t not in longer), *longer)
    return found


def computed(result: Value, inputs: Iterable[Value], staging: Traces) -> Value:
    """The result of a function of JAX in what `staging` traces."""
    found: Traces = ()
    for value in inputs:
        if traces := of(value):
            found = together(found, traces)
    return _added(result, found, staging) if found or staging else result


def operated(result: Value, inputs: Sequence[Value], staging: Traces) -> Value:
    """The result of an operator, method or index: one of JAX if some input is certainly its array.

    What an annotation says is one may be an array of numpy all the same.
    """
    arrays = [value for value in inputs if isinstance(value, Array) and value.flavour in ("jax", "key")]
    if arrays and all(value.declared for value in arrays):
        staging = ()
        result = replace(result, declared=True) if isinstance(result, Array) else result
    return computed(result, inputs, staging if arrays else ())


def promised(declared: Value, given: Iterable[Value], staging: Traces) -> Value:
    """What a function that is not followed is said to give: arrays made of tracers are tracers of what stages it."""
    if not staging:
        return declared
    values = [*given]
    taken = together(*(certain(value) for value in values))
    arrays = computed(declared, (), tuple(trace for trace in staging if trace in taken))
    return _as_given(arrays, [value for value in values if isinstance(value, Object)], staging)


def _as_given(result: Value, given: list[Object], staging: Traces) -> Value:
    """An instance of a class of which one was given: the fields that held tracers then hold tracers again."""
    if isinstance(result, Container) and result.kind in FLAT:
        return replace(result, items=tuple(_as_given(item, given, staging) for item in result.items))
    same = next((each for each in given if isinstance(result, Object) and each.cls is result.cls), None)
    if same is None or not isinstance(result, Object):
        return result
    traced = {name: tuple(t for t in certain(held) if t in staging) for name, held in same.fields}
    fields = [(n, also(held, traced.get(n, ())) if isinstance(held, Array) else held) for n, held in result.fields]
    return replace(result, fields=tuple(fields))


def through_layer(result: Value, inputs: Iterable[Value]) -> Value:
    """Returns the result of a library's layer on tracers: unknown parts of it are traced as well."""
    found = together(*(certain(value) for value in inputs))
    if not found:
        return result
    return union([_added(option, found, ()) for option in options_of(result)])


def _added(result: Value, found: Traces, staging: Traces) -> Value:
    if found and any(t.kind in _OF_ONE_VALUE for t in found):
        found = tuple(t for t in found if t.kind not in _OF_ONE_VALUE)
    if isinstance(result, Array):
        if result.flavour == "shape-struct":
            return result
        if result.dtype in EXACT:
            found = not_gradients(found)
        if staging and result.flavour in ("jax", "key"):
            found = together(staging, found)
        return replace(result, traces=found, number_by=None) if found != result.traces else result
    if isinstance(result, Container) and result.kind in FLAT:
        rest = _added(result.rest, found, staging) if result.rest is not None else None
        return replace(result, items=tuple(_added(item, found, staging) for item in result.items), rest=rest)
    if isinstance(result, Unknown) and found and not result.traces:
        return replace(result, traces=found)
    if isinstance(result, Union) and (found or staging):
        return replace(result, options=tuple([_added(option, found, staging) for option in result.options]))
    return result


def also(value: Value, traces: Traces) -> Value:
    """Returns an array or an unknown value that these transforms certainly trace, whatever else is known of it."""
    if not traces or not isinstance(value, (Array, Unknown)):
        return value
    found = together(traces, value.traces)
    return replace(value, traces=found, certain=True) if isinstance(value, Unknown) else replace(value, traces=found)


def as_declared(declared: Value, held: Unknown) -> Value:
    """Returns what an annotation says of a value that transforms trace: its arrays are tracers.

    What is certainly one tracer is no tree that the annotation speaks of, whoever gives it.
    """
    if isinstance(declared, Array):
        if declared.flavour not in ("jax", "key", "any"):
            return declared
        traces = not_gradients(held.traces) if declared.dtype in EXACT else held.traces
        return replace(declared, traces=traces, declared=declared.declared and not held.certain)
    if isinstance(declared, Union):
        arrays = [option for option in declared.options if isinstance(option, Array)] if held.certain else []
        joined = union([as_declared(option, held) for option in arrays or declared.options])
        return replace(joined, choice=declared.choice) if isinstance(joined, Union) else joined
    if isinstance(declared, Container) and declared.kind in FLAT:
        rest = as_declared(declared.rest, held) if declared.rest is not None else None
        return replace(declared, items=tuple(as_declared(item, held) for item in declared.items), rest=rest)
    return replace(declared, traces=held.traces, certain=held.certain) if isinstance(declared, Unknown) else declared


def of_numbers(result: Value, inputs: Iterable[Value]) -> Value:
    """The result of an operator or comparison: where each array was a number before a raw transform, so was this."""
    arrays = [value for value in inputs if isinstance(value, Array)]
    if not isinstance(result, Array) or not arrays or not all(a.came_back and a.number_by for a in arrays):
        return result
    return replace(result, number_by=arrays[0].number_by, came_back=True)


def not_gradients(traces: Traces) -> Traces:
    """Returns the marks of a value without those of gradients, which do not flow through it."""
    return tuple(t for t in traces if t.kind != "gradient")


def without_tangent(value: Value) -> Value:
    """The result of what is flat everywhere, such as `floor`: nothing flows back through it, so gradients know it."""
    if isinstance(value, (Array, Unknown)):
        return replace(value, traces=not_gradients(value.traces)) if value.traces else value
    if isinstance(value, Container) and value.kind in FLAT:
        rest = without_tangent(value.rest) if value.rest is not None else None
        return replace(value, items=tuple(map(without_tangent, value.items)), rest=rest)
    if isinstance(value, Union):
        return replace(value, options=tuple(map(without_tangent, value.options)))
    return value


def arithmetic(result: Value, inputs: Sequence[Value], staging: Traces) -> Value:
    """The result of an operator, which no tree but an array has, and instances of classes that bring their own."""
    given = [option for value in inputs for option in options_of(value)]
    if isinstance(result, Unknown) and any(isinstance(v, Object) and not v.cls.method("__jax_array__") for v in given):
        return result
    return _as_array(of_numbers(operated(result, inputs, staging), inputs))


def _as_array(result: Value) -> Value:
    """What transforms trace of a result that is no tree: an array, whatever else is known of it."""
    if isinstance(result, Union):
        return replace(result, options=tuple(map(_as_array, result.options))) if of(result) else result
    return replace(result, certain=True) if isinstance(result, Unknown) and result.traces else result

"""What a transformed function gives: its result, a gradient, a stack of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.transforms.tracing import pair, traced
from pytreelint.model.values import marks
from pytreelint.model.values.anew import renewed
from pytreelint.model.values.identity import carried, plain
from pytreelint.model.values.marks import FLAT, Traces
from pytreelint.model.values.unknowns import RETURNED
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Scalar,
    Transformed,
    Unknown,
    Value,
    because,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.arguments import Arguments


def constants(value: Value | None) -> list[object] | None:
    """The members of `0`, `(0, 1)`, `"n"`; None where they are not known."""
    if value is None or (isinstance(value, Constant) and value.value is None):
        return []
    if isinstance(value, Constant):
        return [value.value]
    if isinstance(value, Container) and value.rest is None and all(isinstance(i, Constant) for i in value.items):
        return [i.value for i in value.items if isinstance(i, Constant)]
    return None


def _differentiated(wrapper: Transformed, arguments: Arguments) -> Value:
    """Returns the arguments that are differentiated."""
    argnums = wrapper.option(wrapper.transform.argnums[1]) if wrapper.transform.argnums else None
    members = constants(argnums)
    if members is None:
        return DYNAMIC
    count = len(arguments.args)
    picked = [arguments.get(m if m >= 0 else m + count) or DYNAMIC for m in members if isinstance(m, int)]
    if isinstance(argnums, Container):
        return Container("tuple", tuple(picked))
    return picked[0] if picked else (arguments.args[0] if arguments.args else DYNAMIC)


def checked_outputs(wrapper: Transformed, result: Value) -> Value:
    """Returns the part of a result that must hold only arrays; unknown where an unknown option decides it."""
    transform = wrapper.transform
    has_aux = is_true(wrapper.option(transform.has_aux)) if transform.has_aux and transform.aux_is_free else False
    if has_aux is None:
        return DYNAMIC
    return pair(result)[0] if has_aux else result


def is_true(option: Value | None) -> bool | None:
    """Returns whether an option is on, False where it is left out; None where that is not known."""
    if option is None:
        return False
    return bool(option.value) if isinstance(option, Constant) else None


def call_result(transform: Transform, wrapper: Transformed, result: Value, arguments: Arguments) -> Value:
    """Returns the result of calling a transformed function."""
    has_aux = is_true(wrapper.option(transform.has_aux)) if transform.has_aux else False
    primal, extra = pair(result) if has_aux else (result if has_aux is False else DYNAMIC, None)
    outputs = primal if transform.filtered else traced(primal, by=wrapper, back=True)
    match transform.gives:
        case "result":
            return result if transform.filtered else traced(result, by=wrapper, back=True)
        case "stacked":
            return outputs
        case "scanned":
            return _of_arrays(result)
        case "gradient":
            gradient = _gradient(_differentiated(wrapper, arguments), wrapper, arguments.stage)
            if has_aux is None:  # the gradient alone, or a pair
                return DYNAMIC
            return Container("tuple", (gradient, plain(extra))) if extra is not None else gradient
        case "value-gradient":
            gradient = _gradient(_differentiated(wrapper, arguments), wrapper, arguments.stage)
            if has_aux is not None and isinstance(outputs, Unknown):
                # A real scalar, or the transform raises; and computed where all is traced.
                outputs = marks.computed(Array("jax", "inexact"), (), arguments.stage)
            value = Container("tuple", (outputs, extra)) if extra is not None else outputs
            return Container("tuple", (plain(value), gradient))
        case "jacobian" | "hessian" if not transform.filtered:
            whole = transform.gives == "hessian"
            jacobian = _jacobian(primal, _differentiated(wrapper, arguments), whole, arguments.stage)
            if has_aux is None:
                return DYNAMIC
            return Container("tuple", (jacobian, plain(extra))) if extra is not None else jacobian
    return Unknown("transform result")


def _jacobian(result: Value, value: Value, is_second: bool, staging: Traces) -> Value:
    """The derivatives of a result: of one array a tree like the arguments, whose arrays have other shapes."""
    if isinstance(result, Array) and (isinstance(value, Array) or not is_second):
        return plain(_computed(traced(value, False), staging))
    return _computed(RETURNED, staging)


def _of_arrays(result: Value) -> Value:
    """Returns a result, its containers with arrays for the numbers in them; instances keep theirs."""
    if isinstance(result, Container) and result.kind in FLAT:
        rest = _of_arrays(result.rest) if result.rest is not None else None
        return replace(result, items=tuple(map(_of_arrays, result.items)), rest=rest)
    return traced(result, False) if isinstance(result, (Constant, Scalar)) else result


def _gradient(value: Value, wrapper: Transformed, staging: Traces = ()) -> Value:
    """The tree of gradients: like the arguments; filtered ones have None where nothing is differentiated."""
    from pytreelint.model.values.trees import map_leaves

    by_kind = wrapper.transform.refills  # of variables, whatever these hold

    def gradient(leaf: Value) -> Value:
        if isinstance(leaf, Unknown) or (isinstance(leaf, Array) and (by_kind or not _is_discrete(leaf))):
            return leaf
        none = replace(NONE, why=leaf.why)
        return because(none, wrapper.module, wrapper.site, f"`{wrapper.transform.name}` gives None for it")

    if not wrapper.transform.filtered:
        return _anew(_computed(traced(value, False), staging), value)
    given = map_leaves(value, gradient)
    return _anew(given, value) if _is_of_arrays(value) else plain(given)


def _is_discrete(array: Array) -> bool:
    """Whether nothing is differentiated by an array: it holds integers, flags or keys."""
    return array.dtype in ("integer", "bool") or array.flavour == "key"


def _computed(gradient: Value, staging: Traces) -> Value:
    """A gradient, all of whose leaves are computed: in what is staged, tracers."""
    if isinstance(gradient, Unknown):
        return replace(gradient, traces=staging) if staging and not gradient.traces else gradient
    return marks.computed(gradient, (), staging)


def _anew(gradient: Value, value: Value) -> Value:
    """A gradient in tokens: it has the structure, shapes and dtypes of what is differentiated by."""
    return renewed(carried(plain(gradient), value))


def _is_of_arrays(value: Value) -> bool:
    if isinstance(value, Container):
        return value.rest is None and all(map(_is_of_arrays, value.items))
    return isinstance(value, Array)

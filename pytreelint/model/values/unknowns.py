"""Unknown values: the reason why they are unknown, and whether their leaves are arrays."""

from __future__ import annotations

from pytreelint.knowledge.record import record, replace
from pytreelint.model.values import marks
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    PARAMETER,
    SPREAD,
    Array,
    Container,
    Object,
    Scalar,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)


@record(frozen=True, slots=True)
class Rejected(Unknown):
    """A leaf that a raw transform has rejected: code after that never runs. It is no number."""


@record(frozen=True, slots=True)
class Recursive(Unknown):
    """The result of a recursive call: it adds nothing to the results of the other calls."""

    function: object = None


@record(frozen=True, slots=True)
class Kept(Unknown):
    """What a function finds where it keeps its results, or a part of that: it adds nothing to what it makes."""

    function: object = None


@record(frozen=True, slots=True)
class Itself(Unknown):
    """What a field holds that holds its own instance: `self.base = self`. Whoever reads it has the instance."""


@record(frozen=True, slots=True)
class ArrayTree(Unknown):
    """An unknown structure, or one array: its leaves are arrays."""


@record(frozen=True, slots=True)
class Returned(ArrayTree):
    """The result of a raw transform: its leaves are arrays."""


@record(frozen=True, slots=True)
class Promised(ArrayTree):
    """A tree by annotation: its leaves are arrays, or numbers that raw transforms make arrays of."""


@record(frozen=True, slots=True)
class Variables(ArrayTree):
    """The variables of a linen Module, or a part of them: dicts of dicts whose leaves are arrays."""


REJECTED = Rejected("rejected leaf")
RETURNED = Returned("given back by a raw transform")
PROMISED = Promised("annotation")
VARIABLES = Variables("variables")
ITSELF = Itself("its own instance")
UNTOLD = Unknown("annotation")
OPERATED = Unknown("operand of callers")
RAISED = Unknown("a call that raises")  # whose arguments do not fit the parameters
_DEPTH = 3  # a part of a part of a parameter


def has_raised(value: Value) -> bool:
    """Whether a value is what a call gives whose arguments do not fit; other unknown values are equal to it."""
    return type(value) is Unknown and value.reason == RAISED.reason


def is_of_arrays(value: Unknown) -> bool:
    """Whether the leaves of an unknown value are arrays for certain: an annotation may mean numbers, too."""
    return isinstance(value, ArrayTree) and not isinstance(value, Promised)


def of_arrays(value: Value) -> Value:
    """Returns a value that an operation has made arrays of, whatever it was: an unknown one is a tree of arrays."""
    if isinstance(value, Unknown) and not is_of_arrays(value):
        return ArrayTree(value.reason, traces=value.traces, certain=value.certain)
    if isinstance(value, Container) and value.kind in marks.FLAT:
        rest = of_arrays(value.rest) if value.rest is not None else None
        return replace(value, items=tuple(map(of_arrays, value.items)), rest=rest)
    return value


def shaped(leaf: Value) -> Value:
    """What `eval_shape` gives in the place of a leaf."""
    if isinstance(leaf, Array):
        return Array("shape-struct", leaf.dtype)
    return Unknown(leaf.reason) if isinstance(leaf, ArrayTree) else leaf


def beyond(*values: Value) -> Unknown:
    """Returns an unknown result with the reason of the first unknown operand."""
    for value in values:
        if isinstance(value, Unknown):
            return Unknown(value.reason)
        if isinstance(value, Union):
            for option in value.options:
                if isinstance(option, Unknown):
                    return Unknown(option.reason)
    return DYNAMIC


def operated(*values: Value) -> Unknown:
    """Returns the unknown result of an operator: a caller's argument may be None, what is computed with it is not."""
    result = beyond(*values)
    return OPERATED if result.reason in (PARAMETER.reason, SPREAD.reason) else result


def part_of(value: Value) -> Unknown:
    """Returns an item of an unknown value: of a tree of arrays, again a tree of arrays."""
    return value if isinstance(value, (ArrayTree, Kept)) else beyond(value)


def unknown_inside(value: Value) -> bool:
    """Whether a value is unknown, or one of its alternatives or items."""
    match value:
        case Unknown():
            return True
        case Union():
            return any(isinstance(option, Unknown) for option in value.options)
        case Container():
            return isinstance(value.rest, Unknown) or any(map(unknown_inside, value.items))
    return False


def lacks_parts(value: Value) -> bool:
    """Whether a part of what an annotation says is unknown, however deep, and may be no tree of arrays."""
    match value:
        case Unknown():
            return not isinstance(value, ArrayTree)
        case Union():
            return any(map(lacks_parts, value.options))
        case Container():
            return any(map(lacks_parts, value.items)) or (value.rest is not None and lacks_parts(value.rest))
    return False


# The reason of a field of a traced tree: whether it is None is no choice of who calls, and has been made with the tree.
OF_TREE = "a field of a traced tree"


def is_computed(value: Unknown) -> bool:
    """Whether an unknown value is the result of a computation; an argument that only callers know may be None."""
    return value.reason not in (PARAMETER.reason, SPREAD.reason)


def half_known(value: Value) -> bool:
    """Whether one of several alternatives is an unknown result: which kind it is of, no caller chooses."""
    return isinstance(value, Union) and any(isinstance(each, Unknown) and is_computed(each) for each in value.options)


def left_to_callers(value: Value, depth: int = 0) -> Value:
    """Returns what an annotation says of a parameter; the parts that it leaves open depend on callers."""
    if type(value) is Unknown and value.reason == UNTOLD.reason:
        return PARAMETER
    if depth > _DEPTH:
        return value
    match value:
        case Union():
            left = union([left_to_callers(option, depth + 1) for option in value.options])
            return replace(left, choice=value.choice) if isinstance(left, Union) else left
        case Container(rest=rest) if value.items or rest is not None:
            items = tuple(left_to_callers(item, depth + 1) for item in value.items)
            return replace(value, items=items, rest=left_to_callers(rest, depth + 1) if rest is not None else None)
        case Object():
            return replace(value, fields=tuple((n, left_to_callers(item, depth + 1)) for n, item in value.fields))
    return value


def may_be_frozen(value: Value, declared: Value) -> bool:
    """Whether a dict, list or set by annotation, made nobody knows how, may have a hash: `frozendict(...)`."""
    held = [option for option in options_of(declared) if option != NONE]
    plain = all(isinstance(each, Container) and each.kind in ("dict", "list", "set") for each in held)
    return bool(held) and plain and type(value) is Unknown and is_computed(value)


def by_annotation(held: Unknown, declared: Value, static: bool) -> Value:
    """Returns an unknown field's value by its annotation, unless the field may hold something static."""
    if type(declared) is Unknown or (static and may_be_frozen(held, declared)):
        return held
    if isinstance(held, Variables):
        return held  # a dict since flax 0.7.1, whatever annotations call it
    if held.reason == OPERATED.reason:  # `10.0 * action` is no structure, whatever callers pass
        declared = without_none(declared)
        declared = replace(declared, declared=static) if type(declared) is Array else declared
    known = marks.as_declared(declared, held) if held.traces and not static else declared
    return replace(known, why=held.why)


def without_none(declared: Value) -> Value:
    """What an annotation says of what was computed, and is not None."""
    return union([option for option in options_of(declared) if option != NONE] or [declared])


def filled(value: Value, declared: Value) -> Value:
    """Returns a value with its unknown parts filled in from an annotation; traced parts keep their marks."""
    match value:
        case Unknown():
            return value if type(declared) is Unknown or value.traces else declared
        case Union() if type(declared) is not Unknown and unknown_inside(value):
            known = [filled(option, declared) if isinstance(option, Unknown) else option for option in value.options]
            return replace(joined, choice=value.choice) if isinstance(joined := union(known), Union) else joined
        case Container() if isinstance(declared, Container) and value.kind == declared.kind:
            return _filled_items(value, declared)
    return value


def _filled_items(value: Container, declared: Container) -> Container:
    rest = value.rest
    if rest is not None and declared.rest is not None:
        rest = filled(rest, declared.rest)
    if declared.rest is not None:
        return replace(value, items=tuple(filled(item, declared.rest) for item in value.items), rest=rest)
    if value.kind != "tuple" or value.rest is not None or len(value.items) != len(declared.items):
        return value
    return replace(value, items=tuple(map(filled, value.items, declared.items)))


def holds_arrays(value: Value) -> bool:
    """Whether every leaf of what an annotation promises is an array or a number."""
    match value:
        case Array():
            return value.flavour != "shape-struct"
        case Scalar() | ArrayTree():
            return True
        case Union():
            held = [option for option in value.options if option != NONE]
            return bool(held) and all(map(holds_arrays, held))
        case Container(kind="list" | "tuple" | "dict"):
            parts = (*value.items, *((value.rest,) if value.rest is not None else ()))
            return bool(parts) and all(part == NONE or holds_arrays(part) for part in parts)
    return False


def is_being_made(value: Value | None) -> bool:
    """Whether it is the instance of a constructor that runs: its class is known, whatever a test asks of it."""
    return isinstance(value, Object) and value.open and value.exact

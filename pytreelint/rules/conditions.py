"""What must hold if a fix is to keep a program's meaning: predicates that the fixes of several rules share.

Each gives a `Condition`: its text, and whether it holds. A fix is safe if all of its conditions hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.record import record
from pytreelint.knowledge.repairs import RETRACES, SUMS_ITSELF
from pytreelint.model.transforms.tracing import pair
from pytreelint.model.types.leaves import arrays, leaves, opaque
from pytreelint.model.values.unknowns import Rejected, Returned
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Transformed,
    Unknown,
    Value,
    options_of,
)
from pytreelint.rules.finding import Condition

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.sites import Operand

FLAGS = " but flags, of which there are two"
_LEFT_OUT = ("integer", "bool")  # by `is_inexact_array`
_NUMBERS = ("bool", "int", "float", "complex")
Amount = Literal["none", "unknown", "some"]


@record(frozen=True, slots=True)
class Numbers:
    """Python numbers among leaves.

    Attributes:
        plain: numbers, bools too, around which there are only tuples, lists and dicts.
        held: numbers in other nodes that a call may change: all but flags.
        flags: bools in other nodes, on which methods branch: they must not be traced.
    """

    plain: Amount = "none"
    held: Amount = "none"
    flags: Amount = "none"

    @property
    def varying(self) -> Amount:
        """All but flags."""
        return _most({self.plain, self.held})

    @property
    def any(self) -> Amount:
        """All of them."""
        return _most({self.plain, self.held, self.flags})


def numbers_in(model: Model, values: Iterable[Value]) -> Numbers:
    """Which Python numbers are among the leaves of some values."""
    plain: set[Amount] = {"none"}
    held: set[Amount] = {"none"}
    flags: set[Amount] = {"none"}
    for part, leaf, owned in (found for value in values for found in _leaves(model, value)):
        if isinstance(part, Transformed):
            flags.add("unknown")  # its options are its leaves
        for option in options_of(leaf):
            if isinstance(option, (Scalar, Constant)):
                if option.kind in _NUMBERS:
                    (plain if not owned else flags if option.kind == "bool" else held).add("some")
            elif isinstance(option, (Rejected, Returned)):
                continue
            elif isinstance(option, Unknown) or (isinstance(option, Object) and option.cls.pytree != "no"):
                held.add("unknown")
                plain.update(() if owned else {"unknown"})
                flags.update({"unknown"} if owned else ())
    return Numbers(_most(plain), _most(held), _most(flags))


def _leaves(model: Model, value: Value) -> Iterator[tuple[Value, Value, bool]]:
    """Each leaf with the part of the value that it belongs to, and whether other nodes are around it."""
    if isinstance(value, Container) and value.kind in ("tuple", "list", "dict"):
        for item in (*value.items, *((value.rest,) if value.rest is not None else ())):
            yield from _leaves(model, item)
        return
    for leaf in leaves(model, value):
        yield value, leaf.value, leaf.path != ""


def _most(amounts: set[Amount]) -> Amount:
    return "some" if "some" in amounts else "unknown" if "unknown" in amounts else "none"


def no_numbers(transform: Transform, numbers: Numbers) -> Condition:
    """Returns the condition that no Python number is among the leaves: filtered transforms leave them alone."""
    if transform.family == "map" and transform.eager:
        return NUMBERS_NOT_MAPPED
    control = transform.family == "control"  # the twin traces plain numbers as well
    amount = numbers.held if control else numbers.varying
    if amount == "none":
        flags = FLAGS if numbers.flags == "some" else ""
        if control and numbers.plain != "none":
            return Condition(
                f"Python numbers in tuples, lists and dicts are traced as before{flags}", _no_doubt(numbers)
            )
        return Condition(f"no Python number is among its arguments{flags}", _no_doubt(numbers))
    told = "may be" if amount == "unknown" else "is"
    change = "would not be differentiated" if transform.family == "grad" else "would be static: a trace for each value"
    return Condition(f"a Python number {told} among its arguments, and {change}", False)


def _no_doubt(numbers: Numbers) -> bool:
    return numbers.flags != "unknown"


def traced_as_often(twin: str) -> Condition | None:
    """Returns the condition that the twin traces as often: some twins forget functions that they have traced."""
    if twin not in RETRACES:
        return None
    return Condition(f"`{twin}` traces its function more often, where nothing around it is traced", False)


def sums_as_before(twin: str) -> Condition | None:
    """Returns the condition on gradients inside raw `shard_map`, where JAX sums those of what all devices share."""
    if twin not in SUMS_ITSELF:
        return None
    return Condition(f"a gradient inside `{twin}` is each device's own: JAX does not sum it over the devices", False)


def stays_static(model: Model, values: Sequence[Value]) -> Condition:
    """Returns the condition that each leaf stays static or traced, which filtered transforms decide by its type."""
    with_arrays = any(next(arrays(model, value), None) is not None for value in values)
    unknown = any(isinstance(leaf.value, Unknown) for value in values for leaf in leaves(model, value))
    if with_arrays or unknown:
        return Condition("what was static may be an array, or hold one, which would be traced", False)
    return Condition("what was static holds no array, and stays static", True)


def returns_no_number(model: Model, transform: Transform, returned: Sequence[Value | None]) -> Condition | None:
    """Returns the condition that no number is returned, of which raw transforms make arrays and filtered ones do not.

    Args:
        returned: what the function gives in each call; None where that is not known.
    """
    if transform.family == "grad" or transform.gives in ("carry", "elements"):
        return None  # the value must be an array, and auxiliary values are left alone by both; so is a carry
    if any(value is None for value in returned):
        amount: Amount = "unknown"
    else:
        found = numbers_in(model, [part for value in returned if value is not None for part in _out(transform, value)])
        amount = _most({found.held, found.flags}) if transform.family == "control" else found.any
    if amount == "none":
        return Condition("it returns no Python number", True)
    told = "may return" if amount == "unknown" else "returns"
    return Condition(f"it {told} a Python number, which would stay one", False)


def _out(transform: Transform, returned: Value) -> Iterator[Value]:
    """Returns the part of a result in which the twin may differ: not a carry."""
    yield pair(returned)[1] if transform.gives == "carry-stacked" else returned


def same_gradients(
    model: Model, transform: Transform, call: ast.Call | None, operands: Sequence[Operand] | None
) -> Condition | None:
    """Returns the condition that no integer is differentiated: raw gradients are `float0`, filtered ones None."""
    allowed = transform.allow_int is not None and _is_given(call, *transform.allow_int)
    pulls_back = transform.gives == "primal-pullback"
    if transform.family != "grad" or not (allowed or pulls_back):
        return None
    values = [each.value for each in operands or () if each.role in ("traced", "operand")]
    found = [option for value in values for leaf in leaves(model, value) for option in options_of(leaf.value)]
    kinds = {_gradient_of(option) for option in found} if operands is not None else {"unknown"}
    return FLOAT0 if "float0" in kinds or (allowed and "unknown" in kinds) else None


def _gradient_of(leaf: Value) -> Literal["array", "float0", "none", "unknown"]:
    """Returns the gradient that a raw transform which takes integers has for a leaf."""
    if isinstance(leaf, Array):
        return "array" if leaf.dtype == "inexact" else "unknown" if leaf.dtype == "?" else "float0"
    if isinstance(leaf, (Scalar, Constant)) and leaf.kind in ("bool", "int"):
        return "float0"
    return "none" if opaque(leaf) is not None else "unknown"


def _is_given(call: ast.Call | None, position: int, keyword: str) -> bool:
    """Whether an option may be set."""
    given = [k.value for k in call.keywords if k.arg in (keyword, None)] if call is not None else []
    given += call.args[position : position + 1] if call is not None else []
    return any(not (isinstance(each, ast.Constant) and not each.value) for each in given)


def only_arrays(model: Model, values: Sequence[Value], target: str, test: str) -> Condition:
    """Returns the condition that a filter by arrays leaves out nothing that the operation needs."""
    found = [leaf.value for value in values for leaf in leaves(model, value)]
    kinds = {_kind(option, target) for leaf in found for option in options_of(leaf)}
    if "unknown" in kinds:
        return Condition("some leaves of the tree are not known: numbers among them would be left out", False)
    if "number" in kinds:
        return Condition("a number among the leaves would be left out", False)
    if test != "is_array" and any(
        isinstance(o, Array) and o.dtype in _LEFT_OUT for leaf in found for o in options_of(leaf)
    ):
        return Condition("an array of integers among the leaves would be left out", False)
    return Condition("all leaves that it takes are arrays", True)


def _kind(leaf: Value, target: str) -> Literal["array", "number", "opaque", "unknown"]:
    """Returns which kind of leaf a filter by arrays takes it for; Equinox's filter leaves NumPy's arrays out."""
    if isinstance(leaf, Array):
        passes = leaf.flavour in ("jax", "key") or (target == "runtime" and leaf.flavour in ("numpy", "any"))
        return "array" if passes else "number"
    if isinstance(leaf, (Scalar, Constant)) and leaf.kind in _NUMBERS:
        return "number"
    return "opaque" if opaque(leaf) or isinstance(leaf, Rejected) else "unknown"


def gives_one_array(given: Sequence[Value]) -> Condition:
    """Returns the condition that the mapped function returns one array, as `combine` needs one leaf in each place.

    Args:
        given: what the function that is mapped gives for arrays.
    """
    if all(isinstance(option, Array) for value in given for option in options_of(value)):
        return Condition("the function gives one array for each", True)
    return Condition("the function may give something else than one array, which the other leaves cannot join", False)


NUMBERS_TRACED = Condition("Python numbers are traced, and returned, as before (`dynamic=is_array_like`)", True)
NUMBERS_AS_ARRAYS = Condition("Python numbers are traced as before: they are passed as arrays", True)
NUMBERS_NOT_MAPPED = Condition("Python numbers are mapped by neither", True)
SAME_FUNCTION = Condition("it is the same function under another name", True)
OTHER_ARGUMENTS = Condition("what it is given may mean something else today, or not be taken", False)
ARGUMENTS_FIT = Condition("each call gives what the new name takes", True)
WIDER_TYPE = Condition("today's type holds of more values: `isinstance` may say something else", False)
RAISES_BEFORE = Condition("the call raises before anything is computed", True)
SAME_FOR_BOTH = Condition("the function only goes through it, takes its length, or makes a shape of it", True)
CHANGING_LEAF = Condition(
    "a leaf is an object whose attributes may be assigned later, which what is compiled would not see", False
)
READING_LEAF = Condition(
    "a leaf is a function that reads what may change later, which what is compiled would not see", False
)
UNKNOWN_LEAF = Condition("a leaf is an object that may have no hash, or change", False)
ONLY_CALLED = Condition("each use of the function is a call that was followed", True)
UNSEEN_CALL = Condition("a call of the function was not followed", False)
FLOAT0 = Condition(
    "integers among the leaves have a gradient of their own in JAX (`float0`), and would have None", False
)
CAUGHT = Condition("an error that would no longer be raised is caught here: the program would go on otherwise", False)
STALE_SELF = Condition("attributes that are assigned later would not be seen by what is compiled already", False)
MADE_ONCE = Condition("it is one function from now on, and no longer traced for each instance", False)
ALL_RAISE = Condition("each call that was seen raises before anything is computed", True)
TRACED_NOW = Condition("it was static, and is traced now: what looked at its values in Python would fail", False)
NOT_ASSIGNED = Condition("code that assigns its fields would raise from now on", False)
DECAYED = Condition(
    "an optimizer that decays weights, or replaces them, would change it: give it the trained fields only", False
)
GOES_ON = Condition("what comes out is given to another operation, which would get the other leaves as well", False)
NEW_NODE = Condition("it is a PyTree from now on: code that took an instance for one leaf would see its fields", False)

"""What a parameter holds: what it was given, and what its annotation says besides."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import takes_self
from pytreelint.model.transforms.traces import as_traced
from pytreelint.model.values.identity import carried
from pytreelint.model.values.marks import of
from pytreelint.model.values.unknowns import filled, is_computed, unknown_inside, without_none
from pytreelint.model.values.value import (
    NONE,
    Array,
    Constant,
    Container,
    Function,
    Object,
    Opaque,
    Scalar,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)
from pytreelint.model.values.wholes import handed_tree, of_parameter

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_UNSURE = frozenset([Unknown, Union])
_NUMBER_FORMS = (ast.Constant, ast.UnaryOp, ast.Attribute)  # `0.1`, `-1`, `jnp.inf`
_OF_NO_INSTANCE = frozenset({"staticmethod", "classmethod"})


def typed(ev: Interpreter, parameter: ast.arg, value: Value, scope: Frame, default: ast.expr | None = None) -> Value:
    """A value that is given for a parameter, whose annotation says more of it than is known; the same object."""
    return carried(_known(ev, parameter, value, scope, default), value)


def contradicts(default: ast.expr | None, annotated: Value) -> bool:
    """Whether a default is a number where an annotation speaks of a dtype or a text: `rate: DTypeLike = 1.0`."""
    is_number = isinstance(default, ast.Constant) and type(default.value) in (int, float)
    return is_number and all(isinstance(option, Opaque) for option in options_of(annotated))


def or_number(ev: Interpreter, annotated: Value, default: ast.expr | None, scope: Frame) -> Value:
    """What a parameter is that is annotated as an array, where its default is a number: `rate: Array = 0.1`."""
    if type(annotated) is not Array or not isinstance(default, _NUMBER_FORMS):
        return annotated
    number = ev.expression(default, scope)
    if not isinstance(number, (Constant, Scalar)) or number.kind not in ("int", "float"):
        return annotated
    return union((annotated, Scalar("int" if number.kind == "int" else "float")))


def as_instance(ev: Interpreter, value: Value, function: Function) -> Value:
    """What is given for the first parameter of a method that its class gave: `jax.vmap(Body.position)(bodies, t)`."""
    if function.owner is None or type(value) not in _UNSURE or getattr(function.node, "name", "") in CONSTRUCTORS:
        return value  # what a constructor is given is not whole yet
    first = next(iter(function.node.args.args), None)
    given = [option for option in options_of(value) if option != NONE]
    if function.owner.pytree == "no" and not takes_self(function.node):
        return value
    if first is None or first.annotation is not None or len(given) != 1 or not isinstance(given[0], Unknown):
        return value
    decorators = getattr(function.node, "decorator_list", ())
    if any(isinstance(each, ast.Name) and each.id in _OF_NO_INSTANCE for each in decorators):
        return value
    declared = ev.instance(function.owner)
    traces = given[0].traces
    return carried(as_traced(ev, declared, traces) if traces else filled(given[0], declared), value)


def _known(ev: Interpreter, parameter: ast.arg, value: Value, scope: Frame, default: ast.expr | None) -> Value:
    if parameter.annotation is None:
        return handed_tree(ev, value, parameter)
    if unknown_inside(value):
        return _filled(ev, value, parameter, scope, default)
    for option in options_of(value):
        if isinstance(option, Object) and not option.exact:
            value = _narrowed(ev, value, ev.annotation(parameter.annotation, scope))
            break
    return handed_tree(ev, value, parameter)


def _filled(ev: Interpreter, value: Value, parameter: ast.arg, scope: Frame, default: ast.expr | None) -> Value:
    assert parameter.annotation is not None
    annotated = ev.annotation(parameter.annotation, scope)
    if contradicts(default, annotated):
        return value
    if all(is_computed(option) for option in options_of(value) if isinstance(option, Unknown)):
        annotated = without_none(annotated)
    annotated = of_parameter(annotated, parameter)
    if isinstance(value, Unknown) and value.traces and type(annotated) is not Unknown:
        return as_traced(ev, _of_a_tracer(annotated), value.traces)
    return filled(value, or_number(ev, annotated, default, scope))


def _of_a_tracer(annotated: Value) -> Value:
    """What is traced, where an annotation takes a list of numbers too: `Array | Sequence[int]` is an array then."""
    options = options_of(annotated)
    if not any(isinstance(option, Array) for option in options):
        return annotated
    return union([option for option in options if not (isinstance(option, Container) and _holds_numbers(option))])


def _holds_numbers(value: Container) -> bool:
    """Whether a list or tuple holds any number of numbers, and nothing else."""
    return value.kind in ("list", "tuple") and not value.items and isinstance(value.rest, Scalar)


def _narrowed(ev: Interpreter, value: Value, annotated: Value) -> Value:
    """An instance that is known by a base class only, as the subclass that a method which overrides another takes."""
    named = [option for option in options_of(annotated) if isinstance(option, Object)]
    if len(named) != 1:
        return value
    options = [as_subclass(ev, option, named[0]) for option in options_of(value)]
    if all(new is old for new, old in zip(options, options_of(value), strict=True)):
        return value
    joined = union(options)
    return _left_open(joined, value.choice) if isinstance(value, Union) else joined


def _left_open(joined: Value, choice: object) -> Value:
    """Alternatives that have become one instance, or fewer: the same choice is open, in its fields."""
    if isinstance(joined, Union):
        return replace(joined, choice=choice)
    if not isinstance(joined, Object):
        return joined
    fields = ((name, replace(held, choice=choice) if isinstance(held, Union) else held) for name, held in joined.fields)
    return replace(joined, fields=tuple(fields))


def as_subclass(ev: Interpreter, value: Value, declared: Object) -> Value:
    """An instance that is known by a base class only, as one of a subclass that an annotation could name."""
    if not isinstance(value, Object) or value.exact or value.cls not in declared.cls.mro[1:]:
        return value
    held = [of(each) for _, each in value.fields]
    traces = tuple(t for t in held[0] if all(t in others for others in held)) if held else ()
    known = as_traced(ev, declared, traces) if traces else declared
    assert isinstance(known, Object)
    for name, each in value.fields:
        known = known.put(name, each)
    return replace(known, why=value.why, parameter=value.parameter)

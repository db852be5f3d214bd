"""What a compiled program is found again by, besides its function: static arguments, functions that a loop is given.

A program that is called in each step of a loop, with a new lambda or another number where it compares objects, is
compiled once per step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.transforms.hypothetical import if_traced
from pytreelint.model.transforms.traceable import field_takes_tracer, takes_tracer
from pytreelint.model.values.counting import NumberGiven, counted_by, counting_loop
from pytreelint.model.values.regions import (
    Region,
    ahead_of_time,
    chain,
    fresh,
    innermost_loop,
    is_of_one_item,
    iteration_of,
    staged,
)
from pytreelint.model.values.sites import FreshArgument, FreshField, Operand, TransformCall
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Union,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Interpreter


def given_to_compiled(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments
) -> None:
    """A compiled function is called: sites for the arguments that are new in each step of the innermost loop, or in
    each call of a method."""
    _counted_by_calls(ev, wrapper, operands, arguments)
    transform = wrapper.transform
    step = _step(arguments)
    if step is None or not transform.cached_by or ahead_of_time(arguments.node):
        return
    if _renewed(wrapper, step):
        return
    for operand in operands:
        static = transform.filtered or operand.role == "static"
        if not static and not (isinstance(operand.value, Partial) and operand.value.tree):
            continue
        if new_callable(operand.value, step, "parts" if transform.filtered or not static else "equality"):
            ev.emit(_site(arguments, transform, step, operand.label, operand.value, operand.node))
        elif static and _number(operand.value):
            loop = _counted_by(wrapper, operand.value, step)
            if loop is not None and _traceable(ev, wrapper, operand.label, operands):
                ev.emit(_site(arguments, transform, loop, operand.label, operand.value, operand.node, counter=True))
        elif transform.filtered and isinstance(operand.value, Container):
            _numbers_in(ev, wrapper, operand, operand.value, step, arguments)
        elif static and isinstance(operand.value, Object) and operand.value.cls.pytree == "no":
            _numbers_of(ev, wrapper, operand, operand.value, step, arguments)


def _counted_by_calls(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments
) -> None:
    """Emits the sites of numbers that each call of a method advances, and gives to a compiled function."""
    transform, entry = wrapper.transform, arguments.frame.region
    if entry is None or entry.kind != "entry" or staged(arguments) or ahead_of_time(arguments.node):
        return
    if not transform.cached_by or _renewed(wrapper, entry):
        return
    for operand in operands:
        static = transform.filtered or operand.role == "static"
        if static and counted_by(operand.value) is entry.node and _traceable(ev, wrapper, operand.label, operands):
            ev.emit(_site(arguments, transform, entry, operand.label, operand.value, operand.node, counter=True))


def _numbers_of(
    ev: Interpreter, wrapper: Transformed, operand: Operand, value: Object, step: Region, arguments: Arguments
) -> None:
    """The same of the fields of a plain dataclass, which is compared by them: `step(x, replace(config, step=i))`."""
    function: Value = wrapper.function
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    if not isinstance(function, Function) or not value.exact or value.cls.dataclass_maker is None:
        return
    fields = value.cls.fields() if value.cls.method("__eq__") is None else {}
    for name, item in value.fields:
        info = fields.get(name)
        loop = _counted_by(wrapper, item, step) if info is not None and info.hashed and _number(item) else None
        if loop is not None and field_takes_tracer(ev, function, operand.label, value, name):
            label = f"{operand.label}.{name}"
            ev.emit(_site(arguments, wrapper.transform, loop, label, item, operand.node, counter=True))


def _numbers_in(
    ev: Interpreter, wrapper: Transformed, operand: Operand, value: Container, step: Region, arguments: Arguments
) -> None:
    """Sites for the numbers that a loop counts, in a container that is handed over whole: `step((x, i))`.

    Who marks a container static himself has orders or sizes in it.
    """
    for index, item in enumerate(value.items):
        loop = _counted_by(wrapper, item, step) if _number(item) else None
        if loop is None:
            continue
        as_array = replace(value, items=(*value.items[:index], Array("jax", "inexact"), *value.items[index + 1 :]))
        if not _needs_value(ev, wrapper, operand, as_array, arguments):
            label = f"{operand.label}[{value.keys[index] if value.keys else index!r}]"
            ev.emit(_site(arguments, wrapper.transform, loop, label, item, operand.node, counter=True))


def _renewed(wrapper: Transformed, step: Region) -> bool:
    """Whether the wrapper is another one in each iteration of a step as well."""
    cached_by = wrapper.transform.cached_by
    return iteration_of(wrapper.created_in, step) is step and (
        cached_by == "nothing" or fresh(wrapper.function, step, cached_by)
    )


def instances_given(ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments) -> None:
    """A compiled function is called: sites for the instances whose static callables are new in each step."""
    transform, step = wrapper.transform, _step(arguments)
    if not transform.cached_by or ahead_of_time(arguments.node) or staged(arguments):
        return
    for operand in operands:
        for cls in _by_value(operand.value):
            ev.events.compared.setdefault((cls, ""), set()).add(cls)
        if step is not None and step.frame is arguments.frame and isinstance(operand.node, ast.Name):
            _note_numbers(ev, wrapper, operand, operand.node.id, step, arguments)
        for owner, field, value, whole in _fields(operand.value, transform.filtered):
            ev.events.compared.setdefault((owner.cls, field.name), set()).add(whole.cls if whole is not None else None)
            if step is not None and new_callable(value, step, "parts" if transform.filtered else "equality"):
                frame = arguments.frame
                site = FreshField(
                    frame.module, arguments.node, transform, step, owner, field, value, operand.node, frame
                )
                ev.emit(site)
            elif step is not None and _is_rate(value) and not _renewed(wrapper, step):
                loop = _counted_by(wrapper, value, step)
                if loop is not None:
                    label = f"{operand.label}.{field.name}"
                    ev.emit(_site(arguments, transform, loop, label, value, operand.node, counter=True))


def _note_numbers(
    ev: Interpreter, wrapper: Transformed, operand: Operand, name: str, step: Region, arguments: Arguments
) -> None:
    """Notes the numbers in compared fields of an instance: of those that the loop advances, its end will tell."""
    transform, value = wrapper.transform, operand.value
    if not isinstance(value, Object) or _renewed(wrapper, step):
        return
    for owner, field, held, _ in _fields(value, transform.filtered):
        if owner is value and type(held) is Constant and held.kind in ("int", "float"):
            site = _site(arguments, transform, step, f"{operand.label}.{field.name}", held, operand.node, counter=True)
            ev.memory.numbers_given[step.node, name, field.name] = NumberGiven(
                held,
                site,
                partial(_needs_value, ev, wrapper, operand, value.put(field.name, Array("jax", "inexact")), arguments),
            )


def _needs_value(
    ev: Interpreter, wrapper: Transformed, operand: Operand, as_array: Value, arguments: Arguments
) -> bool:
    """Whether a function needs the value of a number, as of a size, that is an array in its place; or that is not
    known."""
    function: Value = wrapper.function
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    if not isinstance(function, Function):
        return True
    caller = arguments.frame.module
    site = TransformCall(
        wrapper.module, wrapper.site, wrapper.transform, function, (operand,), caller, arguments.node, wrapper
    )
    return if_traced(ev, function, {operand.label: as_array}, site) is not None


def _is_rate(value: Value) -> bool:
    """Whether a field holds a float: nobody needs a program per value of it, as of a size."""
    return all(isinstance(option, (Scalar, Constant)) and option.kind == "float" for option in options_of(value))


def _fields(
    value: Value, all_fields: bool, depth: int = 0, around: tuple[Object | None, ...] = ()
) -> Iterator[tuple[Object, FieldInfo, Value, Object | None]]:
    """The fields of the instances in a value that a compiled function compares: static ones, or all.

    Each comes with the instance that the function is given, in which it stands; None for a list of several.
    """
    if isinstance(value, Container) and depth < _DEPTH:
        items = _held_by(value)
        several = not around and (value.rest is not None or (value.kind == "list" and len(items) > 1))
        for item in items:
            yield from _fields(item, all_fields, depth + 1, (None,) if several else around)
    elif isinstance(value, Object) and value.cls.pytree == "yes" and depth < _DEPTH:
        fields, around = value.cls.fields(), around or (value,)
        plain = "typing.NamedTuple" in set(value.cls.libraries())  # `given_to_compiled` looks into it
        for name, held in value.fields:
            info = fields.get(name)
            compared = info is not None and (info.static is True or (all_fields and info.static is False))
            if info is not None and compared and not plain:
                yield value, info, held, around[0]
            yield from _fields(held, all_fields, depth + 1, around)


def _by_value(value: Value, depth: int = 0) -> Iterator[ClassInfo]:
    """The classes of the instances in a value that sort their attributes by what these hold: the rest is compared."""
    parts: tuple[Value, ...] = _held_by(value) if isinstance(value, Container) else ()
    if isinstance(value, Object) and value.cls.pytree == "yes":
        parts = tuple(held for _, held in value.fields)
        if value.cls.maker is not None and value.cls.maker.leaves == "data":
            yield value.cls
    for part in parts if depth < _DEPTH else ():
        yield from _by_value(part, depth + 1)


_DEPTH = 4


def _held_by(value: Container) -> tuple[Value, ...]:
    """What a container certainly holds: its items, and all that it was filled with in a loop."""
    rest = value.rest
    if rest is None or (type(rest) is Union and not rest.each):
        return value.items
    return (*value.items, *options_of(rest))


def given_to_loop(ev: Interpreter, transform: Transform, functions: list[Value], arguments: Arguments) -> None:
    """`scan(f, ...)` outside of any transform: a site where `f` is new in each step of a Python loop."""
    step = _step(arguments)
    if step is None:
        return
    traceable = not any(each.kind == "body" for each in chain(step))
    for spec, function in zip(transform.functions, functions, strict=True):
        parts = function.items if isinstance(function, Container) else (function,)
        for part in parts:
            if fresh(part, step, transform.cached_by):
                node = arguments.expression(spec.position, spec.keyword)
                site = _site(arguments, transform, step, spec.keyword or "the function", part, node)
                ev.emit(replace(site, traceable=traceable))
                return


def _step(arguments: Arguments) -> Region | None:
    """The loop in whose later step something is called, outside of any transform."""
    if staged(arguments):
        return None
    step = innermost_loop(arguments.frame.region)
    while is_of_one_item(step, arguments.frame, arguments.node):
        step = innermost_loop(step.outer if step is not None else None)
    return step if step is not None and step.steady else None


def _site(
    arguments: Arguments,
    transform: Transform,
    step: Region,
    label: str,
    value: Value,
    given: ast.AST,
    counter: bool = False,
) -> FreshArgument:
    frame = arguments.frame
    return FreshArgument(frame.module, arguments.node, transform, step, label, value, given, frame, counter)


def new_callable(value: Value, step: Region, cached_by: str) -> bool:
    """Whether a value is, or holds as a plain container, a callable that is new in each iteration of a step."""
    match value:
        case Function() | Bound() | Partial() | Transformed() | Optimizer():
            return fresh(value, step, cached_by)
        case Union():
            return all(new_callable(option, step, cached_by) for option in value.options)
        case Container():
            return any(new_callable(item, step, cached_by) for item in _held_by(value))
        case Object() if "typing.NamedTuple" in set(value.cls.libraries()):
            return any(new_callable(item, step, cached_by) for _, item in value.fields)
        case Object():
            return value.cls.pytree == "no" and fresh(value, step, cached_by)  # of a PyTree, see `instances_given`
    return False


def _number(value: Value) -> bool:
    return all(
        isinstance(option, Scalar) or (isinstance(option, Constant) and option.kind in ("int", "float"))
        for option in options_of(value)
    )


def _counted_by(wrapper: Transformed, value: Value, step: Region) -> Region | None:
    """The loop that counts a number which a wrapper is given; not where it makes the wrapper anew as well."""
    loop = counting_loop(value, step)
    if loop is None or not loop.steady:
        return None
    for each in chain(step):
        if each.kind == "loop" and _renewed(wrapper, each):
            return None
        if each is loop:
            return loop
    return None


def _traceable(ev: Interpreter, wrapper: Transformed, label: str, operands: tuple[Operand, ...]) -> bool:
    function, instance = wrapper.function, None
    while isinstance(function, (Transformed, Bound)):
        instance = function.instance if isinstance(function, Bound) else instance
        function = function.function
    given = {operand.label: operand.value for operand in operands}
    if instance is not None and isinstance(function, Function):
        given |= {first.arg: instance for first in signature(function.node.args).positional[:1]}
    return isinstance(function, Function) and takes_tracer(ev, function, label, given=given)

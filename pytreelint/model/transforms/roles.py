"""The role of each argument of a transformed function: traced, static, unmapped."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.transforms.giving import constants
from pytreelint.model.types.annotations import static_marker
from pytreelint.model.values.sites import Operand, Role
from pytreelint.model.values.value import (
    NONE,
    PARAMETER,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Union,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transform import Transform
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter


def operands_of(ev: Interpreter, wrapper: Transformed, arguments: Arguments, annotated: bool) -> tuple[Operand, ...]:
    """Returns the arguments of a call, each with its label and role.

    Arguments:
        annotated: the values are what annotations say, no caller is known.
    """
    names = signature(wrapper.function)
    static = chosen(wrapper, wrapper.transform.static_params, len(arguments.args), names)
    if wrapper.transform.reads_annotations and static is not None:
        static |= _annotated_static(ev, wrapper.function)
    operands = []
    for index, value in enumerate(arguments.args):
        named = names is not None and index < len(names)
        label = names[index] if names and named else f"argument {index + 1}"
        hidden = not named and any(isinstance(member, str) for member in static or ())  # by a wrapper's `*args`
        role = "index" if hidden else _role(wrapper, index, label, static, arguments)
        operands.append(Operand(label, value, arguments.expression(index), role, annotated))
    for name, value in arguments.keywords.items():
        index = names.index(name) if names and name in names else -1
        role = _role(wrapper, index, name, static, arguments)
        operands.append(Operand(name, value, arguments.expression(None, name), role, annotated))
    return tuple(operands)


def signature(value: Value) -> list[str] | None:
    """Names of the positional parameters of the function inside; the first of a bound method is dropped."""
    match value:
        case Function(wraps=Value() as wrapped) if names := signature(wrapped):
            return names
        case Function():
            spec = value.node.args
            return [a.arg for a in (*spec.posonlyargs, *spec.args)]
        case Transformed():
            return signature(value.function)
        case Bound():
            inner = signature(value.function)
            return inner[1:] if inner else inner
        case Object():
            found = value.cls.method("__call__")
            return [a.arg for a in (*found[1].args.posonlyargs, *found[1].args.args)][1:] if found else None
        case Partial():
            inner = signature(value.function)
            return inner[len(value.args) :] if inner is not None else None
    return None


def with_first_operand(wrapper: Transformed, arguments: Arguments) -> Arguments:
    """The call of a gradient with what it differentiates, where `*args` has it: without any, JAX refuses the call."""
    open_ = (arguments.more or not arguments.complete) and not arguments.args
    if not open_ or wrapper.transform.family != "grad" or signature(wrapper.function) != []:
        return arguments
    return arguments.with_first(arguments.spread or PARAMETER)


def innermost(value: Value) -> Function | None:
    """The function inside a chain of transforms; of an instance that is called, its method."""
    while isinstance(value, (Transformed, Bound)):
        value = value.function
    if isinstance(value, Object) and (found := value.cls.method("__call__")) is not None:
        owner, node = found
        return Function(node, owner.module, owner=owner) if isinstance(node, ast.FunctionDef) else None
    return value if isinstance(value, Function) else None


def chosen(wrapper: Transformed, params: tuple[str, ...], count: int, names: list[str] | None) -> set[object] | None:
    """The positions and names that `static_argnums` and the like choose; None where they are not known."""
    picked: set[object] = set()
    for parameter in params:
        members = constants(wrapper.option(parameter))
        if members is None:
            return None
        for member in members:
            if isinstance(member, int):
                if member < 0 and parameter in wrapper.transform.donate_params:
                    continue  # which JAX takes, and deletes nothing (jax 0.10.2)
                picked.add(member if member >= 0 else member + count)  # JAX counts what the call gives
            else:
                picked.add(member)
    if names is not None:
        for member in list(picked):
            if isinstance(member, int) and 0 <= member < len(names):
                picked.add(names[member])
            elif isinstance(member, str) and member in names:
                picked.add(names.index(member))
    return picked


def open_donation(transform: Transform, options: dict[str, Value]) -> tuple[str, Union] | None:
    """The option that tells what is donated, where a choice leaves one of several known things: it makes wrappers."""
    for keyword in transform.donate_params:
        given = options.get(keyword)
        if isinstance(given, Union) and given.choice is not None:
            if all(constants(option) is not None for option in given.options):
                return keyword, given
    return None


def _annotated_static(ev: Interpreter, function: Value) -> set[object]:
    """Parameters whose annotations say static."""
    while isinstance(function, (Bound, Partial)) or (isinstance(function, Function) and function.wraps is not None):
        function = function.wraps or function if isinstance(function, Function) else function.function
    if not isinstance(function, Function):
        return set()
    scope = function.closure or ev.top(function.module)
    spec = function.node.args
    return {
        a.arg
        for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)
        if a.annotation is not None and static_marker(ev, a.annotation, scope) is not None
    }


def _role(wrapper: Transformed, index: int, label: str, static: set[object] | None, arguments: Arguments) -> Role:
    if static is None:
        return "index"  # not known: no claim
    transform = wrapper.transform
    if transform.lifts and index == 0:
        return "unmapped"
    if index in static or label in static:
        return "static"
    if transform.checks == "none":
        return "index"
    if transform.checks == "differentiated":
        picked = chosen(wrapper, (transform.argnums[1],), len(arguments.args), None) if transform.argnums else {0}
        return "traced" if index in (picked if picked else {0} if picked is not None else ()) else "unmapped"
    if transform.checks == "mapped":
        return _mapped_role(wrapper, index)
    if transform.checks == "specified":
        specs = wrapper.option(transform.axes_params[0][1])
        given = specs.items[index : index + 1] if isinstance(specs, Container) and index >= 0 else ()
        return "unmapped" if given == (NONE,) else "index" if any(map(_spares, given)) else "traced"
    return "traced"


def _spares(spec: Value) -> bool:
    """Whether a tree of specs has None for a part, which may be anything then."""
    return isinstance(spec, Container) and any(item == NONE or _spares(item) for item in spec.items)


def _mapped_role(wrapper: Transformed, index: int) -> Role:
    axes = wrapper.option(wrapper.transform.axes_params[0][1]) if wrapper.transform.axes_params else None
    if axes is None:
        return "traced"
    if isinstance(axes, Container) and axes.rest is None and 0 <= index < len(axes.items):
        axis = axes.items[index]
        return "unmapped" if axis == NONE else "traced" if isinstance(axis, Constant) else "index"
    if not isinstance(axes, Constant):
        return "index"
    return "traced" if axes.value is not None else "unmapped"  # with `axis_size`


def maps_all(wrapper: Transformed, index: int) -> bool:
    """Whether a filtered map is told a number for an argument, not what to ask of its leaves: it maps all of them, and
    whatever is no array raises, as in a raw map (equinox 0.13)."""
    transform = wrapper.transform
    is_told = transform.family == "map" and transform.axes_params
    axes = wrapper.option(transform.axes_params[0][1]) if is_told else None
    if isinstance(axes, Container) and axes.kind == "tuple" and axes.rest is None and 0 <= index < len(axes.items):
        axes = axes.items[index]
    return isinstance(axes, Constant) and axes.kind == "int"


def filtered_role(wrapper: Transformed, index: int, operand: Operand) -> Role:
    """What a filtered transform does with the arrays of an argument."""
    transform = wrapper.transform
    if operand.role == "static" or any(constants(wrapper.option(name)) is None for name in transform.static_params):
        return operand.role
    match transform.family:
        case "map":
            return _mapped_role(wrapper, index)
        case "grad" if transform.rejects_integers or transform.argnums is None:
            return "traced" if index == 0 else "unmapped"
        case "grad":
            return "index"
    return "traced"

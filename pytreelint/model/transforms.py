"""What transforms do: `jit(f)` is made, `jit(f)(x)` and `scan(f, init, xs)` meet their arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pytreelint.knowledge.transforms import Transform
from pytreelint.model.annotations import static_marker
from pytreelint.model.frame import Frame
from pytreelint.model.leaves import opaque
from pytreelint.model.sites import DecoratedMethod, Operand, Role, TransformCall, TransformMade
from pytreelint.model.values import (
    DYNAMIC,
    NONE,
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.arguments import Arguments
    from pytreelint.model.evaluator import Evaluator

REJECTED = Unknown("rejected leaf")


def make(ev: Evaluator, transform: Transform, arguments: Arguments) -> Value:
    """`jit(f, ...)`; without its function, a decorator that waits for it."""
    if transform.style == "applies":
        return _applied(ev, transform, arguments)
    position = transform.functions[0]
    function = arguments.get(position.position, position.keyword)
    if function is None:
        return Partial(Library(transform.name), arguments.args, tuple(arguments.keywords.items()))
    options = dict(arguments.keywords)
    for place, keyword in _positional_options(transform):
        if place < len(arguments.args) and place > position.position:
            options[keyword] = arguments.args[place]
    made = Transformed(
        transform, function, tuple(options.items()), arguments.node, arguments.frame.module, why=function.why
    )
    if not isinstance(function, Unknown):
        ev.emit(TransformMade(made.module, made.site, transform, function, made))
    return made


def _positional_options(transform: Transform) -> list[tuple[int, str]]:
    pairs = [p for p in transform.axes_params if p[0] >= 0]
    return [*pairs, *([transform.argnums] if transform.argnums else [])]


def signature(value: Value) -> list[str] | None:
    """Names of the positional parameters of the function inside; the first of a bound method is dropped."""
    match value:
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


def _constants(value: Value | None) -> list[object] | None:
    """The members of `0`, `(0, 1)`, `"n"`; None where they are not known."""
    if value is None or (isinstance(value, Constant) and value.value is None):
        return []
    if isinstance(value, Constant):
        return [value.value]
    if isinstance(value, Container) and value.rest is None and all(isinstance(i, Constant) for i in value.items):
        return [i.value for i in value.items if isinstance(i, Constant)]
    return None


def chosen(made: Transformed, params: tuple[str, ...], count: int, names: list[str] | None) -> set[object] | None:
    """The positions and names that `static_argnums` and the like choose; None where they are not known."""
    picked: set[object] = set()
    for parameter in params:
        members = _constants(made.option(parameter))
        if members is None:
            return None
        for member in members:
            if isinstance(member, int):
                picked.add(member if member >= 0 else member + (len(names) if names else count))
            else:
                picked.add(member)
    if names is not None:
        for member in list(picked):
            if isinstance(member, int) and member < len(names):
                picked.add(names[member])
            elif isinstance(member, str) and member in names:
                picked.add(names.index(member))
    return picked


def apply(ev: Evaluator, made: Transformed, arguments: Arguments, annotated: bool = False) -> Value:
    """A transformed function is called."""
    transform = made.transform
    operands = _operands(ev, made, arguments, annotated)
    seen = _without_self(ev, made, operands)
    if seen and (transform.static_params or not transform.filtered):
        ev.emit(
            TransformCall(
                made.module, made.site, transform, made.function, seen, arguments.frame.module, arguments.node, made
            )
        )
    inner = replace_arguments(arguments, [_inside(ev, transform, operand) for operand in operands])
    result = ev.call_value(made.function, inner)
    return _gives(transform, made, result, arguments)


def replace_arguments(arguments: Arguments, values: list[Value]) -> Arguments:
    """The same call with other values."""
    count = len(arguments.args)
    keywords = dict(zip(arguments.keywords, values[count:], strict=True))
    return replace(arguments, args=tuple(values[:count]), keywords=keywords, changed={})


def _marked(ev: Evaluator, function: Value) -> set[object]:
    """Parameters whose annotations say static."""
    if not isinstance(function, Function):
        return set()
    scope = function.closure or Frame(function.module, {}, top=True)
    spec = function.node.args
    return {
        a.arg
        for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)
        if a.annotation is not None and static_marker(ev, a.annotation, scope) is not None
    }


def _operands(ev: Evaluator, made: Transformed, arguments: Arguments, annotated: bool) -> tuple[Operand, ...]:
    names = signature(made.function)
    static = chosen(made, made.transform.static_params, len(arguments.args), names)
    if made.transform.reads_annotations and static is not None:
        static |= _marked(ev, made.function)
    operands = []
    for index, value in enumerate(arguments.args):
        label = names[index] if names and index < len(names) else f"argument {index + 1}"
        role = _role(made, index, label, static, arguments)
        operands.append(Operand(label, value, arguments.expression(index), role, annotated))
    for name, value in arguments.keywords.items():
        index = names.index(name) if names and name in names else -1
        role = _role(made, index, name, static, arguments)
        operands.append(Operand(name, value, arguments.expression(-2, name), role, annotated))
    return tuple(operands)


def _role(made: Transformed, index: int, label: str, static: set[object] | None, arguments: Arguments) -> Role:
    if static is None:
        return "index"  # not known: no claim
    if index in static or label in static:
        return "static"
    transform = made.transform
    if transform.checks == "none":
        return "index"
    if transform.checks == "differentiated":
        picked = chosen(made, (transform.argnums[1],), 0, None) if transform.argnums else {0}
        return "traced" if index in (picked if picked else {0} if picked is not None else ()) else "unmapped"
    if transform.checks == "mapped":
        return _mapped(made, index)
    return "traced"


def _mapped(made: Transformed, index: int) -> Role:
    axes = made.option(made.transform.axes_params[0][1]) if made.transform.axes_params else None
    if axes is None:
        return "traced"
    if isinstance(axes, Container) and axes.rest is None and 0 <= index < len(axes.items):
        axis = axes.items[index]
        return "unmapped" if axis == NONE else "traced" if isinstance(axis, Constant) else "index"
    return "traced" if isinstance(axes, Constant) and axes.value is not None else "index"


def _without_self(ev: Evaluator, made: Transformed, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
    """On a decorated method, `self` is a site of its own."""
    if made.method_of is None or not operands or made.decorated is None:
        return operands
    first = operands[0]
    if isinstance(first.value, ClassValue) and first.role == "traced":
        ev.emit(
            DecoratedMethod(
                made.module, made.site, made.transform, made.method_of, made.decorated.name, first.value, False
            )
        )
    if made.decorated.name not in made.method_of.methods or not isinstance(first.value, Object):
        return operands[1:]
    if first.role in ("traced", "static"):
        static = first.role == "static"
        ev.emit(
            DecoratedMethod(
                made.module, made.site, made.transform, made.method_of, made.decorated.name, first.value, static
            )
        )
    return operands[1:]


def _inside(ev: Evaluator, transform: Transform, operand: Operand) -> Value:
    """What the function sees of an argument: tracers for numbers; a rejected leaf is the outer transform's finding."""
    if transform.filtered or operand.role == "static":
        return operand.value
    return traced(operand.value, operand.role != "unmapped")


def traced(value: Value, reject: bool = True) -> Value:
    """A value as raw transforms hand it on."""
    match value:
        case Constant(kind="bool" | "int" | "float" | "complex") | Scalar():
            return Array("jax", _DTYPES[value.kind], why=value.why)  # type: ignore[arg-type]
        case Array(flavour="numpy" | "numpy-scalar"):
            return Array("jax", value.dtype, why=value.why)
        case Container(kind="tuple" | "list" | "dict"):
            rest = traced(value.rest, reject) if value.rest is not None else None
            return replace(value, items=tuple(traced(item, reject) for item in value.items), rest=rest)
        case Object():
            declared = value.cls.fields()
            fields = tuple(
                (name, item if name in declared and declared[name].static is not False else traced(item, reject))
                for name, item in value.fields
            )
            return replace(value, fields=fields)
        case Union():
            return union([traced(option, reject) for option in value.options])
    return REJECTED if reject and opaque(value) else value


_DTYPES = {"bool": "bool", "int": "integer", "float": "inexact", "complex": "inexact"}


def _first(made: Transformed, arguments: Arguments) -> Value:
    """What is differentiated."""
    argnums = made.option(made.transform.argnums[1]) if made.transform.argnums else None
    members = _constants(argnums)
    if members is None:
        return DYNAMIC
    picked = [arguments.get(m) or DYNAMIC for m in members if isinstance(m, int)]
    if isinstance(argnums, Container):
        return Container("tuple", tuple(picked))
    return picked[0] if picked else (arguments.args[0] if arguments.args else DYNAMIC)


def _gives(transform: Transform, made: Transformed, result: Value, arguments: Arguments) -> Value:
    aux = made.option(transform.has_aux) if transform.has_aux else None
    with_aux = isinstance(aux, Constant) and aux.value is True
    primal, extra = _pair(result) if with_aux else (result, None)
    outputs = primal if transform.filtered else traced(primal, False)
    match transform.gives:
        case "result":
            return result if transform.filtered else traced(result, False)
        case "stacked":
            return outputs
        case "gradient":
            gradient = _gradient(_first(made, arguments), transform.filtered)
            return Container("tuple", (gradient, extra)) if extra is not None else gradient
        case "value-gradient":
            gradient = _gradient(_first(made, arguments), transform.filtered)
            value = Container("tuple", (outputs, extra)) if extra is not None else outputs
            return Container("tuple", (value, gradient))
    return Unknown("transform result")


def _pair(value: Value) -> tuple[Value, Value]:
    if isinstance(value, Container) and value.kind == "tuple" and len(value.items) == 2:
        return value.items[0], value.items[1]
    return DYNAMIC, DYNAMIC


def _gradient(value: Value, filtered: bool) -> Value:
    """The tree of gradients: like the arguments; filtered ones have None where nothing is differentiated."""
    from pytreelint.model.trees import map_leaves

    if not filtered:
        return traced(value, False)
    return map_leaves(value, lambda leaf: leaf if isinstance(leaf, Array | Unknown) else NONE)


def _applied(ev: Evaluator, transform: Transform, arguments: Arguments) -> Value:
    """`scan(f, init, xs)` and its kin."""
    if transform.per_branch and len(arguments.args) == 5 and opaque(arguments.args[4]) is not False:
        return Unknown("operand per branch")
    functions = [arguments.get(f.position, f.keyword) or DYNAMIC for f in transform.functions]
    operands: list[Operand] = []
    for spec in transform.operands:
        if spec.rest:
            values = list(enumerate(arguments.args))[spec.position :]
            named = arguments.keywords.get(spec.keyword) if spec.keyword else None
        else:
            given = arguments.get(spec.position, spec.keyword)
            values = [(spec.position, given)] if given is not None else []
            named = None
        for index, value in values:
            label = spec.keyword or f"argument {index + 1}"
            operands.append(Operand(label, value, arguments.expression(index, spec.keyword), _applied_role(spec.role)))
        if named is not None:
            node = arguments.expression(-2, spec.keyword)
            operands.append(Operand(spec.keyword, named, node, _applied_role(spec.role)))
    if not transform.filtered:
        ev.emit(
            TransformCall(
                arguments.frame.module,
                arguments.node,
                transform,
                _one(functions),
                tuple(operands),
                arguments.frame.module,
                arguments.node,
            )
        )
        for function in functions:
            for each in _members(function):
                ev.emit(TransformMade(arguments.frame.module, arguments.node, transform, each))
    return _run_functions(ev, transform, functions, operands, arguments)


def _applied_role(role: str) -> Role:
    return "index" if role == "free" else cast(Role, role)


def _one(functions: list[Value]) -> Value:
    return functions[0] if functions else DYNAMIC


def _members(function: Value) -> tuple[Value, ...]:
    if isinstance(function, Container):
        return (*function.items, *((function.rest,) if function.rest is not None else ()))
    return (function,)


def _run_functions(
    ev: Evaluator, transform: Transform, functions: list[Value], operands: list[Operand], arguments: Arguments
) -> Value:
    def see(operand: Operand) -> Value:
        return operand.value if transform.filtered else traced(operand.value)

    by_role: dict[str, list[Value]] = {}
    for operand in operands:
        by_role.setdefault(operand.role, []).append(see(operand))
    everything = [see(o) for o in operands if o.role not in ("index", "tangent")]
    results: list[Value] = []
    for spec, function in zip(transform.functions, functions, strict=True):
        passed: list[Value] = []
        for role in spec.calls:
            if role == "operands":
                passed += everything
            elif role in ("x", "element"):
                passed.append(by_role.get("xs", [DYNAMIC])[0])
            elif role == "index":
                passed.append(Array("jax", "integer"))
            else:
                passed.append(by_role.get(role, [DYNAMIC])[0])
        for each in _members(function):
            inner = replace(arguments, args=tuple(passed), keywords={}, complete=True, changed={})
            results.append(ev.call_value(each, inner))
    return _applied_result(transform, results, by_role)


def _applied_result(transform: Transform, results: list[Value], by_role: dict[str, list[Value]]) -> Value:
    last = results[-1] if results else DYNAMIC
    carry = by_role.get("carry", [DYNAMIC])[0]
    match transform.gives:
        case "carry-stacked":
            _, stacked = _pair(last)
            return Container("tuple", (carry, stacked if transform.filtered else traced(stacked, False)))
        case "carry":
            return carry
        case "result":
            joined = union(results)
            return joined if transform.filtered else traced(joined, False)
        case "stacked":
            return last if transform.filtered else traced(last, False)
        case "shapes":
            from pytreelint.model.trees import map_leaves

            return map_leaves(traced(last, False), lambda x: Array("shape-struct") if isinstance(x, Array) else x)
        case "primal-pullback" | "primal-linear":
            pullback = Partial(Opaque("function"), (Array("jax"),), (), tree=True)  # a PyTree around its residuals
            return Container("tuple", (traced(last, False), pullback))
        case "elements":
            return by_role.get("xs", [DYNAMIC])[0]
        case "none":
            return NONE
    return Unknown("transform result")

"""What transforms do: `jit(f)` is made, `jit(f)(x)` and `scan(f, init, xs)` meet their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.refused import TAKEN
from pytreelint.knowledge.transforms import Transform
from pytreelint.model import applied
from pytreelint.model.annotations import static_marker
from pytreelint.model.renewed import given_to_compiled, instances_given
from pytreelint.model.sites import (
    DecoratedMethod,
    Operand,
    Role,
    Traced,
    TransformCall,
    TransformMade,
    TransformOptions,
    TransformOutput,
)
from pytreelint.model.tracers import defaults
from pytreelint.model.tracing import pair, traced
from pytreelint.model.trees import is_number
from pytreelint.model.turns import compiled_again, entry_of, staged
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
    Partial,
    Transformed,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.arguments import Arguments
    from pytreelint.model.evaluator import Evaluator


def make(ev: Evaluator, transform: Transform, arguments: Arguments) -> Value:
    """`jit(f, ...)`; without its function, a decorator that waits for it."""
    if transform.style == "applies":
        return applied.run(ev, transform, arguments)
    position = transform.functions[0]
    function = arguments.get(position.position, position.keyword)
    if function is None:
        return Partial(Library(transform.name), arguments.args, tuple(arguments.keywords.items()))
    options = dict(arguments.keywords)
    taken = TAKEN.get(transform.name)
    if taken is not None and ("donate" in options or not taken.issuperset(options)):
        given = tuple(arguments.keywords.items())
        ev.emit(TransformOptions(arguments.frame.module, arguments.node, transform, given))
    for place, keyword in _positional_options(transform):
        if place < len(arguments.args) and place > position.position:
            options[keyword] = arguments.args[place]
    if not arguments.complete:  # `**options` of unknown content
        options = dict.fromkeys(_options(transform), DYNAMIC) | options
    frame = arguments.frame
    ev.makings += 1
    made = Transformed(
        transform,
        function,
        tuple(options.items()),
        arguments.node,
        frame.module,
        why=function.why,
        born=frame.turn,
        home=frame,
    )
    if not isinstance(function, Unknown):
        ev.emit(TransformMade(made.module, made.site, transform, function, made))
    return made


def _positional_options(transform: Transform) -> list[tuple[int, str]]:
    pairs = [p for p in transform.axes_params if p[0] >= 0]
    more = [p for p in (transform.argnums, transform.allow_int) if p is not None]
    return [*pairs, *more, *([(transform.has_aux_position, transform.has_aux)] if transform.has_aux else [])]


def _options(transform: Transform) -> list[str]:
    """The keywords that decide what may be passed and what comes back."""
    named = [parameter[1] for parameter in (transform.argnums, transform.allow_int) if parameter is not None]
    axes = [keyword for _, keyword in transform.axes_params]
    return [*transform.static_params, *axes, *named, *([transform.has_aux] if transform.has_aux else [])]


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
                picked.add(member if member >= 0 else member + count)  # JAX counts what the call gives
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
    seen = _without_self(ev, made, operands, arguments)
    if seen and (transform.static_params or not transform.filtered):
        caller, entry = arguments.frame.module, entry_of(arguments.frame.turn)
        ev.emit(
            TransformCall(made.module, made.site, transform, made.function, seen, caller, arguments.node, made, entry)
        )
    _traces(ev, made, operands, arguments)
    compiled_again(ev, made, arguments)
    given_to_compiled(ev, made, seen, arguments)
    instances_given(ev, made, operands, arguments)
    inner = replace_arguments(arguments, [_inside(made, operand, arguments) for operand in operands])
    inner.staged = arguments.staged or not transform.eager
    result = ev.call_value(made.function, inner)
    looked_at = _looked_at(made, result)
    if transform.rejects_opaque_outputs and not transform.filtered and not isinstance(looked_at, Unknown):
        ev.emit(TransformOutput(made.module, made.site, transform, made.function, operands, looked_at, made))
    return _gives(transform, made, result, arguments)


def _traces(ev: Evaluator, made: Transformed, operands: tuple[Operand, ...], arguments: Arguments) -> None:
    """A function is run on tracers."""
    transform, function = made.transform, made.function
    if transform.eager and transform.checks != "mapped":
        return  # gradients know the values
    while isinstance(function, (Transformed, Bound)):
        function = function.function
    if not isinstance(function, Function) or function.module.origin != "project":
        return
    given = [
        (operand.label, operand.value if transform.filtered or operand.role == "static" else traced(operand.value))
        for operand in operands
        if operand.role == "traced"
        or (transform.filtered and operand.role == "index")
        or (operand.role == "static" and isinstance(operand.value, Constant))
    ]
    if arguments.complete:
        given += defaults(function.node, {operand.label for operand in operands}).items()
    ev.emit(Traced(made.module, made.site, transform, function, tuple(given), arguments.frame.module, arguments.node))


def replace_arguments(arguments: Arguments, values: list[Value]) -> Arguments:
    """The same call with other values."""
    count = len(arguments.args)
    keywords = dict(zip(arguments.keywords, values[count:], strict=True))
    return replace(arguments, args=tuple(values[:count]), keywords=keywords, changed={})


def _marked(ev: Evaluator, function: Value) -> set[object]:
    """Parameters whose annotations say static."""
    if not isinstance(function, Function):
        return set()
    scope = function.closure or ev.top(function.module)
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
        named = names is not None and index < len(names)
        label = names[index] if names and named else f"argument {index + 1}"
        hidden = not named and any(isinstance(member, str) for member in static or ())  # by a wrapper's `*args`
        role = "index" if hidden else _role(made, index, label, static, arguments)
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


def _without_self(
    ev: Evaluator, made: Transformed, operands: tuple[Operand, ...], arguments: Arguments
) -> tuple[Operand, ...]:
    """On a decorated method, `self` is a site of its own."""
    if made.method_of is None or not operands or made.decorated is None:
        return operands
    first, name = operands[0], made.decorated.name
    known = isinstance(first.value, Object) and name in made.method_of.methods
    if (known and first.role in ("traced", "static")) or (
        isinstance(first.value, ClassValue) and first.role == "traced"
    ):
        owner, static, caller = made.method_of, first.role == "static", arguments.frame.module
        ev.emit(
            DecoratedMethod(
                made.module, made.site, made.transform, owner, name, first.value, static, caller, arguments.node
            )
        )
    return operands[1:]


def _inside(made: Transformed, operand: Operand, arguments: Arguments) -> Value:
    """What the function sees of an argument: tracers for numbers; a rejected leaf is the outer transform's finding."""
    if made.transform.filtered or operand.role in ("static", "unmapped"):
        return operand.value  # `vmap(in_axes=None)` and `grad` hand on what they leave alone
    if made.transform.family == "custom" and not staged(arguments) and is_number(operand.value):
        return operand.value  # a custom rule alone makes no tracers
    if operand.role == "index":  # whether it is static could not be told
        return union([operand.value, traced(operand.value, by=made)])
    return traced(operand.value, by=made)


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


def _looked_at(made: Transformed, result: Value) -> Value:
    """The part of a result that may hold nothing but arrays; unknown where an option decides it that is not known."""
    transform = made.transform
    aux = made.option(transform.has_aux) if transform.has_aux else None
    if aux is None or not transform.aux_is_free or (isinstance(aux, Constant) and not aux.value):
        return result
    return pair(result)[0] if isinstance(aux, Constant) else DYNAMIC


def _gives(transform: Transform, made: Transformed, result: Value, arguments: Arguments) -> Value:
    aux = made.option(transform.has_aux) if transform.has_aux else None
    with_aux = isinstance(aux, Constant) and aux.value is True
    primal, extra = pair(result) if with_aux else (result, None)
    outputs = primal if transform.filtered else traced(primal, back=True)
    match transform.gives:
        case "result":
            return result if transform.filtered else traced(result, back=True)
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


def _gradient(value: Value, filtered: bool) -> Value:
    """The tree of gradients: like the arguments; filtered ones have None where nothing is differentiated."""
    from pytreelint.model.trees import map_leaves

    if not filtered:
        return traced(value, False)
    return map_leaves(value, lambda leaf: leaf if isinstance(leaf, (Array, Unknown)) else NONE)

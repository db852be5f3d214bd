"""What transforms do: `jit(f)` is made, `jit(f)(x)` and `scan(f, init, xs)` meet their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.filtered_transforms import OF_CLASSES
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.refused import TAKEN
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.algebra.demands import guarding
from pytreelint.model.transforms import applied, derivative_rules, donations, traces
from pytreelint.model.transforms.giving import constants, gives, looked_at
from pytreelint.model.transforms.renewed import given_to_compiled, instances_given
from pytreelint.model.transforms.tracing import traced
from pytreelint.model.types.annotations import static_marker
from pytreelint.model.values import marks
from pytreelint.model.values.choices import met
from pytreelint.model.values.identity import carried, plain, renewed
from pytreelint.model.values.limits import COUNTED_PARTS, WALKED_PARTS
from pytreelint.model.values.regions import compiled_again, entry_of, staged
from pytreelint.model.values.sites import (
    DecoratedMethod,
    Differentiated,
    Operand,
    Role,
    TransformCall,
    TransformMade,
    TransformOptions,
    TransformOutput,
)
from pytreelint.model.values.sizes import size
from pytreelint.model.values.trees import is_number
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
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
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter


def make(ev: Interpreter, transform: Transform, arguments: Arguments) -> Value:
    """`jit(f, ...)`; without its function, a decorator that waits for it."""
    if transform.style == "applies":
        return applied.run(ev, transform, arguments)
    position = transform.functions[0]
    function = arguments.get(position.position, position.keyword)
    if isinstance(function, ClassValue) and transform.name in OF_CLASSES:
        return function
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
    ev.memory.makings += 1
    made = Transformed(
        transform,
        function,
        tuple(options.items()),
        arguments.node,
        frame.module,
        why=function.why,
        created_in=frame.region,
        home=frame,
    )
    if not isinstance(function, Unknown):
        names = signature(function)
        if not (any(ev.events.doubting) or frame.guarded):
            ev.events.made[made.site] = made
        ev.emit(TransformMade(made.module, made.site, transform, function, made))
        donates, static = (chosen(made, each, 0, names) for each in (transform.donate_params, transform.static_params))
        donations.refused(ev, made, donates, static)
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


def chosen(made: Transformed, params: tuple[str, ...], count: int, names: list[str] | None) -> set[object] | None:
    """The positions and names that `static_argnums` and the like choose; None where they are not known."""
    picked: set[object] = set()
    for parameter in params:
        members = constants(made.option(parameter))
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


def apply(
    ev: Interpreter,
    made: Transformed,
    arguments: Arguments,
    annotated: bool = False,
    spared: Mapping[str, Value] | None = None,
) -> Value:
    """A transformed function is called; `spared`: arguments that it may not meet, and what they are then."""
    transform = made.transform
    doubted = ev.events.doubting[0] and not arguments.frame.guarded
    (ev.events.perhaps if doubted else ev.events.applied).add(made.site)
    operands = tuple(_walked(ev, operand) for operand in _operands(ev, made, arguments, annotated))
    if spared and not transform.filtered:
        operands = tuple(_spared(operand, spared) for operand in operands)
    seen = _without_self(ev, made, operands, arguments)
    if seen and transform.family == "grad" and ev.events.ties.by_node:
        ev.emit(Differentiated(made.module, made.site, transform, seen, made, arguments.frame.module))
    if seen and (transform.static_params or not transform.filtered):
        caller, entry = arguments.frame.module, entry_of(arguments.frame.region)
        for each in met(seen, arguments.frame):
            ev.emit(
                TransformCall(
                    made.module, made.site, transform, made.function, each, caller, arguments.node, made, entry
                )
            )
    compiled_again(ev, made, arguments)
    given_to_compiled(ev, made, seen, arguments)
    instances_given(ev, made, operands, arguments)
    trace = traces.trace_at(ev, made.module, made.site, transform, arguments.frame.module, arguments.node)
    seen_inside = [_inside(ev, made, o, i, arguments, trace) for i, o in enumerate(operands)]
    keeps = plain if transform.family == "abstract" else carried  # which looks at shapes alone
    inner = replace_arguments(arguments, list(map(keeps, seen_inside, (o.value for o in operands))))
    inner.staged = arguments.staged or not transform.eager
    inner.staging = traces.stage_in(trace, arguments)
    supposed = annotated and any(o.role == "static" and isinstance(o.value, Unknown) for o in operands)
    unhashed = transform.hashes_static and any(o.role == "static" and marks.of(o.value) for o in operands)
    if transform.family == "custom":
        derivative_rules.run(ev, made, [operand.value for operand in operands], inner)
    with ev.supposing(trace if supposed else ev.supposed), guarding(arguments.frame, unhashed):
        result = ev.call_value(_function_inside(ev, made, trace), inner)
    returned = looked_at(made, result)
    if transform.rejects_opaque_outputs and not transform.filtered and not isinstance(returned, Unknown):
        ev.emit(TransformOutput(made.module, made.site, transform, made.function, operands, returned, made))
    if transform.donate_params:
        donates = chosen(made, transform.donate_params, len(arguments.args), signature(made.function))
        donations.delete(ev, operands, donations.donated(operands, donates), result, arguments)
    given = gives(transform, made, result, arguments)
    outside = traces.outside(ev, given, result, trace, arguments)
    return renewed(carried(outside, result)) if transform.gives == "result" else plain(outside)


def _walked(ev: Interpreter, operand: Operand) -> Operand:
    """An operand; of a large tree nothing is known once a file has given transforms too many of them."""
    parts = size(operand.value)
    if parts < COUNTED_PARTS:
        return operand
    ev.bounds.walked += parts
    return operand if ev.bounds.walked <= WALKED_PARTS else replace(operand, value=Unknown("too large"))


def _function_inside(ev: Interpreter, made: Transformed, trace: Trace) -> Value:
    """The function as it runs: one that compiles and is filtered traces the arrays of a Module, too."""
    staged = made.transform.filtered and trace.kind == "staging"
    return traces.marked(ev, made.function, trace, raw=False) if staged else made.function


def _spared(operand: Operand, spared: Mapping[str, Value]) -> Operand:
    if operand.role != "traced" or operand.label not in spared:
        return operand
    return replace(operand, role="unmapped", value=spared[operand.label])


def replace_arguments(arguments: Arguments, values: list[Value]) -> Arguments:
    """The same call with other values."""
    count = len(arguments.args)
    keywords = dict(zip(arguments.keywords, values[count:], strict=True))
    spread = Unknown(arguments.spread.reason) if isinstance(arguments.spread, Unknown) else None
    return replace(arguments, args=tuple(values[:count]), keywords=keywords, changed={}, spread=spread)


def _marked(ev: Interpreter, function: Value) -> set[object]:
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


def _operands(ev: Interpreter, made: Transformed, arguments: Arguments, annotated: bool) -> tuple[Operand, ...]:
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
        operands.append(Operand(name, value, arguments.expression(None, name), role, annotated))
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
    if transform.checks == "specified":
        specs = made.option(transform.axes_params[0][1])
        given = specs.items[index : index + 1] if isinstance(specs, Container) and index >= 0 else ()
        return "unmapped" if given == (NONE,) else "traced"
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
    ev: Interpreter, made: Transformed, operands: tuple[Operand, ...], arguments: Arguments
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


def _inside(
    ev: Interpreter, made: Transformed, operand: Operand, index: int, arguments: Arguments, trace: Trace
) -> Value:
    """What the function sees of an argument, traced where it certainly is."""
    value, raw = _handed_on(made, operand, arguments), not made.transform.filtered
    if made.transform.family == "custom":
        return traces.known_to_gradients(value)
    is_traced = operand.role == "traced" if raw else _filtered_role(made, index, operand) == "traced"
    return traces.marked(ev, value, trace, raw) if is_traced and trace.kind != "none" else value


def _filtered_role(made: Transformed, index: int, operand: Operand) -> Role:
    """What a filtered transform does with the arrays of an argument."""
    transform = made.transform
    if operand.role == "static" or any(constants(made.option(name)) is None for name in transform.static_params):
        return operand.role
    match transform.family:
        case "map":
            return _mapped(made, index)
        case "grad" if transform.rejects_integers or transform.argnums is None:
            return "traced" if index == 0 else "unmapped"
        case "grad":
            return "index"
    return "traced"


def _handed_on(made: Transformed, operand: Operand, arguments: Arguments) -> Value:
    """What the function sees of an argument: tracers for numbers; a rejected leaf is the outer transform's finding."""
    if made.transform.filtered or operand.role in ("static", "unmapped"):
        return operand.value  # `vmap(in_axes=None)` and `grad` hand on what they leave alone
    if made.transform.family == "custom" and not staged(arguments) and is_number(operand.value):
        return operand.value  # a custom rule alone makes no tracers
    if operand.role == "index":  # whether it is static could not be told
        return union([operand.value, traced(operand.value, by=made)])
    return traced(operand.value, by=made)

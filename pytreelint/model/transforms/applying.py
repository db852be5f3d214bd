"""What transforms do: `jit(f)` is made, `jit(f)(x)` and `scan(f, init, xs)` meet their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.collectives import BINDS_AXES
from pytreelint.knowledge.filtered_transforms import OF_CLASSES
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.refused import TAKEN
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.algebra import carried_keys
from pytreelint.model.algebra.demands import guarding
from pytreelint.model.transforms import (
    applied,
    axis_trees,
    derivative_rules,
    donations,
    given_anew,
    given_axes,
    lifted,
    named_arguments,
    on_devices,
    own_copies,
    roles,
    row_draws,
    traces,
)
from pytreelint.model.transforms.giving import call_result, checked_outputs, is_true
from pytreelint.model.transforms.rebuilding import split
from pytreelint.model.transforms.renewed import given_to_compiled, instances_given
from pytreelint.model.transforms.roles import chosen, filtered_role, maps_all, open_donation, operands_of, signature
from pytreelint.model.transforms.tracing import differentiated, traced
from pytreelint.model.types.compiled_in import program_given
from pytreelint.model.values import axes, marks
from pytreelint.model.values.alternatives import with_choice
from pytreelint.model.values.anew import renewed
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.identity import carried, is_bare, plain
from pytreelint.model.values.limits import COUNTED_PARTS, WALKED_PARTS
from pytreelint.model.values.losses import LossOf
from pytreelint.model.values.regions import compiled_again, entry_of, staged
from pytreelint.model.values.sites import (
    DecoratedMethod,
    Differentiated,
    Operand,
    TransformCall,
    TransformMade,
    TransformOptions,
    TransformOutput,
)
from pytreelint.model.values.sizes import size
from pytreelint.model.values.switches import known_at, known_at_call
from pytreelint.model.values.trees import is_number
from pytreelint.model.values.value import (
    DYNAMIC,
    PARAMETER,
    Bound,
    ClassValue,
    Library,
    Object,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter


def make(ev: Interpreter, transform: Transform, arguments: Arguments) -> Value:
    """Returns the wrapper of `jit(f, ...)`; without its function, a decorator that waits for it."""
    if transform.style == "applies":
        return applied.run(ev, transform, arguments)
    position = transform.functions[0]
    function = arguments.get(position.position, position.keyword)
    if transform.name in OF_CLASSES and (made := lifted.of_class(ev, transform, function, arguments)) is not None:
        return made
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
    ev.memory.makings += transform.cached_by != ""
    opened = open_donation(transform, options)
    if opened is None:
        return _wrapper(ev, transform, function, options, arguments)
    keyword, donates = opened
    made = union([_wrapper(ev, transform, function, options | {keyword: each}, arguments) for each in donates.options])
    return with_choice(made, donates.choice) if isinstance(made, Union) else made


def _wrapper(
    ev: Interpreter, transform: Transform, function: Value, options: dict[str, Value], arguments: Arguments
) -> Transformed:
    """Returns the wrapper that known options make, and tells of it."""
    frame = arguments.frame
    wrapper = Transformed(
        transform,
        function,
        tuple(options.items()),
        arguments.node,
        frame.module,
        why=function.why,
        created_in=frame.region,
        home=frame,
        own=_is_own(function, frame),
    )
    if not isinstance(function, Unknown):
        names = signature(function)
        if not (any(ev.events.doubting) or frame.guarded):
            ev.events.note_wrapper(wrapper)
        ev.emit(TransformMade(wrapper.module, wrapper.site, transform, function, wrapper))
        donates, static = (
            chosen(wrapper, each, 0, names) for each in (transform.donate_params, transform.static_params)
        )
        donations.refused(ev, wrapper, donates, static)
        named_arguments.refused(ev, wrapper)
    return wrapper


def _is_own(function: Value, frame: Frame) -> bool:
    """Whether a method makes a wrapper of a method of its own instance: `self.step = jax.jit(self._step)`."""
    if not isinstance(function, Bound) or frame.owner is None or frame.first_parameter is None or frame.env is None:
        return False
    own = frame.env.get(frame.first_parameter)
    return own is not None and own.token is not None and function.instance.token is own.token


def _positional_options(transform: Transform) -> list[tuple[int, str]]:
    named = (*transform.axes_params, transform.argnums, transform.allow_int, BINDS_AXES.get(transform.name))
    known = [p for p in named if p is not None and p[0] >= 0]
    return [*known, *([(transform.has_aux_position, transform.has_aux)] if transform.has_aux else [])]


def _options(transform: Transform) -> list[str]:
    """The keywords that decide what may be passed and what comes back."""
    named = [each[1] for each in (transform.argnums, transform.allow_int) if each is not None]
    axes = [keyword for _, keyword in transform.axes_params]
    bound = [BINDS_AXES[transform.name][1]] if transform.name in BINDS_AXES else []
    return [*transform.static_params, *axes, *bound, *named, *([transform.has_aux] if transform.has_aux else [])]


def apply(
    ev: Interpreter,
    wrapper: Transformed,
    arguments: Arguments,
    annotated: bool = False,
    spared: Mapping[str, Value] | None = None,
) -> Value:
    """Calls a transformed function; `spared`: arguments that callers may leave out, and their values then."""
    transform, arguments = wrapper.transform, roles.with_first_operand(wrapper, arguments)
    doubted = ev.events.doubting[0] and not arguments.frame.guarded
    ev.events.note_applied(wrapper, doubted)
    operands = tuple(_walked(ev, operand) for operand in operands_of(ev, wrapper, arguments, annotated))
    if spared and not transform.filtered:
        operands = tuple(_spared(operand, spared) for operand in operands)
    seen = operands[1:] if transform.lifts else _without_self(ev, wrapper, operands, arguments)
    if operands and transform.family == "grad" and (transform.filtered or ev.events.ties.by_node):
        ev.emit(Differentiated(wrapper.module, wrapper.site, transform, operands, wrapper, arguments.frame.module))
    if seen and (transform.static_params or not transform.filtered):
        caller, entry = arguments.frame.module, entry_of(arguments.frame.region)
        for each in operand_alternatives(seen, arguments.frame):
            called = wrapper.module, wrapper.site, transform, wrapper.function
            ev.emit(TransformCall(*called, each, caller, arguments.node, wrapper, entry))
    split(ev, wrapper, operands, arguments)
    compiled_again(ev, wrapper, arguments)
    given_to_compiled(ev, wrapper, operands, arguments)
    instances_given(ev, wrapper, operands, arguments)
    trace = traces.trace_at(ev, wrapper.module, wrapper.site, transform, arguments.frame.module, arguments.node)
    ev.memory.given[trace] = program_given(trace, operands, arguments.frame.region)
    seen_inside = [_inside(ev, wrapper, o, i, arguments, trace) for i, o in enumerate(operands)]
    keeps = plain if transform.family == "abstract" else carried  # which looks at shapes alone
    inner = _arguments_inside(wrapper, arguments, list(map(keeps, seen_inside, (o.value for o in operands))), trace)
    supposed = annotated and any(o.role == "static" and isinstance(o.value, Unknown) for o in operands)
    unhashed = transform.hashes_static and any(o.role == "static" and marks.of(o.value) for o in operands)
    forward = derivative_rules.run(ev, wrapper, operands, inner)
    with ev.supposing(trace if supposed else ev.supposed), guarding(arguments.frame, unhashed):
        result = row_draws.judged(ev, wrapper, operands, arguments.frame, lambda: _traced(ev, wrapper, inner, trace))
    own_copies.told(ev, wrapper, operands, inner)
    derivative_rules.compared(ev, wrapper, forward, result)
    returned = _returned(ev, wrapper, operands, arguments, result)
    if transform.donate_params:
        _give_up(ev, wrapper, operands, result, arguments)
    made = call_result(transform, wrapper, result, arguments)
    outside = traces.outside(ev, made, result, trace, arguments)
    outside = on_devices.of_gradient(wrapper, outside, returned, arguments)
    through = carried_keys.keys_handed_through(result, arguments.frame) if not is_bare(result) else frozenset()
    if transform.gives != "result":
        return given_anew.in_tokens(wrapper, operands, outside, made, result, through)
    keys = carried_keys.keys_made(result, (operand.value for operand in operands))
    return renewed(carried(outside, result), keys | through)


def _traced(ev: Interpreter, wrapper: Transformed, inner: Arguments, trace: Trace) -> Value:
    """Runs the function of a wrapper; what was asked before that was made, or called, is known there."""
    before = ev.switches
    ev.switches = before + known_at(wrapper.site, wrapper.module) + known_at_call(inner.node, inner.frame.module)
    try:
        return ev.call_value(_function_inside(ev, wrapper, trace), inner)
    finally:
        ev.switches = before


def _give_up(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], result: Value, arguments: Arguments
) -> None:
    """Deletes what a call has donated."""
    transform, count = wrapper.transform, len(arguments.args)
    donates = chosen(wrapper, transform.donate_params, count, signature(wrapper.function))
    given_up = donations.given_up(operands, donates, transform, count)
    donations.delete(ev, operands, given_up, result, arguments)


def _arguments_inside(wrapper: Transformed, arguments: Arguments, values: list[Value], trace: Trace) -> Arguments:
    """The call as the function inside meets it; a raw `jit` traces what is in `*args` and `**kwargs`, too."""
    transform = wrapper.transform
    inner = replace_arguments(arguments, values)
    inner.staged, inner.staging = arguments.staged or not transform.eager, traces.stage_in(trace, arguments)
    inner.tracing, inner.maps = traces.traced_in(trace, arguments), axes.inside(wrapper, arguments)
    raw = transform.family == "jit" and not transform.filtered
    if not inner.complete and raw and all(wrapper.option(name) is None for name in transform.static_params):
        given = inner.spread if isinstance(inner.spread, Unknown) else PARAMETER
        inner.spread = Unknown(given.reason if isinstance(given, Unknown) else "", traces=(trace,))
    return inner


def _returned(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments, result: Value
) -> Value:
    """What a transform looks at of what its function has returned."""
    given_axes.compared(ev, wrapper, arguments, result)
    transform, seen = wrapper.transform, checked_outputs(wrapper, result)
    if transform.gives in ("gradient", "value-gradient"):
        has_aux = is_true(wrapper.option(transform.has_aux)) if transform.has_aux else False
        ev.emit(LossOf(wrapper.module, wrapper.site, transform, wrapper.function, result, has_aux))
    if transform.rejects_opaque_outputs and not transform.filtered and not isinstance(seen, Unknown):
        ev.emit(TransformOutput(wrapper.module, wrapper.site, transform, wrapper.function, operands, seen, wrapper))
    return seen


def _walked(ev: Interpreter, operand: Operand) -> Operand:
    """An operand; of a large tree nothing is known once a file has given transforms too many of them."""
    parts = size(operand.value)
    if parts < COUNTED_PARTS:
        return operand
    ev.bounds.walked += parts
    return operand if ev.bounds.walked <= WALKED_PARTS else replace(operand, value=Unknown("too large"))


def _function_inside(ev: Interpreter, wrapper: Transformed, trace: Trace) -> Value:
    """The function as it runs: one that compiles and is filtered traces the arrays of a Module, too."""
    staged = wrapper.transform.filtered and trace.kind == "staging"
    return traces.marked(ev, wrapper.function, trace, raw=False) if staged else wrapper.function


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


def _without_self(
    ev: Interpreter, wrapper: Transformed, operands: tuple[Operand, ...], arguments: Arguments
) -> tuple[Operand, ...]:
    """Returns the operands without `self`, which is a site of its own on a decorated method."""
    if wrapper.method_of is None or not operands or wrapper.decorated is None:
        return operands
    first, name = operands[0], wrapper.decorated.name
    known = isinstance(first.value, Object) and name in wrapper.method_of.methods
    if isinstance(first.value, Object) and first.annotated and wrapper.method_of not in first.value.cls.mro:
        return operands[1:]  # whatever the first parameter is said to be, a call on an instance gives that
    if (known and first.role in ("traced", "static")) or (
        isinstance(first.value, ClassValue) and first.role == "traced"
    ):
        owner, static, caller = wrapper.method_of, first.role == "static", arguments.frame.module
        ev.emit(
            DecoratedMethod(
                wrapper.module,
                wrapper.site,
                wrapper.transform,
                owner,
                name,
                first.value,
                static,
                caller,
                arguments.node,
            )
        )
    return operands[1:]


def _inside(
    ev: Interpreter, wrapper: Transformed, operand: Operand, index: int, arguments: Arguments, trace: Trace
) -> Value:
    """Returns an argument as the function receives it, traced where it certainly is."""
    raw, tree = not wrapper.transform.filtered, axis_trees.axes_of(wrapper, index) if operand.role == "index" else None
    if tree is not None and raw and trace.kind != "none":
        return axis_trees.by_axes(
            ev, operand.value, tree, lambda part: traces.marked(ev, traced(part, by=wrapper), trace, raw)
        )
    value = _handed_on(wrapper, operand, arguments)
    if wrapper.transform.family == "custom":
        return traces.known_to_gradients(value)
    is_traced = operand.role == "traced" if raw else filtered_role(wrapper, index, operand) == "traced"
    raw = raw or maps_all(wrapper, index)
    return traces.marked(ev, value, trace, raw) if is_traced and trace.kind != "none" else value


def _handed_on(wrapper: Transformed, operand: Operand, arguments: Arguments) -> Value:
    """Returns an argument as the function receives it: tracers for numbers; rejected leaves are found elsewhere."""
    if wrapper.transform.filtered or operand.role in ("static", "unmapped"):
        return operand.value  # `vmap(in_axes=None)` and `grad` hand on what they leave alone
    if wrapper.transform.family == "custom" and not staged(arguments) and is_number(operand.value):
        return operand.value  # a custom rule alone makes no tracers
    handed = differentiated if marks.kind_of(wrapper.transform) == "gradient" else traced
    if operand.role == "index":  # whether it is static could not be told
        return union([operand.value, handed(operand.value, by=wrapper)])
    return handed(operand.value, by=wrapper)

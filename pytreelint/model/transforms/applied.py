"""Transforms that call their functions at once: `scan(f, init, xs)`, `cond(p, f, g, x)`, `vjp(f, x)`."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.algebra import carried_keys, draws
from pytreelint.model.algebra.accesses import needed
from pytreelint.model.algebra.narrowing import is_callable
from pytreelint.model.transforms import traces
from pytreelint.model.transforms.giving import is_true
from pytreelint.model.transforms.renewed import given_to_loop
from pytreelint.model.transforms.tracing import differentiated, pair, traced
from pytreelint.model.types.carries import nested, part_alone, with_keys
from pytreelint.model.values import marks
from pytreelint.model.values.alike import Alike, is_straight
from pytreelint.model.values.anew import updated, updated_by_all
from pytreelint.model.values.choices import apart, callable_alternatives, operand_alternatives, taking
from pytreelint.model.values.gone_through import handed_through, item_of_each
from pytreelint.model.values.identity import Token, carried, now, plain, stamped
from pytreelint.model.values.regions import entry_of
from pytreelint.model.values.sites import Operand, Role, TransformCall, TransformMade, TransformOutput
from pytreelint.model.values.states import Facts, facts, put
from pytreelint.model.values.trees import map_leaves
from pytreelint.model.values.unknowns import of_arrays, shaped
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Constant,
    Container,
    Opaque,
    Partial,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Function as Spec
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter

FALSE = constant(False)
_REPEATING = ("carry-stacked", "carry", "stacked", "elements")


def run(ev: Interpreter, transform: Transform, arguments: Arguments) -> Value:
    """`scan(f, init, xs)` and its kin."""
    if transform.per_branch and _may_be_per_branch(arguments.args):
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
            node = arguments.expression(None, spec.keyword)
            operands.append(Operand(spec.keyword, named, node, _applied_role(spec.role)))
    if not transform.filtered:
        for seen in operand_alternatives(tuple(operands), arguments.frame):
            ev.emit(
                TransformCall(
                    arguments.frame.module,
                    arguments.node,
                    transform,
                    _one(functions),
                    seen,
                    arguments.frame.module,
                    arguments.node,
                    entry=entry_of(arguments.frame.region),
                )
            )
        for function in functions:
            for each in _members(function):
                entry = entry_of(arguments.frame.region)
                ev.emit(TransformMade(arguments.frame.module, arguments.node, transform, each, entry=entry))
    if transform.cached_by:
        ev.memory.makings += 1
        given_to_loop(ev, transform, functions, arguments)
    return _run_functions(ev, transform, functions, operands, arguments)


def _passed(spec: Spec, everything: list[Value], by_role: dict[str, list[Value]], trace: Trace) -> list[Value]:
    """What a function of the transform is called with."""
    passed: list[Value] = []
    for role in spec.calls:
        if role == "operands":
            passed += everything
        elif role == "unpacked":
            passed += _items(everything[0]) if everything else ()
        elif role == "index":
            passed.append(Array("jax", "integer", traces=(trace,)))
        else:
            passed.append(by_role.get("xs" if role in ("x", "element") else role, [DYNAMIC])[0])
    return passed


def _items(arguments: Value) -> tuple[Value, ...]:
    """The arguments in a tuple or list of them; none where they are not known one by one."""
    known = isinstance(arguments, Container) and arguments.kind in ("tuple", "list") and arguments.rest is None
    return arguments.items if isinstance(arguments, Container) and known else ()


def _may_be_per_branch(args: tuple[Value, ...]) -> bool:
    """Whether five arguments may be (predicate, operand, function, operand, function): JAX asks what is callable."""
    if len(args) != 5:
        return False
    return is_callable(args[1]) is not True and False not in (is_callable(args[2]), is_callable(args[4]))


def _applied_role(role: str) -> Role:
    return "index" if role == "free" else cast(Role, role)


def _one(functions: list[Value]) -> Value:
    return functions[0] if functions else DYNAMIC


def _members(function: Value) -> tuple[Value, ...]:
    if isinstance(function, Container):
        return (*function.items, *((function.rest,) if function.rest is not None else ()))
    return (function,)


def _run_functions(
    ev: Interpreter, transform: Transform, functions: list[Value], operands: list[Operand], arguments: Arguments
) -> Value:
    frame = arguments.frame
    trace = traces.trace_at(ev, frame.module, arguments.node, transform, frame.module, arguments.node)
    repeats = transform.gives in _REPEATING
    start, before = now(), facts(frame)

    by_role: dict[str, list[Value]] = {}
    seen = [(operand.role, _seen(ev, transform, operand, trace)) for operand in operands]
    for role, value in seen:
        by_role.setdefault(role, []).append(value)
    everything = [value for role, value in seen if role not in ("index", "tangent")]
    for operand in operands:
        if operand.role != "index" and transform.family != "abstract":
            needed(ev, operand.value, operand.node, frame)
    results: list[Value] = []
    sides: list[Facts] = []
    for spec, function in zip(transform.functions, functions, strict=True):
        passed = _passed(spec, everything, by_role, trace)
        for each in _members(function):
            inner = _inside(transform, trace, passed, arguments)
            inner.more = spec.calls == ("unpacked",) and not passed
            for option in callable_alternatives(each, [operand.node for operand in operands], frame):
                with taking(each, frame):
                    ev.call_value(option, replace(inner, args=tuple(map(marks.blurred, passed)), changed={}))
            results.append(ev.call_value(each, inner))
            if not repeats:  # a branch of several
                sides.append(facts(frame))
                put(frame, before)
            if transform.rejects_opaque_outputs and not transform.filtered:
                _output(ev, transform, each, tuple(operands), results[-1], arguments)
    if repeats:
        draws.repeated(ev, before, frame, start)
        draws.gone_through(ev, frame, handed_through(frame, before, start))
        if "carry" in by_role and results:
            left = pair(results[-1])[0] if transform.gives == "carry-stacked" else results[-1]
            given = next(operand.value for operand in operands if operand.role == "carry")
            begun, token, whole = given, by_role["carry"][0].token, None
            if token is not None:
                given = with_keys(token, given, frame)
                whole = nested(token, left) or part_alone(token, given, left)
            if not (isinstance(given, Array) and isinstance(left, Container)):  # else nothing goes on
                carried_keys.handed_on(ev, before, frame, by_role["carry"][0], left)
            carried_keys.begun_with(ev, before, frame, by_role["carry"][0], begun)
            _alike(ev, transform, functions[-1:], (given, left), arguments, whole)
            _each_begun(ev, transform, functions[-1], operands, trace, arguments)
    elif sides:
        put(frame, reduce(Facts.met, sides))
        branches = [each for function in functions for each in _members(function)]
        for one, other in pairwise(zip(branches, results, strict=True)):
            _alike(ev, transform, [one[0], other[0]], (one[1], other[1]), arguments)
    given = _applied_result(transform, results, by_role, arguments)
    left_trace = traces.outside(ev, given, results[-1] if results else DYNAMIC, trace, arguments)
    # Last: what loses its marks is a copy without tokens.
    return _given(left_trace, transform, operands, results)


def _seen(ev: Interpreter, transform: Transform, operand: Operand, trace: Trace) -> Value:
    """What a function that the transform runs finds of an operand."""
    if transform.family == "callback":
        return traces.without(operand.value, None)
    handed = differentiated if trace.kind == "gradient" else traced
    value = operand.value if transform.filtered else handed(operand.value)
    value = value if trace.kind == "none" else traces.marked(ev, value, trace, not transform.filtered)
    value = of_arrays(value) if transform.gives == "elements" else value
    if transform.gives in _REPEATING and operand.role == "carry":
        return stamped(plain(value), Token())  # so that it is seen what the body hands on as it is
    if transform.gives in _REPEATING and operand.role == "xs":
        return item_of_each(value, operand.value)
    is_copy = transform.gives in _REPEATING or transform.family == "abstract"
    return plain(value) if is_copy else carried(value, operand.value)


def _inside(transform: Transform, trace: Trace, passed: list[Value], arguments: Arguments) -> Arguments:
    """The call of a function that the transform runs."""
    inner = replace(arguments, args=tuple(passed), keywords={}, complete=True, changed={}, spread=None)
    inner.staged = arguments.staged or not transform.eager
    inner.staging, inner.tracing = traces.stage_in(trace, arguments), traces.traced_in(trace, arguments)
    return inner


def _given(result: Value, transform: Transform, operands: list[Operand], results: list[Value]) -> Value:
    """The result in tokens of its own: the carry has the arrays of what was given anew."""
    if transform.gives == "result" and results and transform.family != "callback":
        return updated_by_all(plain(result), results)
    carry = next((operand.value for operand in operands if operand.role == "carry"), None)
    if transform.gives == "carry-stacked" and isinstance(result, Container):
        return replace(result, items=(_anew(result.items[0], carry), plain(result.items[1])))
    return _anew(result, carry)


def _anew(left: Value, given: Value | None) -> Value:
    """What is left of a carry: of the structure, shapes and dtypes of what was given, part by part."""
    if isinstance(left, Container) and isinstance(given, Container) and len(left.items) == len(given.items):
        items = tuple(_anew(part, before) for part, before in zip(left.items, given.items, strict=True))
        return updated(stamped(replace(left, items=items), None), given.token)
    return updated(plain(left), given.token if given is not None else None)


def _each_begun(
    ev: Interpreter,
    transform: Transform,
    function: Value,
    operands: list[Operand],
    trace: Trace,
    arguments: Arguments,
) -> None:
    """A loop begins with one of several carries: each of them must come back as it was."""
    at, carry = next((index, each) for index, each in enumerate(operands) if each.role == "carry")
    spec = transform.functions[-1]
    for each in apart(carry.value, arguments.frame):
        begun = [*operands[:at], replace(carry, value=each), *operands[at + 1 :]]
        by_role: dict[str, list[Value]] = {}
        for operand in begun:
            by_role.setdefault(operand.role, []).append(_seen(ev, transform, operand, trace))
        inner = _inside(transform, trace, _passed(spec, [], by_role, trace), arguments)
        with ev.doubt(), taking(carry.value, arguments.frame):
            result = ev.call_value(function, inner)
        left = pair(result)[0] if transform.gives == "carry-stacked" else result
        _alike(ev, transform, [function], (each, left), arguments)


def _alike(
    ev: Interpreter,
    transform: Transform,
    functions: list[Value],
    trees: tuple[Value, Value],
    given: Arguments,
    whole: tuple[str, Value] | None = None,
) -> None:
    """A carry comes back, or a second branch gives a tree: as that was, or as the first one's."""
    if not transform.filtered and (transform.loops or (len(functions) > 1 and transform.gives == "result")):
        for left in (trees[1], *apart(trees[1], given.frame)):
            both, straight = (trees[0], left), is_straight(given.frame)
            module = given.frame.module
            ev.emit(Alike(module, given.node, transform.name, tuple(functions), both, whole=whole, straight=straight))


def _output(
    ev: Interpreter,
    transform: Transform,
    function: Value,
    operands: tuple[Operand, ...],
    result: Value,
    arguments: Arguments,
) -> None:
    aux = arguments.keywords.get(transform.has_aux, FALSE) if transform.aux_is_free else FALSE
    checked_outputs = result if aux == FALSE else pair(result)[0] if isinstance(aux, Constant) else DYNAMIC
    if not isinstance(checked_outputs, Unknown):
        ev.emit(TransformOutput(arguments.frame.module, arguments.node, transform, function, operands, checked_outputs))


def _applied_result(
    transform: Transform, results: list[Value], by_role: dict[str, list[Value]], arguments: Arguments
) -> Value:
    last = results[-1] if results else DYNAMIC
    carry = by_role.get("carry", [DYNAMIC])[0]
    match transform.gives:
        case "carry-stacked":
            _, stacked = pair(last)
            return Container("tuple", (carry, stacked if transform.filtered else traced(stacked, back=True)))
        case "carry":
            return carry
        case "result":
            joined = union(results)
            return joined if transform.filtered else traced(joined, back=True)
        case "stacked":
            return last if transform.filtered else traced(last, back=True)
        case "shapes":
            return map_leaves(traced(last, False), shaped)
        case "primal-pullback" | "primal-linear":
            pullback = Partial(Opaque("function"), (Array("jax"),), (), tree=True)  # a PyTree around its residuals
            has_aux = is_true(arguments.keywords.get(transform.has_aux))
            if has_aux is None:
                return DYNAMIC
            if has_aux:
                primal, aux = pair(last)
                return Container("tuple", (traced(primal), pullback, aux))
            return Container("tuple", (traced(last), pullback))
        case "elements":
            return by_role.get("xs", [DYNAMIC])[0]
        case "none":
            return NONE
    return Unknown("transform result")

"""Names that an `if` leaves known on one side and unknown on the other; the known value occurs if its side is taken.

    if policy is not None:
        model = policy.cast(model)
    jax.jit(step)(model)  # without a policy, what `model` was before

Some configuration takes that side, unless the test asks for the value, or what comes after asks for the same again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.parameters import optional, signature
from pytreelint.model.syntax.questions import bound_in, is_form, looks_around, named_tests, overlap, parts_of, returning
from pytreelint.model.values.alternatives import with_choice
from pytreelint.model.values.choice import Choice, asking
from pytreelint.model.values.feasible import is_asked_around
from pytreelint.model.values.identity import now, restamped
from pytreelint.model.values.regions import chain, is_side
from pytreelint.model.values.tuples_apart import kept_apart
from pytreelint.model.values.value import (
    NONE,
    Array,
    Container,
    Function,
    Object,
    Union,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.sites import Operand

_PAIR = 2
Env = dict[str, Value]


def noted(joined: Env, sides: Sequence[Env], test: ast.expr, frame: Frame, of_kind: bool = False) -> None:
    """Notes the choice, after the sides of an `if` or `match` have joined, in what is known on some of them only.

    `of_kind`: the test asks for the class of what a caller gives, and callers give instances of it.
    """
    parts = parts_of(test, named_tests(frame.function)).difference(("isinstance",) if of_kind else ())
    if not is_configured(parts, frame):
        return
    asked = asks_default(test, frame)
    for name, value in joined.items():
        if type(value) is Container and value.rest is not None:
            value = kept_apart(value, [side[name] for side in sides if name in side])
        if type(value) is not Union and type(value) is not Object:
            continue
        if len(given := [side[name] for side in sides if name in side]) == len(sides):
            if of_kind or name == asked or not overlap(parts, frozenset({name})):
                calls = looks_around(test) and not of_kind
                joined[name] = _chosen(value, given, name, Choice(frame, frame.region, parts, calls))


def _chosen(value: Value, given: Sequence[Value], name: str, here: Choice) -> Value:
    """Returns the joined value with the choice between its sides; of an instance, its fields with theirs."""
    if isinstance(value, Object):
        fields = value.fields if any(each is not value for each in given) else ()
        for field, held in fields:
            before = [each.get(field) for each in given if isinstance(each, Object)]
            known = [each for each in before if each is not None]
            if isinstance(held, (Union, Object)) and len(known) == len(given):
                chosen = _chosen(held, known, f"{name}.{field}", here)
                value = value if chosen is held else restamped(value.put(field, chosen), value.token)
        return value
    kept = getattr(given[0], "choice", value) is None and all(each is given[0] for each in given)
    if kept or not isinstance(value, Union) or value.each or value.choice is not None:
        return value  # no side has changed it, or another test has chosen
    made = [c for each in given if isinstance(each, Union) and isinstance(c := each.choice, Choice)]
    earlier = [replace(c, region=here.region) if is_side(c.region, here.frame, here.region) else c for c in made]
    if not all(map(is_settled, given)) or not all(_is_free(choice, here.frame) for choice in earlier):
        return value
    outer = [choice for choice in earlier if choice.frame is not here.frame or choice.region is not here.region]
    if any(each is not outer[0] for each in earlier) if outer else False:
        return value
    read = here.parts.union({name} if name else (), *(choice.parts for choice in earlier))
    calls = here.calls or any(choice.calls for choice in earlier)
    apart = _are_apart(given, here.parts)
    return with_choice(value, replace(outer[0] if outer else here, parts=read, calls=calls, apart=apart, default=False))


def _are_apart(sides: Sequence[Value], parts: frozenset[str]) -> bool:
    """Whether each side gives one value, or alternatives that all occur, whatever these parts of the test are."""
    choices = [each.choice for each in sides if isinstance(each, Union)]
    return all(isinstance(each, Choice) and each.apart and not overlap(each.parts, parts) for each in choices)


def asks_default(test: ast.expr, frame: Frame) -> str | None:
    """The parameter, None unless a caller gives it, of which a test asks whether it was given."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return asks_default(inner, frame)
        case ast.Name(id=name) | ast.Compare(ast.Name(id=name), [ast.Is() | ast.IsNot()], [ast.Constant(value=None)]):
            return name if name in optional(frame.function) and _is_unseen(frame.find(name)) else None
    return None


def _is_unseen(value: Value | None) -> bool:
    """Whether nobody was seen to give a parameter its value."""
    return isinstance(value, (Unknown, Union)) or (isinstance(value, Object) and not value.exact)


def is_settled(side: Value) -> bool:
    """Whether one side of a choice is one thing, or one of several known ones: what may be None there is not."""
    if not isinstance(side, Union) or side.each or side.choice is not None:
        return True
    return NONE not in side.options and not _is_open(side)


def carried(result: Value, source: Value) -> Value:
    """Returns a result with the choice of its operand: an operation on alternatives leaves the same choice open."""
    choice = source.choice if isinstance(source, Union) else None
    if choice is not None and isinstance(result, Union) and result.choice is None and not result.each:
        return with_choice(result, replace(choice, apart=False) if isinstance(choice, Choice) else choice)
    return result


def of_expression(sides: Sequence[Value], node: ast.IfExp, frame: Frame) -> Value:
    """Returns the value of `a if test else b`, with its choice noted."""
    value, parts = kept_apart(union(sides), sides), parts_of(node.test, named_tests(frame.function))
    if not isinstance(value, Union) or value.each or not _is_decided(parts, frame):
        return value
    names = {ast.unparse(e) for e in (node.body, node.orelse) if isinstance(e, (ast.Name, ast.Attribute))}
    if overlap(parts - {asks_default(node.test, frame)}, frozenset(names)):
        return value
    read, calls = parts.union(names), looks_around(node.test)
    return with_choice(value, Choice(frame, frame.region, read, calls, _are_apart(sides, parts)))


def of_alternatives(value: Value, node: ast.BoolOp, frame: Frame) -> Value:
    """Returns the value of `given or default`, with its choice noted where callers may leave `given` out."""
    if not isinstance(value, Union) or value.each or not isinstance(node.op, ast.Or) or len(node.values) > _PAIR:
        return value
    asked = asks_default(node.values[0], frame)
    if asked is None or not is_configured(frozenset({asked}), frame):
        return value
    return with_choice(value, Choice(frame, frame.region, frozenset({asked})))


def of_returns(values: Sequence[Value], frame: Frame) -> Value:
    """Returns the value of a call, with its choice noted where tests alone decide which `return` is reached."""
    value = union(values) if len(values) > 1 else values[0]
    if len(values) == 1 or not isinstance(value, (Union, Object)) or frame.function is None:
        return value
    (tests, given), named = returning(frame.function), named_tests(frame.function)
    parts = frozenset().union(*(parts_of(test, named) for test in tests))
    asked = {name for test in tests if (name := asks_default(test, frame)) is not None}
    left_out = {name for name in given if frame.find(name) == NONE}  # of which the tests have come out here
    if not tests or frame.guarded or overlap(parts - asked - left_out, given) or not _is_decided(parts, frame):
        return value
    return _chosen(value, values, "", Choice(frame, frame.region, parts, any(map(looks_around, tests))))


def seen_by_caller(value: Value, function: Function, arguments: Arguments) -> Value:
    """Returns a call's result; what the call has chosen by its parameters, its caller has by what it gave for them."""
    if isinstance(value, Container) and any(type(item) is Union for item in value.items):
        items = tuple([seen_by_caller(item, function, arguments) for item in value.items])
        return restamped(replace(value, items=items), value.token)
    if isinstance(value, Object) and Union in [type(held) for _, held in value.fields]:
        fields = tuple([(name, seen_by_caller(held, function, arguments)) for name, held in value.fields])
        return restamped(replace(value, fields=fields), value.token)
    if not isinstance(value, Union) or not isinstance(value.choice, Choice):
        return value
    if (choice := value.choice).frame.function is not function.node or arguments.entry:
        return value
    frame, parts = arguments.frame, {each for part in choice.parts for each in _of_caller(part, function, arguments)}
    asked = is_asked_around(choice.parts & parts, frame)
    here = None if asked else replace(choice, frame=frame, region=frame.region, parts=frozenset(parts))
    return with_choice(value, here)


def _of_caller(part: str, function: Function, arguments: Arguments) -> Iterable[str]:
    """What a caller reads for a name or attribute that a function reads: what it gives for a parameter, or anything."""
    name, dot, rest = part.partition(".")
    node, own = arguments.node, signature(function.node.args)
    holder = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node
    if own.positions.get(name) == 0 and function.owner is not None:
        given = holder
    elif name in own.positions or any(name == each.arg for each in own.keyword_only):
        given = arguments.expression(own.positions.get(name), name)
    else:
        return (part, *parts_of(node, {}), *parts_of(holder, {}))
    found = parts_of(given, {})
    return [each + dot + rest for each in found] if isinstance(given, (ast.Name, ast.Attribute)) else found


def is_configured(parts: frozenset[str], frame: Frame) -> bool:
    """Whether a configuration decides a test: it asks neither for types nor for what an earlier iteration did."""
    if not parts.isdisjoint(("isinstance", "issubclass", "hasattr", "callable", "type")):
        return False
    loops = [region.node for region in chain(frame.region) if region.kind == "loop" and region.frame is frame]
    return not any(overlap(parts, bound_in(loop)) for loop in loops)


def _is_decided(parts: frozenset[str], frame: Frame) -> bool:
    """Whether a configuration decides a test, of which nothing was assigned alternatives that no choice parts."""
    held = map(frame.find, frame.rebound.intersection([part.partition(".")[0] for part in parts]))
    unparted = [value for value in held if isinstance(value, Union) and value.choice is None]
    return not unparted and is_configured(parts, frame)


def ended(frame: Frame, parts: frozenset[str]) -> None:
    """Notes the end of a flow by a test: what comes after it may depend on what has chosen values before."""
    asked = frozenset(part for part in parts if _may_choose(part.partition(".")[0], frame))
    if asked:
        frame.ended.append((now(), asking(asked, frame)))


def _may_choose(name: str, frame: Frame) -> bool:
    """Whether a name may hold what decides a choice: it is no array, and no module or builtin."""
    value = frame.find(name)
    if value is None:
        return any(not isinstance(each, Import) or each.attribute for each in frame.module.bindings.get(name, ()))
    return not (isinstance(value, Array) or (isinstance(value, Unknown) and value.traces))


def within(test: ast.expr, frame: Frame) -> Env:
    """Returns the names whose choice stays open inside an expression that is evaluated for one outcome of a test."""
    found: Env = {}
    inner: Frame | None = frame
    while inner is not None:
        if inner.env and any(isinstance(value, Union) for value in inner.env.values()):
            found = _closed(inner.env, parts_of(test, named_tests(frame.function))) | found
        inner = inner.parent
    return found


def _closed(env: Env, parts: frozenset[str]) -> Env:
    held = [(n, v, v.choice) for n, v in env.items() if isinstance(v, Union) and isinstance(v.choice, Choice)]
    return {name: with_choice(value, None) for name, value, choice in held if overlap(choice.parts, parts)}


def settled(value: Value, frame: Frame) -> Value:
    """Returns the known alternative of a value that an `if` left open, as it occurs in this frame."""
    if not is_free(value, frame) or not _is_open(value):  # type: ignore[arg-type]
        return value
    known = [option for option in value.options if not isinstance(option, Unknown)]  # type: ignore[attr-defined]
    return union(known) if known else value


def is_free(value: Value, frame: Frame) -> bool:
    """Whether a value's choice is open, and no branch that is being run may depend on the same test."""
    return isinstance(value, Union) and isinstance(value.choice, Choice) and _is_free(value.choice, frame)


def value_alternatives(value: Value, frame: Frame) -> tuple[Value, ...]:
    """Returns a value, and its known alternative where an `if` left it open."""
    known = settled(value, frame)
    return (value,) if known is value else (value, known)


def operand_alternatives(operands: tuple[Operand, ...], frame: Frame) -> Iterator[tuple[Operand, ...]]:
    """Returns the operands, for what asks about all that may be met; and known alternatives where some are open."""
    yield operands
    found = tuple((operand, settled(operand.value, frame)) for operand in operands)
    if any(value is not operand.value for operand, value in found):
        yield tuple(replace(operand, value=value) for operand, value in found)
    for at, operand in enumerate(operands):
        for option in apart(operand.value, frame):
            yield (*operands[:at], replace(operand, value=option), *operands[at + 1 :])


def apart(value: Value, frame: Frame) -> Iterator[Value]:
    """Returns the known alternatives of a value, where each of them occurs; so of one with a field that another path
    leaves unknown."""
    if is_free(value, frame) and value.choice.apart:  # type: ignore[attr-defined]
        yield from (option for option in value.options if not isinstance(option, Unknown))  # type: ignore[attr-defined]
    elif isinstance(value, Object):
        for name, held in value.fields:
            if type(held) is Union and Unknown in [type(option) for option in held.options]:
                for option in apart(held, frame):
                    yield restamped(value.put(name, option), value.token)


def is_chosen_before(value: Value, arguments: Iterable[ast.AST], frame: Frame) -> bool:
    """Whether an `if` chose a value by a test that reads none of these arguments."""
    if not is_free(value, frame) or value.choice.calls:  # type: ignore[attr-defined]
        return False
    read = frozenset(part for argument in arguments for part in parts_of(argument, {}))
    asked = {part for part in value.choice.parts if not is_form(part) or part in read}  # type: ignore[attr-defined]
    return not overlap(frozenset(asked), read)


@contextmanager
def taking(function: Value, frame: Frame) -> Iterator[None]:
    """Runs one of the functions of an open choice: what the same test has chosen is no longer open meanwhile."""
    choice = function.choice if isinstance(function, Union) else None
    taken = [(now(), choice.parts)] if isinstance(choice, Choice) else []
    frame.ended += taken
    try:
        yield
    finally:
        frame.ended[len(frame.ended) - len(taken) :] = []


def callable_alternatives(function: Value, arguments: Iterable[ast.AST], frame: Frame) -> tuple[Value, ...]:
    """Returns the functions of an open choice, each of which some configuration calls with these arguments."""
    if not isinstance(function, Union) or not is_chosen_before(function, arguments, frame):
        return ()
    return tuple(option for option in function.options if not isinstance(option, Unknown))


def _is_free(choice: Choice, frame: Frame) -> bool:
    """Whether no branch that was entered since the choice, and no flow that has ended since, may depend on it."""
    for region in chain(frame.region):
        if region is choice.region:
            break
        if region.kind == "branch" or (region.kind == "loop" and not isinstance(region.node, (ast.For, ast.AsyncFor))):
            test = region.node.test if isinstance(region.node, (ast.If, ast.IfExp, ast.While)) else None
            if test is None or region.frame is not choice.frame:
                return False
            asked = asking(parts_of(test, named_tests(choice.frame.function)), choice.frame)
            if overlap(asked, choice.parts):
                return False
    else:
        if choice.region is not None and not frame.is_inside(choice.frame):
            return False
    return not any(
        when > choice.since and (each is not choice.frame or overlap(parts, choice.parts))
        for each in _activations(frame)
        for when, parts in each.ended
    )


def _activations(frame: Frame) -> Iterator[Frame]:
    """An activation and those that led to it."""
    yield frame
    while frame.back is not None:
        frame = frame.back[0]
        yield frame


def _is_open(value: Union) -> bool:
    return any(isinstance(option, Unknown) for option in value.options)

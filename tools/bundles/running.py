"""What a function does, found by running it: once on symbols, once on what its annotations say, once per switch."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import named
from pytreelint.model.values.occurring import every
from pytreelint.model.values.states import Facts, facts
from pytreelint.model.values.value import (
    NONE,
    PARAMETER,
    Array,
    Constant,
    Container,
    Function,
    Object,
    Union,
    Unknown,
    Value,
    constant,
    options_of,
    union,
)
from tools.bundles.symbols import Choice, Symbol, holds_symbol

Given = Mapping[str, Value]
Results = dict[str, Value]
RETURNED = "return"
_MOST_SWITCHES = 5
_FUEL = 30_000  # expressions of one run: a stub is written once, and read many times
_ABSENT = Unknown("not assigned")
_RAISES = Unknown("raises")
_NEVER = Unknown("never returns")  # as the model says of a function whose every path raises


@dataclass(frozen=True, slots=True)
class Switch:
    """A parameter on whose value it may hang what a function does, and two values that tell."""

    name: str
    suffix: str
    yes: Value
    no: Value | None  # None: the symbol, which is anything else
    hides: bool = False  # what the other switch of the same parameter shows


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.arg]:
    """The named parameters, positional ones first."""
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def defaults(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, ast.expr]:
    """The default of each parameter that has one."""
    positional = [*node.args.posonlyargs, *node.args.args]
    given = node.args.defaults
    found = {p.arg: d for p, d in zip(positional[len(positional) - len(given) :], given, strict=True)}
    return found | {p.arg: d for p, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d}


def scope_of(function: Function) -> Frame:
    """Where a function's annotations and defaults are evaluated."""
    return function.closure or Frame(function.module, {}, top=True)


def run(
    ev: Evaluator,
    function: Function,
    first: tuple[Value, ...],
    fixed: Given,
    symbolic: bool,
    happened: list[Facts] | None = None,
) -> tuple[Value, dict[int | str, Value]]:
    """Call a function; `first` are the values of its first parameters, `fixed` those of others, by name.

    What happens to the objects that it is given is added to `happened`.
    """
    node = function.node
    if symbolic:
        function = replace(function, node=_named_only(node))
    positional = [*node.args.posonlyargs, *node.args.args]

    def value(parameter: ast.arg) -> Value:
        return fixed.get(parameter.arg) or (Symbol(parameter.arg, id(node)) if symbolic else PARAMETER)

    args = (*first, *map(value, positional[len(first) :]))
    keywords = {p.arg: value(p) for p in function.node.args.kwonlyargs}
    where = ast.copy_location(ast.Name("stub", ast.Load()), node)
    frame = Frame(function.module, {}, top=True, depth=2)
    arguments = Arguments(args, keywords, where, frame, complete=False)
    ev.bounds.refuel()
    ev.bounds.limit = _FUEL
    result = ev.call_into(function, arguments)
    if happened is not None:
        happened.append(facts(frame))
    return result, arguments.changed


_NAMED_ONLY: dict[ast.AST, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda] = {}


def _named_only(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda:
    """The same function with `*args` and `**kwargs` as parameters like others, so that each can be a symbol."""
    extra = [p for p in (node.args.vararg, node.args.kwarg) if p is not None]
    if not extra:
        return node
    if node not in _NAMED_ONLY:
        _NAMED_ONLY[node] = other = copy.copy(node)
        other.args = copy.copy(node.args)
        other.args.vararg = other.args.kwarg = None
        bare = [ast.arg(p.arg, None) for p in extra]  # the annotation of `*args: int` is that of each
        other.args.kwonlyargs = [*node.args.kwonlyargs, *bare]
        other.args.kw_defaults = [*node.args.kw_defaults, *(None for _ in bare)]
    return _NAMED_ONLY[node]


def switches(ev: Evaluator, function: Function, skip: int) -> list[Switch]:
    """The parameters worth trying: flags and what may be None, then what may be a certain word."""
    return sorted(_switches(ev, function, skip), key=lambda switch: "==" in switch.suffix)


def _switches(ev: Evaluator, function: Function, skip: int) -> Iterator[Switch]:
    given = defaults(function.node)
    for parameter in parameters(function.node)[skip:]:
        default = ev.expression(given[parameter.arg], scope_of(function)) if parameter.arg in given else None
        annotated: tuple[Value, ...] = ()
        if parameter.annotation is not None:
            annotated = options_of(ev.annotation(parameter.annotation, scope_of(function)))
        words = [o for o in (default, *annotated) if isinstance(o, Constant)]
        kinds = {getattr(option, "kind", "") for option in annotated} - {"NoneType"}
        flag = kinds == {"bool"} or (not kinds and any(w.kind == "bool" for w in words))
        if NONE in words:
            yield Switch(parameter.arg, " is None", NONE, None, hides=flag)
        if flag:
            yield Switch(parameter.arg, "", constant(True), constant(False))
        elif isinstance(default, Constant) and default.kind == "bool":  # `steps: bool | int = False`
            yield Switch(parameter.arg, f" == {default.value}", default, None)
        for word in dict.fromkeys(w.value for w in words if w.kind == "str"):
            yield Switch(parameter.arg, f" == {word!r}", constant(word), None)


def explained(once: Callable[[Given], Results | None], tried: list[Switch], scope: int) -> Results:
    """What each result is, as far as it can be told before the parameters are: symbols, and choices by switch.

    `once` gives None for parameters with which it raises.
    """
    seen: dict[tuple[tuple[str, Value], ...], Results | None] = {}

    def at(fixed: Given) -> Results | None:
        key = tuple(sorted(fixed.items(), key=lambda item: item[0]))
        if key not in seen:
            seen[key] = once(fixed)
        return seen[key]

    def get(name: str, fixed: Given) -> Value:
        found = at(fixed)
        return _RAISES if found is None else found.get(name, _ABSENT)

    def sides(switch: Switch, fixed: Given) -> tuple[Given, Given]:
        no = fixed if switch.no is None else {**fixed, switch.name: switch.no}
        return {**fixed, switch.name: switch.yes}, no

    def choose(name: str, fixed: Given, left: list[Switch], depth: int) -> Value:
        if not depth:  # a symbol is never None: what follows from None is as likely
            absent = [switch for switch in left if switch.yes == NONE and switch.name not in fixed]
            cases = [fixed, *({**fixed, s.name: NONE} for s in absent), {**fixed, **{s.name: NONE for s in absent}}]
            possible = [value for value in (get(name, case) for case in cases) if value is not _RAISES]
            return union(possible) if possible else _RAISES
        for switch in left:
            yes, no = sides(switch, fixed)
            differs = get(name, yes) != get(name, no)
            # A flag that may be None: what follows from None shows only once the flag's own sides are told apart.
            if switch.name in fixed or not (differs or switch.hides):
                continue
            rest = [other for other in left if other is not switch]
            first, second = (choose(name, side, rest, depth - 1) for side in (yes, no))
            if first != second or differs:
                return chosen(switch, Symbol(switch.name, scope), first, second)
        return get(name, fixed)

    names = dict.fromkeys(
        name for switch in [None, *tried] for name in at(sides(switch, {})[0] if switch else {}) or {}
    )
    found = {name: choose(name, {}, tried, _MOST_SWITCHES) for name in names}
    return {name: value for name, value in found.items() if value is not _RAISES}


def chosen(switch: Switch, test: Symbol, yes: Value, no: Value) -> Value:
    """One value or the other, with the choice as deep inside as it goes."""
    if yes == no or no is _RAISES:
        return yes
    if yes is _RAISES:
        return no
    if yes == switch.yes and no == (test if switch.no is None else switch.no):
        return test
    match yes, no:
        case Container(), Container() if (yes.kind, yes.keys, len(yes.items)) == (no.kind, no.keys, len(no.items)):
            if (yes.rest is None) == (no.rest is None):
                items = tuple(chosen(switch, test, a, b) for a, b in zip(yes.items, no.items, strict=True))
                rest = chosen(switch, test, yes.rest, no.rest) if yes.rest is not None and no.rest is not None else None
                return replace(yes, items=items, rest=rest)
        case Object(), Object() if yes.cls is no.cls and yes.exact == no.exact:
            other = dict(no.fields)
            if list(other) == [name for name, _ in yes.fields]:
                fields = tuple((name, chosen(switch, test, item, other[name])) for name, item in yes.fields)
                return replace(yes, fields=fields)
        case Union(), Union() if yes.each == no.each and len(yes.options) == len(no.options):
            pairs = zip(yes.options, no.options, strict=True)
            return replace(yes, options=tuple(chosen(switch, test, a, b) for a, b in pairs))
    return Choice(test, switch.suffix, yes, no)


def merged(symbolic: Value, typed: Value) -> Value:
    """Symbols where there are some, what the annotations led to where there is nothing else."""
    if isinstance(symbolic, Unknown):
        return typed
    if isinstance(symbolic, Container) and isinstance(typed, Container) and len(symbolic.items) == len(typed.items):
        items = tuple(merged(a, b) for a, b in zip(symbolic.items, typed.items, strict=True))
        both = symbolic.rest is not None and typed.rest is not None
        return replace(symbolic, items=items, rest=merged(symbolic.rest, typed.rest) if both else symbolic.rest)  # type: ignore[arg-type]
    if isinstance(symbolic, Object) and isinstance(typed, Object) and symbolic.cls is typed.cls:
        other = dict(typed.fields)
        fields = tuple((name, merged(item, other.get(name, item))) for name, item in symbolic.fields)
        return replace(symbolic, fields=fields)
    vague = isinstance(symbolic, Union) and any(isinstance(option, Unknown) for option in symbolic.options)
    if not vague or isinstance(typed, Unknown) or not isinstance(symbolic, Union):
        return symbolic
    parts = [*(option for option in symbolic.options if holds_symbol(option)), typed]
    return every(parts) if symbolic.each else union(parts)


def returned(ev: Evaluator, function: Function, symbolic: tuple[Value, ...], typed: tuple[Value, ...]) -> Value:
    """What calling a function gives; `symbolic` and `typed` are its first arguments, for either run."""

    def once(fixed: Given) -> Results | None:
        first, _ = run(ev, function, symbolic, fixed, symbolic=True)
        second, _ = run(ev, function, typed, fixed, symbolic=False)
        return None if _never(first) else {RETURNED: merged(first, second)}

    found = explained(once, switches(ev, function, len(symbolic)), id(function.node))
    return found.get(RETURNED, _NEVER)


def assigned(ev: Evaluator, function: Function, symbolic: Object, typed: Object) -> Results | None:
    """What a method leaves in the fields of `self`; None where that could not be followed."""
    followed = False

    def once(fixed: Given) -> Results | None:
        nonlocal followed
        sides, raises = [], False
        for instance, how in ((symbolic, True), (typed, False)):
            result, changed = run(ev, function, (instance,), fixed, how)
            after = changed.get(0, instance)
            if not isinstance(after, Object):
                return None
            followed = True
            raises = raises or _never(result)
            sides.append(dict(after.fields))
        first, second = sides
        return {name: merged(value, second.get(name, value)) for name, value in first.items()} if not raises else None

    found = explained(once, switches(ev, function, 1), id(function.node))
    return found if followed else None


def drawn_from(ev: Evaluator, function: Function, first: tuple[Value, ...]) -> list[str]:
    """The keys among the parameters from which every call draws: `key`, or `key if weight is None else None`."""
    tried = switches(ev, function, len(first))
    always = _drawn_in_all(ev, function, first, {}, tried)
    found = dict.fromkeys(always, "")
    for switch in tried:
        rest = [other for other in tried if other.name != switch.name]
        for name in _drawn_in_all(ev, function, first, {switch.name: switch.yes}, rest):
            found.setdefault(name, f" if {switch.name}{switch.suffix} else None")
    return [name + test for name, test in found.items()]


def _drawn_in_all(
    ev: Evaluator, function: Function, first: tuple[Value, ...], fixed: Given, tried: list[Switch]
) -> list[str]:
    """The keys from which a call draws whichever way each of some switches stands."""
    sides = [{switch.name: side} for switch in tried for side in (switch.yes, switch.no) if side is not None]
    found = [_drawn_by(ev, function, first, {**fixed, **side}) for side in [{}, *sides]]
    known = [drawn for drawn in found if drawn is not None]
    return [name for name in (known[0] if known else []) if all(name in drawn for drawn in known)]


def _drawn_by(ev: Evaluator, function: Function, first: tuple[Value, ...], fixed: Given) -> list[str] | None:
    """The keys that a call draws from on all paths; None where it raises."""
    keys = {name: named(Array("key")) for name in _keys(ev, function, len(first)) if name not in fixed}
    happened: list[Facts] = []
    result, _ = run(ev, function, first, {**keys, **fixed}, symbolic=False, happened=happened)
    if _never(result):
        return None
    events = [(kind, token) for (kind, token), event in happened[0].events.items() if not event.when]
    return [name for name, key in keys.items() if ("drawn", key.token) in events]


def _keys(ev: Evaluator, function: Function, skip: int) -> Iterator[str]:
    """The parameters that hold a key, by their annotations, or for want of one by their name."""
    for parameter in parameters(function.node)[skip:]:
        if parameter.annotation is None:
            options: tuple[Value, ...] = (Array("key"),) if parameter.arg == "key" else ()
        else:
            options = options_of(ev.annotation(parameter.annotation, scope_of(function)))
        if any(isinstance(option, Array) and option.flavour == "key" for option in options):
            yield parameter.arg


def _never(value: Value) -> bool:
    return isinstance(value, Unknown) and value.reason == _NEVER.reason

"""Functions that a library is given, and that it calls inside of its own transforms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.callbacks import CALLBACKS, CALLING, HOST_KEYWORDS, HOST_LOOPS, Callback
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.static_options import OF_OTHERS
from pytreelint.model.algebra.narrowing import is_callable
from pytreelint.model.libraries import needing
from pytreelint.model.syntax.free import free_names
from pytreelint.model.transforms import traces
from pytreelint.model.transforms.tracing import traced
from pytreelint.model.values import marks
from pytreelint.model.values.choices import operand_alternatives
from pytreelint.model.values.sites import Operand, TreeCall
from pytreelint.model.values.states import scope_in
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Bound,
    ClassValue,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter

FUNCTIONS = (Function, Bound, Partial, Transformed, Object)
_DEEPEST = 4  # lists and instances around a function


def of_source(ev: Interpreter, function: Value, arguments: Arguments) -> None:
    """A function or class of a library whose source was read is called by the project."""
    while isinstance(function, Transformed):
        function = function.function
    named = function if isinstance(function, Function) else function.cls if isinstance(function, ClassValue) else None
    if named is None or named.module.origin == "project":
        return
    if (name := named.name) in CALLING:
        run(ev, f"{named.module.name.partition('.')[0]}.{name}", arguments)
    if name in OF_OTHERS:
        needing.options_called(ev, f"{named.module.name.partition('.')[0]}.{name}", arguments)


def run(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """Calls the functions that a library's function is given, as the library would."""
    if arguments.frame.module.origin != "project":
        return
    for callback in CALLBACKS.get(name, ()):
        held = arguments.get(callback.position, callback.keyword)
        if callback.solves:
            _states_taken(ev, callback, arguments)
        for function in _functions(held, callback.held) if held is not None else ():
            if not callback.closing or _captures(function):
                _call(ev, callback, function, arguments)


def _states_taken(ev: Interpreter, callback: Callback, arguments: Arguments) -> None:
    """Emits a site for the trees whose leaves a solver takes for arrays."""
    for word in callback.calls:
        kind, *where = word.split()
        if not kind.endswith("state") or not where:
            continue
        position, keyword = int(where[0]), where[1]
        last = len(arguments.args) if kind.startswith("*") else position + 1
        for index in range(position, last):
            value = arguments.get(index, keyword)
            if value is not None:
                trees = (Operand(keyword, value, arguments.expression(index, keyword), "operand"),)
                for each in operand_alternatives(trees, arguments.frame):
                    ev.emit(TreeCall(arguments.frame.module, arguments.node, callback.transform.name, "solver", each))


def run_again(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """Calls the functions that a library's function calls again and again on the host, as a loop would."""
    if name not in HOST_LOOPS or arguments.frame.module.origin != "project":
        return
    position, keyword = HOST_LOOPS[name]
    given = [arguments.get(position, keyword), *(arguments.keywords.get(each) for each in HOST_KEYWORDS)]
    scope = scope_in(arguments.frame, arguments.node)
    for function in given:
        if function is not None and is_callable(function):
            inner = replace(arguments, args=(Array("numpy", "inexact"),), keywords={}, changed={}, spread=None)
            inner.frame, inner.complete = scope, False
            ev.call_value(function, inner)


def _functions(value: Value, field: str, depth: int = 0) -> Iterator[Value]:
    """The functions that an argument holds in fields of that name, or that it is."""
    if depth > _DEEPEST:
        return
    match value:
        case Container():
            for item in value.items:
                yield from _functions(item, field, depth + 1)
        case Object() if field and value.cls.module.origin != "project":
            for name, held in value.fields:
                if name == field:
                    yield from _functions(held, "", depth + 1)
                else:
                    yield from _functions(held, field, depth + 1)
        case _ if not field and isinstance(value, FUNCTIONS) and is_callable(value):
            yield value


def _captures(function: Value) -> bool:
    """Whether a callable is more than a function that reads nothing but what its module has."""
    if not isinstance(function, Function):
        return True
    return function.closure is not None and any(function.closure.find(name) for name in free_names(function.node))


def _call(ev: Interpreter, callback: Callback, function: Value, arguments: Arguments) -> None:
    frame = arguments.frame
    trace = traces.trace_at(ev, frame.module, arguments.node, callback.transform, frame.module, arguments.node)
    passed: list[Value] = []
    complete = True
    for word in callback.calls:
        values = _callback_arguments(ev, word, arguments, trace)
        if values is None:
            complete = False
            break
        passed += values
    complete = complete and not callback.more
    inner = replace(arguments, args=tuple(passed), keywords={}, complete=complete, changed={}, spread=None)
    inner.staged = arguments.staged or trace.kind == "staging"
    inner.staging, inner.tracing = traces.stage_in(trace, arguments), traces.traced_in(trace, arguments)
    ev.call_value(traces.marked(ev, function, trace, raw=False), inner)


def _callback_arguments(ev: Interpreter, word: str, arguments: Arguments, trace: Trace) -> list[Value] | None:
    """Returns the arguments of a callback, by a word of the table; None where the rest is not known."""
    kind, *where = word.split()
    if not where:
        dtypes = {"float": "inexact", "integer": "integer"}
        return [Array("jax", dtypes.get(kind, "?"), traces=(trace,))]  # type: ignore[arg-type]
    several, kind = kind.startswith("*"), kind.removeprefix("*")
    position, keyword = int(where[0]), where[1]
    given: Value | None = arguments.get(position, keyword)
    if several and position < len(arguments.args) and keyword not in arguments.keywords and kind == "state":
        values = list(arguments.args[position:])
    elif several:
        if not isinstance(given, Container) or given.rest is not None:
            return None if given is not None else []
        values = list(given.items)
    else:
        values = [given if given is not None else DYNAMIC]
    raw = kind == "state"
    return [traces.marked(ev, traced(value) if raw else value, trace, raw) for value in values]


def schedules(value: Value | None) -> tuple[Value, ...]:
    """The functions of a count that an optimizer is given for a number."""
    return tuple(each for each in options_of(value) if isinstance(each, FUNCTIONS)) if value is not None else ()


def scheduled(ev: Interpreter, functions: tuple[Value, ...], state: Value | None, arguments: Arguments) -> None:
    """An optimizer calls the functions that it has for numbers with a count of its state."""
    found = marks.of(state) if state is not None else ()
    for function in functions if found or arguments.stage else ():
        count = Array("jax", "integer", traces=found)
        inner = replace(arguments, args=(count,), keywords={}, complete=True, changed={}, spread=None)
        with ev.bounds.own_fuel():  # short, and deep inside of steps that take all there is
            ev.call_value(function, inner)

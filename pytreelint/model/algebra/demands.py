"""Where Python needs the value of a tracer: each such place becomes a site."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import HOST_FLAGS, HOST_MODES, NEEDS_NUMBER
from pytreelint.knowledge.operations import ARRAY_FILTERS, ARRAY_TESTS, FILTERS
from pytreelint.knowledge.special import TRUTH
from pytreelint.model.algebra import special
from pytreelint.model.syntax.walking import arguments_of, statements
from pytreelint.model.values.choices import is_free
from pytreelint.model.values.hash_sites import Hashed
from pytreelint.model.values.marks import Trace, Traces, certain, of, together
from pytreelint.model.values.regions import chain
from pytreelint.model.values.sites import Demanded
from pytreelint.model.values.unknowns import half_known, is_computed
from pytreelint.model.values.value import (
    NONE,
    Array,
    Constant,
    Container,
    Library,
    Object,
    Scalar,
    Union,
    Unknown,
    Value,
    options_of,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

BOUND, INDEX, SHAPE = "the bound of a slice", "the index of a list", "a shape"
AXIS, OPTION = "an axis", "the option"
NONDIFF = "an argument of"  # `nondiff_argnums`
# What takes no array of several elements.
ONE_NUMBER = {BOUND, INDEX, *(f"`{name.removeprefix('builtins.')}()`" for name in NEEDS_NUMBER)}
# What libraries do with the flags that they are given; what else they need stands in the tables.
TESTS = ("an `if`", "`not`", "`and` or `or`")
KEY, MASK, SIZE = "the key of a dict", "a mask", "the size of the result"


class guarding:  # noqa: N801  a context manager, as `running`
    """Runs code in a branch whose test may have asked whether values are tracers; `asked`: see `Frame.guard`."""

    __slots__ = ("_before", "_frame")

    def __init__(self, frame: Frame, guarded: bool, asked: Traces | None = None) -> None:
        self._frame, self._before = frame, frame.guards
        if guarded:
            frame.guard(asked)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._frame.guarded, self._frame.asked, self._frame.inside = self._before


def is_guard(value: Value) -> bool:
    """Whether a value may be the answer to the question whether something is traced."""
    if type(value) is Union:
        return any(map(is_guard, value.options))
    return isinstance(value, Scalar) and value.guard


def asks(value: Value) -> bool:
    """Whether a value is the answer to the question whether something is traced, and known."""
    return isinstance(value, Constant) and value.asked


def answering(value: Value) -> Value:
    """Returns what a name holds after a guard, where its sides differ: its numbers, too, say which was taken."""
    if isinstance(value, Union):
        return union([answering(option) for option in value.options])
    if isinstance(value, Constant) and value.kind in ("bool", "int", "float", "complex"):
        value = Scalar(value.kind)  # type: ignore[arg-type]
    return Scalar(value.kind, guard=True) if isinstance(value, Scalar) else value


def doubtful_side(ev: Interpreter, test: ast.expr, asked: Value | None, frame: Frame) -> bool | None:
    """Whether a branch (False: its `else`) runs only for what is no array, or where a computed value is None.

    A caller's unknown argument may be None; what somebody computes and hands on is there to be used, and so is what a
    compiled function is given, unless a default says otherwise. What a tracer stands for is an array.
    """
    match test:
        case ast.Compare(ast.Name(id=name), [ast.Is() | ast.IsNot() as op], [ast.Constant(value=None)]):
            value = frame.find(name)
            open_result = value is not None and half_known(value) and NONE not in options_of(value)
            if open_result or type(value) is Unknown and (is_computed(value) or value.traces):
                return isinstance(op, ast.Is)
        case ast.UnaryOp(ast.Not(), operand):
            side = doubtful_side(ev, operand, asked, frame) if isinstance(operand, (ast.Call, ast.Compare)) else None
            return None if side is None else not side
        case ast.Call(ast.Name(id=name) | ast.Attribute(attr=name) as func, [_], []) if name in ARRAY_TESTS:
            called = ev.expression(func, frame) if isinstance(asked, (Scalar, Unknown)) else None
            return False if isinstance(called, Library) and FILTERS.get(called.name) in ARRAY_FILTERS else None
    return None


def host_side(test: ast.expr, frame: Frame) -> bool | None:
    """Whether a branch (False: its `else`) is what runs on the host: `if self.execution == "host"`, `if not use_jax`.

    Who compiles the code has set what is asked for: of what is traced, the other side runs.
    """
    if not frame.tracing:
        return None
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            side, opposite = host_side(inner, frame), True
        case ast.Compare(_, [ast.NotEq()], [ast.Constant(value=str(mode))]):
            side, opposite = HOST_MODES.get(mode.lower()), True
        case ast.Compare(_, ops, [*_, ast.Constant(value=str(mode))]) if all(isinstance(op, ast.Eq) for op in ops):
            side, opposite = HOST_MODES.get(mode.lower()), False
        case ast.Name(id=name) | ast.Attribute(attr=name):
            words = name.lower().split("_")
            return next((side for word, side in HOST_FLAGS.items() if word in words), None)
        case _:
            return None
    return side is not opposite if side is not None else None


def is_memory(ev: Interpreter, node: ast.If, frame: Frame) -> bool:
    """Whether a branch fills a cache for later runs: it may have run before, where nothing was traced.

    `if self.table is None: self.table = ...`, `if key in cache: return cache[key]` before `cache[key] = ...`.
    """
    test = node.test.operand if isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not) else node.test
    match test:
        case ast.Compare(kept, [ast.Is() | ast.IsNot()], [ast.Constant(value=None)]) if not isinstance(kept, ast.Name):
            pass
        case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name() | ast.Attribute() as kept]):
            pass
        case ast.Call(ast.Name(id="hasattr"), [holder, ast.Constant(value=str(name))]):
            kept = ast.Attribute(holder, name)
        case ast.Attribute() as kept:
            pass
        case _:
            return False
    function = frame.function or node
    changed = ev.answer(
        ("written", function), lambda: {text for each in statements(function) for text in _written(each)}
    )
    return bool(changed) and ast.unparse(kept) in changed


def _written(statement: ast.stmt) -> list[str]:
    """Returns what an assignment changes that outlives the activation: attributes and items."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    changed = [each for each in targets if isinstance(each, (ast.Attribute, ast.Subscript))]
    return [ast.unparse(part) for each in changed for part in (each, each.value) if not isinstance(part, ast.Constant)]


def decided(value: Value, frame: Frame) -> Value:
    """Returns a flag, itself a guard if it is set or returned where a guard decides."""
    asked_here = frame.guarded and not (frame.back is not None and frame.back[0].guarded)
    return Scalar("bool", guard=True) if asked_here and is_flag(value) else value


def is_flag(value: Value) -> bool:
    """Whether a value is a flag: true or false, by a test that has been evaluated."""
    return all(isinstance(option, Constant) and option.kind == "bool" for option in options_of(value))


def is_plain(value: Value) -> bool:
    """Whether a value is an array, a number or unknown: what else it gives is more than true or false."""
    return all(isinstance(option, (Array, Scalar, Constant, Unknown)) for option in options_of(value))


def tested(ev: Interpreter, test: ast.expr, what: str, frame: Frame) -> Value:
    """Returns the value of a test, and emits a demand where its truth is needed; of `a or b`, part by part."""
    frame.deciding = test, what
    value = ev.expression(test, frame)
    if isinstance(value, Object):
        special.run(ev, value, TRUTH, (), test, frame)
    if not isinstance(test, ast.BoolOp) and not asks_length(value):
        demand(ev, test, value, what, frame)
    return value


def asks_length(value: Value) -> bool:
    """Whether it is true by its length, which a shape says: a Variable of nnx (flax 0.12.8)."""
    return isinstance(value, Array) and value.variable


def demand(
    ev: Interpreter,
    node: ast.expr,
    value: Value,
    what: str,
    frame: Frame,
    *,
    gradients: bool = False,
    any_tree: bool = False,
) -> None:
    """Emits a site where Python needs the value of a tracer.

    Arguments:
        gradients: gradients don't know it either.
        any_tree: there is no tree that it works for: a tracer that may be one is enough.
    """
    found = of(value) if any_tree and isinstance(value, (Array, Unknown)) else certain(value) or _chosen(value, frame)
    trace = _deciding(found, gradients) if found else None
    if frame.guarded and not frame.unsure and trace is not None and certain(value):
        frame.raises.append(frame.region)
    if not found or (frame.guarded and not _is_newer(trace, frame)):
        return
    around = together(found, frame.staging)
    if frame.module.origin != "project":
        given = _given_by_project(ev, value, frame) if what in TESTS else None
        if given is None:
            return
        frame, node = given
    if trace is not None:
        ev.emit(
            Demanded(trace.module, trace.node, trace, what, frame.module, node, value, around, ev.supposed is not None)
        )


def hashing(ev: Interpreter, node: ast.expr, value: Value, what: str, frame: Frame) -> None:
    """Emits the sites of a place where Python needs the hash of a value: of a tracer, or of an instance."""
    demand(ev, node, value, what, frame, gradients=True)
    if isinstance(value, Object) and frame.module.origin == "project":
        ev.emit(Hashed(frame.module, node, value))


def _is_newer(trace: Trace | None, frame: Frame) -> bool:
    """Whether a transform has begun to trace since a test asked for tracers, inside of what the test decides."""
    return frame.asked is not None and trace in frame.staging and trace not in frame.asked


def _chosen(value: Value, frame: Frame) -> Traces:
    """Returns the marks of a known alternative of an open choice: some configuration takes its side."""
    if not isinstance(value, Union) or not is_free(value, frame):
        return ()
    return next((found for option in value.options if (found := certain(option))), ())


def _given_by_project(ev: Interpreter, value: Value, frame: Frame) -> tuple[Frame, ast.expr] | None:
    """The argument by which the project gave a library the very value that is tested there, under no other test."""
    call: ast.AST = ast.Pass()
    while frame.module.origin != "project":
        if frame.back is None or any(each.kind == "branch" and each.frame is frame for each in chain(frame.region)):
            return None
        frame, call = frame.back
    arguments = arguments_of(call) if isinstance(call, ast.Call) else []
    plain = [each for each in arguments if isinstance(each, (ast.Name, ast.Attribute))]
    with ev.doubt():
        same = [each for each in plain if ev.expression(each, frame) == value]
    return (frame, same[0]) if len(same) == 1 else None


def _deciding(found: Traces, gradients: bool) -> Trace | None:
    """Returns the innermost transform under which the value is not available; gradients count where no other does."""
    for trace in found:
        if trace.kind != "gradient":
            return trace
    return found[0] if gradients else None


def parts(node: ast.expr, value: Value) -> list[tuple[ast.expr, Value]]:
    """Returns a value, or the items of a list or tuple, each with its node where that is written out."""
    if not isinstance(value, Container) or value.kind == "dict":
        return [(node, value)]
    written = node.elts if isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == len(value.items) else None
    nodes = written or [node] * len(value.items)
    found = [pair for each, item in zip(nodes, value.items, strict=True) for pair in parts(each, item)]
    if isinstance(value.rest, Union) and value.rest.each:
        return [*found, *((node, option) for option in value.rest.options)]
    return [*found, (node, value.rest)] if value.rest is not None else found

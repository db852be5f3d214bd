"""Trees that go in and out of transforms: their leaves are marked, and the marks taken off again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.transforms.tracing import is_no_leaf, traced
from pytreelint.model.types.rebuilt import rebuilt
from pytreelint.model.types.registration import flattened, nodelike
from pytreelint.model.values.marks import EXACT, FLAT, Trace, Traces, kind_of, not_gradients, of, together
from pytreelint.model.values.trees import alike
from pytreelint.model.values.unknowns import is_of_arrays
from pytreelint.model.values.value import (
    Array,
    Bound,
    Container,
    Object,
    Opaque,
    Partial,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transforms import Transform
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Interpreter

_OF_NUMPY = ("numpy", "numpy-scalar")
_TRACED = ("jax", "key")  # flavours of arrays that operations of JAX give


def trace_at(
    ev: Interpreter, module: ModuleInfo, node: ast.AST, transform: Transform, caller: ModuleInfo, call: ast.AST
) -> Trace:
    """The mark of a transform at a place."""
    key = (module, node)
    known = ev.memory.traces.get(key)
    if known is None:
        known = ev.memory.traces[key] = Trace(module, node, transform, kind_of(transform), caller, call)
    return known


def stage_in(trace: Trace, arguments: Arguments) -> Traces:
    """The transforms that trace each operation of JAX inside of one more; a callback runs on the host."""
    if trace.transform.family == "callback":
        return ()
    if trace.kind != "staging":
        return arguments.stage
    return (trace, *(t for t in arguments.stage if t is not trace))


def traced_in(trace: Trace, arguments: Arguments) -> Traces:
    """The transforms that trace something inside of one more: gradients and maps do, too."""
    if trace.transform.family == "callback":
        return ()
    return arguments.traced_by if trace.kind == "none" else (trace, *(t for t in arguments.traced_by if t is not trace))


def outside(ev: Interpreter, value: Value, result: Value, trace: Trace, arguments: Arguments) -> Value:
    """Returns the result of a transform as seen outside of it; `result`: what its function returned."""
    value = rebuilt(ev, without(value, trace)) if trace.kind == "staging" else without(value, trace)
    free_aux = bool(trace.transform.has_aux) and trace.transform.aux_is_free
    found = arguments.stage
    if trace.kind == "gradient":
        found = together(found, tuple(t for t in of(result) if t is not trace))
    return given_back(ev, value, found, not (trace.transform.filtered or free_aux))


def marked(ev: Interpreter, value: Value, trace: Trace, raw: bool) -> Value:
    """Returns a value as seen inside of a transform: arrays are traced, and unknown values if it is raw, or if they
    hold nothing but arrays."""

    def mark(leaf: Array | Unknown) -> Value:
        if isinstance(leaf, Unknown) and not (raw or leaf.traces or is_of_arrays(leaf)):
            return leaf
        if isinstance(leaf, Array) and (leaf.flavour == "shape-struct" or _is_known(leaf, trace, raw)):
            return leaf
        return replace(leaf, traces=(trace, *(t for t in leaf.traces if t is not trace)))

    return _mapped(ev, rebuilt(ev, value), mark, not raw)


def _is_known(leaf: Array, trace: Trace, raw: bool) -> bool:
    """Whether gradients leave an array alone: one of integers; filtered ones, if that is not certain."""
    return trace.kind == "gradient" and (leaf.dtype in EXACT if raw else leaf.dtype != "inexact")


def known_to_gradients(value: Value) -> Value:
    """A value inside of a function with a derivative rule of its own, which gradients do not look into."""

    def strip(leaf: Array | Unknown) -> Value:
        return replace(leaf, traces=not_gradients(leaf.traces)) if leaf.traces else leaf

    return remarked(value, strip)


def without(value: Value, trace: Trace | None) -> Value:
    """Returns a value without the marks of a transform (None: of all): no tracer leaves one."""

    def strip(leaf: Array | Unknown) -> Value:
        if not leaf.traces or (trace is not None and trace not in leaf.traces):
            return leaf
        left = tuple(t for t in leaf.traces if t is not trace) if trace is not None else ()
        if isinstance(leaf, Unknown):
            return replace(leaf, traces=left, certain=leaf.certain and bool(left))
        return replace(leaf, traces=left)

    return remarked(value, strip)


def as_traced(ev: Interpreter, value: Value, traces: Traces) -> Value:
    """What an annotation says of a value that transforms trace: whose array it speaks of is no matter then."""
    return given_back(ev, traced(value), traces, flavours=(*_TRACED, "any"))


def given_back(
    ev: Interpreter, value: Value, traces: Traces, raw: bool = True, flavours: Collection[str] = _TRACED
) -> Value:
    """Returns a transform's result where other transforms trace it; an unknown result of a raw one holds arrays."""
    if not traces:
        return value

    def mark(leaf: Array | Unknown) -> Value:
        if isinstance(leaf, Unknown) and not (raw or leaf.traces):
            return leaf
        if isinstance(leaf, Array) and leaf.flavour not in flavours:
            return leaf
        return replace(leaf, traces=together(traces, leaf.traces))

    return _mapped(ev, value, mark, not raw)


def _mapped(ev: Interpreter, value: Value, function: Callable[[Array | Unknown], Value], filtered: bool) -> Value:
    """A value with its arrays and unknown parts replaced, where they are leaves."""

    def each(part: Value) -> Value:
        return _mapped(ev, part, function, filtered)

    match value:
        case Array() | Unknown():
            return function(value)
        case Container() if value.kind in FLAT:
            rest = each(value.rest) if value.rest is not None else None
            return replace(value, items=tuple(each(item) for item in value.items), rest=rest)
        case Object() if value.cls.pytree == "yes":
            children = children_of(ev, value)
            explicit = not filtered and value.cls.maker is not None and bool(value.cls.maker.spelling)
            unsure = explicit and not _flattened(ev, value)[1]
            left = ((n, _unsure(v) if unsure and n not in children else v) for n, v in value.fields)
            fields = ((n, each(traced(v) if explicit else v) if n in children else v) for n, v in left)
            return replace(value, fields=tuple(fields))
        case Partial(tree=True):
            keywords = tuple((name, each(item)) for name, item in value.keywords)
            return replace(value, args=tuple(each(item) for item in value.args), keywords=keywords)
        case Bound(instance=Object()) if filtered:
            return replace(value, instance=each(value.instance))
        case Union():
            return alike(value, each)
    return value


def _unsure(value: Value) -> Value:
    """A field that a flattening may give as a child: an array of NumPy there is a tracer inside of a transform."""
    return replace(value, flavour="any") if isinstance(value, Array) and value.flavour in _OF_NUMPY else value


def remarked(value: Value, change: Callable[[Array | Unknown], Value]) -> Value:
    """Returns a value with its arrays and unknown parts replaced, in leaves and elsewhere."""

    def each(part: Value) -> Value:
        return remarked(part, change)

    match value:
        case Array() | Unknown():
            return change(value)
        case Container():
            rest = each(value.rest) if value.rest is not None else None
            return replace(value, items=tuple(each(item) for item in value.items), rest=rest)
        case Object():
            return replace(value, fields=tuple((name, each(held)) for name, held in value.fields))
        case Partial():
            keywords = tuple((name, each(item)) for name, item in value.keywords)
            return replace(value, args=tuple(each(item) for item in value.args), keywords=keywords)
        case Bound(instance=Object()):
            return replace(value, instance=each(value.instance))
        case Union():
            return alike(value, each)
    return value


def children_of(ev: Interpreter, value: Object) -> Collection[str]:
    """The fields of an instance that are certainly children of its node, or trees of them."""
    maker, declared = value.cls.maker, value.cls.fields()
    if maker is not None and maker.node == "static":
        return ()
    if maker is None or not maker.spelling:
        if maker is not None and maker.leaves == "data":
            return [name for name, held in value.fields if nodelike(held) is True and not _static(declared.get(name))]
        return [name for name, held in value.fields if not is_no_leaf(held, declared.get(name), False)]
    return _flattened(ev, value)[0]


def _static(declared: FieldInfo | None) -> bool:
    return declared is not None and declared.static is True


def _flattened(ev: Interpreter, value: Object) -> tuple[frozenset[str], bool]:
    """Which fields a flattening gives as children, and whether there can be no others."""
    names = tuple(name for name, _ in value.fields)
    return ev.answer((children_of, value.cls, names), lambda: _run_on_names(ev, value.cls, names))


def _run_on_names(ev: Interpreter, cls: ClassInfo, names: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """The same: the flattening is run on an instance whose fields say their names."""
    with ev.aside():
        parts = flattened(ev, Object(cls, tuple((name, Opaque("object", f"field {name}")) for name in names)))
    if parts is None:
        return frozenset(), False
    given = {label for _, held in parts.data for label in _labels(held)}
    return frozenset(name for name in names if f"field {name}" in given), parts.complete


def _labels(child: Value) -> Iterator[str]:
    """The fields that a child is, or holds: many flatten to one dict of all."""
    if isinstance(child, Opaque):
        yield child.label
    elif isinstance(child, Container) and child.kind in FLAT:
        for item in child.items:
            yield from _labels(item)

"""What a function, or a constructor, would need of the values of what is not traced today."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.unflattening import BY_CONSTRUCTOR
from pytreelint.model.transforms import traces
from pytreelint.model.transforms.tracing import traced
from pytreelint.model.types.rebuilt import built_of
from pytreelint.model.types.registration import flat_parts
from pytreelint.model.types.writes import subclasses
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.built_of import SplitBy
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.marks import Trace
from pytreelint.model.values.sites import DecoratedMethod, Demanded, TransformCall
from pytreelint.model.values.value import Array, ClassValue, Constant, Container, Function, Object, Scalar, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


MeetsInstance = TransformCall | SplitBy | DecoratedMethod


def if_traced(ev: Interpreter, function: Function, given: Mapping[str, Value], site: TransformCall) -> Demanded | None:
    """The first place in a function that would need a value, were these arguments of a transform traced."""
    trace = Trace(site.module, site.node, site.transform, "staging", site.caller, site.call)
    values = {name: traces.marked(ev, value, trace, raw=True) for name, value in given.items()}
    call = site.call if isinstance(site.call, ast.expr) else ast.Name(function.name, ast.Load())
    frame = Frame(site.caller, {}, top=True)
    arguments = Arguments((), values, call, frame, complete=False, staged=True, staging=(trace,), tracing=(trace,))
    return _needed(ev, trace, lambda: ev.call_into(function, arguments))


def if_rebuilt(ev: Interpreter, value: Object, site: MeetsInstance) -> Demanded | None:
    """The first place that would need a value, were an instance built again of tracers, as a transform does."""
    maker = value.cls.maker
    if maker is None or value.cls.is_open:
        return None
    written = value.cls.method("__init__") is not None
    if maker.name in BY_CONSTRUCTOR and not written and value.cls.method("__post_init__"):
        own = isinstance(site, DecoratedMethod) and subclasses(ev, value.cls) == []  # its method runs on each instance
        return _if_constructed(ev, value, site) if value.exact or own else None
    if not value.exact or not maker.spelling.startswith(("methods", "functions")):
        return None
    with ev.aside():
        parts = flat_parts(ev, value)
    if parts is None or not isinstance(parts[0], Container):
        return None
    children, aux = parts[0].items, parts[1]

    def asked() -> Demanded | None:
        trace = Trace(site.module, site.node, site.transform, "staging", site.caller, site.node)
        items = [traces.marked(ev, traced(c), trace, raw=True) if _is_traced(c, site) else c for c in children]
        return _needed(ev, trace, lambda: built_of(ev, value.cls, Container("tuple", tuple(items)), aux))

    return ev.answer((if_rebuilt, value.cls, tuple(_is_traced(child, site) for child in children)), asked)


def _is_traced(child: Value, site: MeetsInstance) -> bool:
    """Whether a transform traces a child: an array; where it is raw, a number, too."""
    is_number = isinstance(child, Scalar) or (isinstance(child, Constant) and child.kind in ("int", "float"))
    return isinstance(child, Array) or (is_number and not site.transform.filtered)


def _if_constructed(ev: Interpreter, value: Object, site: MeetsInstance) -> Demanded | None:
    """The same for an instance that is built of its fields by the generated constructor."""
    given = {name: held for name, info in value.cls.fields().items() if info.init and (held := value.get(name))}

    def asked() -> Demanded | None:
        trace = Trace(site.module, site.node, site.transform, "staging", site.caller, site.node)
        marked = {
            name: traces.marked(ev, held, trace, raw=True) if isinstance(held, Array) else held
            for name, held in given.items()
        }
        where = ast.copy_location(ast.Name(value.cls.name, ast.Load()), value.cls.node)
        frame = Frame(value.cls.module, {}, top=True)
        frame.staging = frame.tracing = (trace,)
        return _needed(ev, trace, lambda: ev.call(ClassValue(value.cls), (), marked, where, frame))

    return ev.answer((_if_constructed, value.cls, tuple(given.items())), asked)


def _needed(ev: Interpreter, trace: Trace, run: Callable[[], object]) -> Demanded | None:
    """The first place that needs what is traced, when something runs."""
    with ev.events.collecting() as found, ev.bounds.own_fuel():
        run()
    return next((each for each in found if isinstance(each, Demanded) and each.trace is trace), None)

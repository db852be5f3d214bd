"""The abstract interpreter: what evaluates, with its memory, events and bounds; the work is in the rooms below it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from pytreelint.knowledge.operations import ARRAY_BASES
from pytreelint.knowledge.record import replace
from pytreelint.model.interpreter import (
    assignments,
    calls,
    definitions,
    expressions,
    fuel,
    statements,
    typed,
    written_calls,
)
from pytreelint.model.project.program import Program
from pytreelint.model.types import annotations as annotated
from pytreelint.model.types import attributes, construct, raw_methods
from pytreelint.model.types.classes import build_class
from pytreelint.model.types.promised import promised
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.bounds import Bounds
from pytreelint.model.values.classes import ClassInfo, FieldSpec, Method
from pytreelint.model.values.events import Events
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.limits import NESTED_ANNOTATIONS, NESTED_SYNTAX
from pytreelint.model.values.memory import Memory
from pytreelint.model.values.sites import ArraySubclass
from pytreelint.model.values.sizes import is_too_large
from pytreelint.model.values.unknowns import PROMISED, holds_arrays, lacks_parts
from pytreelint.model.values.value import (
    DYNAMIC,
    FUEL,
    Array,
    Bound,
    Container,
    Function,
    Library,
    Object,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.sites import Site
    from pytreelint.model.values.switches import Switch

_T = TypeVar("_T")

_READING = frozenset([ast.Name, ast.Attribute, ast.Constant])  # give nothing that was not there before
_LARGE = frozenset([Container, Object, Union, Partial, Transformed, Bound])  # what has parts
_EXPRESSIONS: dict[type[ast.expr], Callable[[Evaluator, Any, Frame], Value]] = {
    **expressions.HANDLERS,
    ast.Call: written_calls.call_node,
}


class Evaluator:
    """Evaluates expressions, statements and calls to abstract values: the `Interpreter` of everybody else.

    Attributes:
        program: the modules under check, and those that they lead to.
        memory: what is worked out once; events: what was passed; bounds: where the work stops.
        supposed: the transform that is run with static arguments of which nothing is known.
        switches: module-level names that are known in this branch; of parameters, their frames know.
    """

    def __init__(self, program: Program, shares: bool = True) -> None:
        self.program = program
        self.memory, self.events, self.bounds = Memory(), Events(), Bounds(shares)
        self.supposed: Trace | None = None
        self.switches: tuple[tuple[Switch, bool], ...] = ()
        self._entered: ast.stmt | None = None
        self._annotating = 0

    @property
    def judged(self) -> ModuleInfo | None:
        """The file whose sites are judged."""
        return self.events.judged

    @property
    def sites(self) -> Sequence[Site]:
        """The sites that were emitted, in their order."""
        return self.events.sites

    def is_staged(self, function: ast.AST | None) -> bool:
        """Whether a transform traces a function."""
        return function in self.events.staged or function in self.events.handed_on

    def is_traced(self, function: ast.AST | None) -> bool:
        """Whether a transform traces something in a function: a gradient or a map, too."""
        return function in self.events.traced or self.is_staged(function)

    def is_handed_on(self, function: ast.AST | None) -> bool:
        """Whether no transform is seen to trace a function that `is_staged`: it is handed to code that is not known."""
        return function in self.events.handed_on and function not in self.events.staged

    def is_compared(self, cls: ClassInfo, field: str) -> bool:
        """Whether a field is part of the cache key of a compiled function."""
        return (cls, field) in self.events.compared

    def compared_in(self, cls: ClassInfo, field: str) -> Collection[ClassInfo | None]:
        """Returns the classes of the instances that a compiled function was given, in which such a field stands.

        None stands for a list of several.
        """
        return self.events.compared.get((cls, field), ())

    def callers_of(self, function: ast.AST) -> Collection[tuple[ast.AST | None, bool]]:
        """Returns the functions that call a function or class, one for each call, with whether a loop runs that."""
        return self.events.callers.get(function, {}).values()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Evaluates for an answer: with fuel of its own, and without emitting sites."""
        with self.doubt(), self.bounds.own_fuel():
            yield

    def emit(self, site: Site) -> None:
        """Records a site that rules may judge."""
        self.events.emit(site)

    def sites_at(self, node: ast.AST) -> Sequence[Site]:
        """Returns the sites that were emitted at a node, in their order."""
        return self.events.at(node)

    def doubt(self) -> AbstractContextManager[None]:
        """Evaluates for the value only: no sites are emitted, as a run of the program may never reach them."""
        return self.events.doubt()

    def answer(self, question: object, find: Callable[[], _T], meanwhile: _T | None = None) -> _T:
        """Returns the result of `find`, computed once for all who ask the same `question`."""
        return self.memory.answer(question, find, meanwhile)

    def settled(self, question: object, find: Callable[[], Value]) -> Value:
        """Returns the result of `find`, remembered where nothing that it asks for is half known yet."""
        known = self.memory.settled.get(question)
        if known is None:
            known = find()
            if not (self.bounds.unsettled or self.bounds.exhausted or self.switches or any(self.events.doubting)):
                self.memory.settled[question] = known
        return known

    @contextmanager
    def supposing(self, trace: Trace | None) -> Iterator[None]:
        """Runs a transform's function with unknown static arguments, which no caller may ever give."""
        before, self.supposed = self.supposed, trace
        try:
            yield
        finally:
            self.supposed = before

    def begin(self, node: ast.stmt | None) -> None:
        """Start another entry (None: there is none left), and note whether the one before it ran out."""
        if self._entered is not None and self.bounds.exhausted and self.events.judged is not None:
            fuel.note(self, self.events.judged, self._entered, called=False)
        self._entered = node
        self.bounds.refuel(fuel.entered_lines(node))

    # The hub through which the modules reach each other.

    def expression(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""
        bounds = self.bounds
        bounds.steps += 1
        if bounds.steps > bounds.limit:
            bounds.steps = bounds.limit + 1  # what is passed over costs the caller nothing
            return FUEL
        kind = type(node)
        if kind not in _EXPRESSIONS:
            return DYNAMIC
        handler = _EXPRESSIONS[kind]
        bounds.levels += 1
        if bounds.levels > NESTED_SYNTAX:
            bounds.refuse()
        value = handler(self, node, frame)
        bounds.levels -= 1
        if kind not in _READING and type(value) in _LARGE and is_too_large(value):
            return Unknown("too large")
        return value

    def body(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        """Run statements."""
        self.bounds.levels += 1
        if self.bounds.levels > NESTED_SYNTAX:
            self.bounds.refuse()
        statements.run(self, body, frame)
        self.bounds.levels -= 1

    def call(
        self,
        function: Value,
        args: tuple[Value, ...],
        keywords: dict[str, Value],
        node: ast.expr,
        frame: Frame,
        complete: bool = True,
    ) -> Value:
        """Returns the result of a call; `complete` is False when `*args` or `**kwargs` of unknown content went in."""
        return calls.call(self, function, Arguments(args, keywords, node, frame, complete))

    def call_value(self, function: Value, arguments: Arguments) -> Value:
        """Calls any value with evaluated arguments."""
        return calls.call(self, function, arguments)

    def call_into(self, function: Function, arguments: Arguments) -> Value:
        """Calls a function of known source with arguments that report what was changed."""
        return calls.invoke(self, function, arguments)

    def bind(self, function: Function, arguments: Arguments, scope: Frame) -> dict[str, Value]:
        """The names that a function's parameters get from a call."""
        return calls.bind(self, function, arguments, scope)

    def attribute(self, value: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        """The value of an attribute."""
        return attributes.get(self, value, name, node, frame)

    def method(self, owner: ClassInfo, found: Method) -> Value:
        """Returns a method after its decorators, unbound."""
        return raw_methods.raw_method(self, owner, found)

    def changed(self, target: ast.expr, value: Value, frame: Frame, before: Value | None = None) -> None:
        """Records that what a target holds was changed in place; `before`: what it held, if it is no name."""
        assignments.changed(self, target, value, frame, before)

    def class_of(self, node: ast.ClassDef, frame: Frame) -> ClassInfo:
        """The class that a definition makes."""
        info = self.memory.classes.get(node)
        if info is None:
            with self.bounds.settling(), self.bounds.own_fuel():
                info = self.memory.classes[node] = build_class(self, node, frame)
            for base in info.bases:
                if isinstance(base, Library) and base.name in ARRAY_BASES:
                    self.emit(ArraySubclass(info.module, node, info, base.name))
        return info

    def name(self, module: ModuleInfo, name: str) -> Value:
        """A module-level name."""
        key, names = (module.name, name), self.memory.names
        if key in names:
            return names[key]
        value = definitions.module_value(self, module, name)
        if not isinstance(value, Unknown):  # it may be unknown for now only: a definition that is being evaluated
            names[key] = value
        return value

    def member(self, module: str, name: str) -> Value:
        """An attribute of a module."""
        key = (module, name)
        value = self.memory.members.get(key)
        if value is None:
            value = definitions.meaning_value(self, self.program.submodule(module, name))
            if not isinstance(value, Unknown):
                self.memory.members[key] = value
        return value

    def top(self, module: ModuleInfo) -> Frame:
        """Returns the frame in which the names of a module are looked up; nothing is bound in it."""
        frame = self.memory.tops.get(module)
        if frame is None:
            frame = self.memory.tops[module] = Frame(module, {}, top=True)
        return frame

    def decorated(self, function: Function, frame: Frame) -> Value:
        """A function after its decorators."""
        return definitions.decorate(self, function, frame)

    def wrapped(self, value: Value, function: Function, call: ast.expr, frame: Frame) -> Value:
        """What an expression makes of a function in whose place it is put."""
        return definitions.wrap(self, value, function, call, frame)

    def annotation(self, node: ast.expr, frame: Frame) -> Value:
        """Returns what an annotated variable holds; of a recursive alias, perhaps only that all leaves are arrays."""
        value = self.declared(node, frame)
        if self._annotating or not lacks_parts(value):
            return value

        def find() -> Value:
            return PROMISED if holds_arrays(promised(self, node, frame) or value) else value

        return self.answer((promised, node), find)

    def declared(self, node: ast.expr, frame: Frame) -> Value:
        """Returns the value that an annotation alone describes."""
        if frame.env or not frame.top:
            return self._declared(node, frame)
        return self.settled((annotated.value, node), lambda: self._declared(node, frame))

    def _declared(self, node: ast.expr, frame: Frame) -> Value:
        if self._annotating > NESTED_ANNOTATIONS:
            return Unknown("nesting")
        self._annotating += 1
        try:
            value = annotated.value(self, node, frame)
        finally:
            self._annotating -= 1
        return union([_declared(option) for option in value.options]) if isinstance(value, Union) else _declared(value)

    def instance(self, cls: ClassInfo) -> Value:
        """Returns an instance of which nothing but the class is known."""
        instance = construct.typical(self, cls)
        if is_too_large(instance):
            instance = self.memory.typical[cls] = Object(cls, (), exact=False)
        return instance

    def as_subclass(self, value: Value, cls: ClassInfo) -> Value:
        """Returns an instance that is known by a base class only as one of a subclass; any other value as it is."""
        declared = self.instance(cls)
        return typed.as_subclass(self, value, declared) if isinstance(declared, Object) else value

    def field_spec(self, node: ast.expr, frame: Frame) -> FieldSpec | None:
        """Returns what a field's default says where it is a call of a field function, else None."""
        if not isinstance(node, (ast.Call, ast.Name, ast.Attribute)):
            return None
        value = self.expression(node, frame)
        return value if isinstance(value, FieldSpec) else None


def _declared(value: Value) -> Value:
    """What an annotation says, and of a tuple of what: callers may give another one."""
    if isinstance(value, Container):
        rest = _declared(value.rest) if value.rest is not None else None
        return replace(value, items=tuple(map(_declared, value.items)), rest=rest, declared=True)
    return replace(value, declared=True) if isinstance(value, (Array, Scalar)) else value

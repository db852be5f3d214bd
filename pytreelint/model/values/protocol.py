"""What the rooms need of the evaluator that they are given, and what rules may ask of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.project.program import Program
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.bounds import Bounds
    from pytreelint.model.values.classes import ClassInfo, FieldSpec, Method
    from pytreelint.model.values.events import Events
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.memory import Memory
    from pytreelint.model.values.sites import Site
    from pytreelint.model.values.switches import Switch
    from pytreelint.model.values.value import Function, Value

_T = TypeVar("_T")


class Interpreter(Protocol):
    """Evaluates source to abstract values. `driver.evaluator` is the only one.

    What comes first is what rules ask, who call it their model; what follows `supposed` is for the rooms of the model
    alone: `tests/project/test_rules.py` looks.
    """

    @property
    def judged(self) -> ModuleInfo | None:
        """The file whose sites are judged."""

    @property
    def sites(self) -> Sequence[Site]:
        """The sites that were emitted, in their order."""

    def is_staged(self, function: ast.AST | None) -> bool:
        """Whether a transform traces a function."""

    def is_traced(self, function: ast.AST | None) -> bool:
        """Whether a transform traces something in a function: a gradient or a map, too."""

    def is_handed_on(self, function: ast.AST | None) -> bool:
        """Whether no transform is seen to trace a function that `is_staged`: it is handed to code that is not known."""

    def is_compared(self, cls: ClassInfo, field: str) -> bool:
        """Whether a field is part of the cache key of a compiled function."""

    def compared_in(self, cls: ClassInfo, field: str) -> Collection[ClassInfo | None]:
        """Returns the classes of the instances that a compiled function was given, in which such a field stands.

        None stands for a list of several.
        """

    def callers_of(self, function: ast.AST) -> Collection[tuple[ast.AST | None, bool]]:
        """Returns the functions that call a function or class, one for each call, with whether a loop runs that."""

    def aside(self) -> AbstractContextManager[None]:
        """Evaluates for an answer: with fuel of its own, and without emitting sites."""

    @property
    def program(self) -> Program:
        """The modules under check, and those that they lead to."""

    def sites_at(self, node: ast.AST) -> Sequence[Site]:
        """Returns the sites that were emitted at a node, in their order."""

    def answer(self, question: object, find: Callable[[], _T], meanwhile: _T | None = None) -> _T:
        """Returns the result of `find`, computed once for all who ask the same `question`."""

    def settled(self, question: object, find: Callable[[], Value]) -> Value:
        """Returns the result of `find`, remembered where nothing that it asks for is half known yet."""

    def doubt(self) -> AbstractContextManager[None]:
        """Evaluates for the value only: no sites are emitted, as a run of the program may never reach them."""

    def expression(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""

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

    def call_value(self, function: Value, arguments: Arguments) -> Value:
        """Calls any value with evaluated arguments."""

    def attribute(self, value: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        """The value of an attribute."""

    def method(self, owner: ClassInfo, found: Method) -> Value:
        """Returns a method after its decorators, unbound."""

    def class_of(self, node: ast.ClassDef, frame: Frame) -> ClassInfo:
        """The class that a definition makes."""

    def name(self, module: ModuleInfo, name: str) -> Value:
        """A module-level name."""

    def member(self, module: str, name: str) -> Value:
        """An attribute of a module."""

    def top(self, module: ModuleInfo) -> Frame:
        """Returns the frame in which the names of a module are looked up; nothing is bound in it."""

    def decorated(self, function: Function, frame: Frame) -> Value:
        """A function after its decorators."""

    def wrapped(self, value: Value, function: Function, call: ast.expr, frame: Frame) -> Value:
        """What an expression makes of a function in whose place it is put."""

    def annotation(self, node: ast.expr, frame: Frame) -> Value:
        """Returns what an annotated variable holds; of a recursive alias, perhaps only that all leaves are arrays."""

    def declared(self, node: ast.expr, frame: Frame) -> Value:
        """Returns the value that an annotation alone describes."""

    def instance(self, cls: ClassInfo) -> Value:
        """Returns an instance of which nothing but the class is known."""

    def as_subclass(self, value: Value, cls: ClassInfo) -> Value:
        """Returns an instance that is known by a base class only as one of a subclass; any other value as it is."""

    def field_spec(self, node: ast.expr, frame: Frame) -> FieldSpec | None:
        """Returns what a field's default says where it is a call of a field function, else None."""

    supposed: Trace | None
    switches: tuple[tuple[Switch, bool], ...]

    @property
    def memory(self) -> Memory:
        """Results that are computed once and remembered."""

    @property
    def events(self) -> Events:
        """The sites and facts that were collected."""

    @property
    def bounds(self) -> Bounds:
        """The limits of the work: fuel and depth."""

    def emit(self, site: Site) -> None:
        """Records a site that rules may judge."""

    def supposing(self, trace: Trace | None) -> AbstractContextManager[None]:
        """Runs a transform's function with unknown static arguments, which no caller may ever give."""

    def body(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        """Run statements."""

    def call_into(self, function: Function, arguments: Arguments) -> Value:
        """Calls a function of known source with arguments that report what was changed."""

    def bind(self, function: Function, arguments: Arguments, scope: Frame) -> dict[str, Value]:
        """The names that a function's parameters get from a call."""

    def changed(self, target: ast.expr, value: Value, frame: Frame, before: Value | None = None) -> None:
        """Records that what a target holds was changed in place; `before`: what it held, if it is no name."""


Model = Interpreter
"""What a rule may ask: every question leaves the model as it was."""

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
        """The sites that were passed, in their order."""

    def is_staged(self, function: ast.AST | None) -> bool:
        """Whether a transform traces a function."""

    def is_compared(self, cls: ClassInfo, field: str) -> bool:
        """Whether a compiled function is found again by a field."""

    def callers_of(self, function: ast.AST) -> Collection[tuple[ast.AST | None, bool]]:
        """The functions that call one, with whether they do in a loop."""

    def aside(self) -> AbstractContextManager[None]:
        """Evaluate for an answer: with fuel of its own, and nothing that is passed is seen."""

    @property
    def program(self) -> Program:
        """The modules under check, and those that they lead to."""

    def sites_at(self, node: ast.AST) -> Sequence[Site]:
        """The sites that were passed at a node, in their order."""

    def answer(self, question: object, find: Callable[[], _T], meanwhile: _T | None = None) -> _T:
        """What `find` gives, worked out once for all that ask the same; `question` names it."""

    def doubt(self) -> AbstractContextManager[None]:
        """Evaluate for the value only: nothing that is passed meanwhile is certain to be reached so."""

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
        """What a call gives; `complete` is False when `*args` or `**kwargs` of unknown content went in."""

    def call_value(self, function: Value, arguments: Arguments) -> Value:
        """Call any value with arguments that are at hand."""

    def attribute(self, value: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        """The value of an attribute."""

    def method(self, owner: ClassInfo, found: Method) -> Value:
        """A method after its decorators, unbound."""

    def class_of(self, node: ast.ClassDef, frame: Frame) -> ClassInfo:
        """The class that a definition makes."""

    def name(self, module: ModuleInfo, name: str) -> Value:
        """A module-level name."""

    def member(self, module: str, name: str) -> Value:
        """An attribute of a module."""

    def top(self, module: ModuleInfo) -> Frame:
        """Where the names of a module are looked up; nothing is bound in it."""

    def decorated(self, function: Function, frame: Frame) -> Value:
        """A function after its decorators."""

    def annotation(self, node: ast.expr, frame: Frame) -> Value:
        """What an annotated variable holds; of one that speaks of itself, perhaps that all leaves are arrays."""

    def declared(self, node: ast.expr, frame: Frame) -> Value:
        """What an annotation says by itself."""

    def instance(self, cls: ClassInfo) -> Value:
        """An instance of which nothing but the class is known."""

    def field_spec(self, node: ast.expr, frame: Frame) -> FieldSpec | None:
        """What a field's default says when it is a call of a field function."""

    supposed: Trace | None
    switches: tuple[tuple[Switch, bool], ...]

    @property
    def memory(self) -> Memory:
        """What is worked out once."""

    @property
    def events(self) -> Events:
        """What was passed."""

    @property
    def bounds(self) -> Bounds:
        """Where the work stops."""

    def emit(self, site: Site) -> None:
        """A site worth judging was passed."""

    def supposing(self, trace: Trace | None) -> AbstractContextManager[None]:
        """Run a transform's function with static arguments of which nothing is known: what no caller may give."""

    def body(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        """Run statements."""

    def call_into(self, function: Function, arguments: Arguments) -> Value:
        """Call a function of known source with arguments that report what was changed."""

    def bind(self, function: Function, arguments: Arguments, scope: Frame) -> dict[str, Value]:
        """The names that a function's parameters get from a call."""

    def changed(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """What a target holds was changed in place."""


Model = Interpreter
"""What a rule may ask: every question leaves the model as it was."""

"""The abstract interpreter: one object that holds fuel, memory and events; the work is in the modules beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pytreelint.knowledge.operations import ARRAY_BASES
from pytreelint.knowledge.record import replace
from pytreelint.model.interpreter import assignments, calls, definitions, expressions, fuel, remembered, statements
from pytreelint.model.project.program import Program
from pytreelint.model.types import annotations as annotated
from pytreelint.model.types import attributes
from pytreelint.model.types.classes import ClassInfo, FieldSpec, Method
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.sites import NEVER_RAISE, ArraySubclass
from pytreelint.model.values.sizes import LARGEST, size
from pytreelint.model.values.unknowns import PROMISED, holds_arrays, lacks_parts
from pytreelint.model.values.value import (
    DYNAMIC,
    FUEL,
    Array,
    Container,
    Function,
    Library,
    Object,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.queries.handed_on import Uses
    from pytreelint.model.text.place import RanOut
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.sites import Site
    from pytreelint.model.values.switches import Switch

DEPTH = 16  # nested calls
ANNOTATIONS = 60  # annotations that are worked out for each other: one that builds its own class has no end

_T = TypeVar("_T")

_READING = frozenset([ast.Name, ast.Attribute, ast.Constant])  # give nothing that was not there before
_LARGE = frozenset([Container, Object, Union, Partial])  # what has parts
_EXPRESSIONS: dict[type[ast.expr], Callable[[Evaluator, Any, Frame], Value]] = {
    **expressions.HANDLERS,
    ast.Call: calls.call_node,
}


class Evaluator:
    """Evaluates expressions, statements and calls to abstract values, and collects the sites that it passes.

    Everything that is remembered here lives as long as the program's modules: see `Program`.
    """

    depth_limit = DEPTH
    shares = True  # no call takes all of the fuel

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sites: list[Site] = []
        self.uses: dict[ast.AST, Uses] = {}  # of transformed functions, by their transforms
        self.judged: ModuleInfo | None = None  # the file whose sites these are
        self.steps = 0
        self.limit = fuel.ENTRY_STEPS
        self.entered: ast.stmt | None = None  # the entry that is being run
        self.ran_out: dict[ast.AST, RanOut] = {}
        self.starved = 0  # calls that were cut short and would not have been, had their callers had more
        self.cut_short: dict[ast.AST, int] = {}  # functions of libraries, by how often they ran out
        self.nesting = 0  # definitions that are being worked out, each for the one before it
        self._doubts, self._expecting = 0, 0
        self._annotating = 0
        self.stubs: dict[object, Any] = {}  # what stands for abstract functions, by these
        self.classes: dict[ast.ClassDef, ClassInfo] = {}
        self.names: dict[tuple[str, str], Value] = {}
        self.tops: dict[ModuleInfo, Frame] = {}
        self.globals: dict[tuple[str, str], Value] = {}
        self.results: dict[object, Value] = {}
        self.called: dict[object, remembered.Result] = {}
        self.typical: dict[ClassInfo, Value] = {}
        self.active: set[object] = set()
        self.parsed: dict[tuple[str, ast.AST], ast.expr | None] = {}
        self.activations: dict[ast.AST, int] = {}
        self.makings = 0  # wrappers that were made or called: what is seen of them hangs on the turn
        self.advances = 0  # numbers that an iteration of a loop advanced
        self.staged: set[ast.AST] = set()
        self.supposed: Trace | None = None  # of a transform that is run with static arguments of which nothing is known
        self.switches: tuple[tuple[Switch, bool], ...] = ()  # module-level names that are known in this branch
        self.made: dict[ast.AST, Transformed] = {}  # the transforms that were given their functions, by their places
        self.applied: set[ast.AST] = set()  # the places of those that were called
        self.walked = 0  # parts of the large trees that transforms met
        self.traces: dict[tuple[ModuleInfo, ast.AST], Trace] = {}  # the marks of transforms, by their places
        self.compared: set[tuple[ClassInfo, str]] = set()  # fields that a compiled function is found again by
        self.wholes: set[ast.arg] = set()  # parameters whose trees were seen to be whole
        self.handed: dict[ast.arg, set[ast.arg]] = {}  # to which parameters the tree of a parameter is handed
        self.callers: dict[ast.AST, set[tuple[ast.AST | None, bool]]] = {}
        self._by_node: tuple[int, dict[ast.AST, list[Site]]] = (0, {})
        self._answers: dict[object, object] = {}
        self._bases_of_trees: tuple[int, set[ClassInfo]] = (0, set())

    @property
    def doubting(self) -> tuple[bool, bool]:
        """Whether nothing that is passed is certain to be reached, and whether what raises is expected to."""
        return self._doubts > 0, self._expecting > 0

    @property
    def exhausted(self) -> bool:
        """Whether this entry, or the call that it is in, has used up its steps."""
        return self.steps > self.limit

    def emit(self, site: Site) -> None:
        """A site worth judging was passed."""
        if not self._doubts and (not self._expecting or isinstance(site, NEVER_RAISE)):
            self.sites.append(site)

    def sites_at(self, node: ast.AST) -> Sequence[Site]:
        """The sites that were passed at a node, in their order."""
        if self._by_node[0] != len(self.sites):
            self._by_node = (len(self.sites), {})
            for site in self.sites:
                self._by_node[1].setdefault(site.node, []).append(site)
        return self._by_node[1].get(node, ())

    def is_base_of_tree(self, cls: ClassInfo) -> bool:
        """Whether a class that was read derives from this one, and is or may be a PyTree."""
        done, found = self._bases_of_trees
        for other in islice(self.classes.values(), done, None):
            if other.pytree != "no":
                found.update(other.mro)
        self._bases_of_trees = (len(self.classes), found)
        return cls in found

    def answer(self, question: object, find: Callable[[], _T]) -> _T:
        """What `find` gives, worked out once for all findings that ask the same; `question` names it."""
        if question not in self._answers:
            self._answers[question] = find()
        return cast("_T", self._answers[question])

    @contextmanager
    def doubt(self) -> Iterator[None]:
        """Evaluate for the value only: nothing that is passed meanwhile is certain to be reached so."""
        self._doubts += 1
        try:
            yield
        finally:
            self._doubts -= 1

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """Evaluate what is expected to raise: of what is passed meanwhile only what works, and costs, is said."""
        self._expecting += 1
        try:
            yield
        finally:
            self._expecting -= 1

    @contextmanager
    def supposing(self, trace: Trace | None) -> Iterator[None]:
        """Run a transform's function with static arguments of which nothing is known: what no caller may give."""
        before, self.supposed = self.supposed, trace
        try:
            yield
        finally:
            self.supposed = before

    @contextmanager
    def collecting(self) -> Iterator[list[Site]]:
        """Evaluate for the sites that are passed, which are nobody else's."""
        kept, doubts, expecting = self.sites, self._doubts, self._expecting
        found: list[Site] = []
        self.sites, self._doubts, self._expecting = found, 0, 0
        try:
            yield found
        finally:
            self.sites, self._doubts, self._expecting = kept, doubts, expecting

    @contextmanager
    def own_fuel(self) -> Iterator[None]:
        """For what is worked out once and remembered: it must not hang on how far the present entry has come."""
        spent, limit = self.steps, self.limit
        self.steps, self.limit = 0, fuel.ONCE_STEPS
        try:
            yield
        finally:
            self.steps, self.limit = spent, limit

    def refuel(self) -> None:
        """Give as much fuel as an entry has."""
        self.steps, self.limit = 0, fuel.ENTRY_STEPS

    def begin(self, node: ast.stmt | None) -> None:
        """Start another entry (None: there is none left), and note whether the one before it ran out."""
        if self.entered is not None and self.exhausted and self.judged is not None:
            fuel.note(self, self.judged, self.entered, called=False)
        self.entered = node
        self.refuel()

    # The hub through which the modules reach each other.

    def expression(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""
        self.steps += 1
        if self.steps > self.limit:
            self.steps = self.limit + 1  # what is passed over costs the caller nothing
            return FUEL
        kind = type(node)
        handler = _EXPRESSIONS.get(kind)
        if handler is None:
            return DYNAMIC
        value = handler(self, node, frame)
        if kind not in _READING and type(value) in _LARGE and size(value) > LARGEST:
            return Unknown("too large")
        return value

    def body(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        """Run statements."""
        statements.run(self, body, frame)

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
        return calls.call(self, function, Arguments(args, keywords, node, frame, complete))

    def call_value(self, function: Value, arguments: Arguments) -> Value:
        """Call any value with arguments that are at hand."""
        return calls.call(self, function, arguments)

    def call_into(self, function: Function, arguments: Arguments) -> Value:
        """Call a function of known source with arguments that report what was changed."""
        return calls.invoke(self, function, arguments)

    def bind(self, function: Function, arguments: Arguments, scope: Frame) -> dict[str, Value]:
        """The names that a function's parameters get from a call."""
        return calls.bind(self, function, arguments, scope)

    def attribute(self, value: Value, name: str, node: ast.expr, frame: Frame) -> Value:
        """The value of an attribute."""
        return attributes.get(self, value, name, node, frame)

    def method(self, owner: ClassInfo, found: Method) -> Value:
        """A method after its decorators, unbound."""
        return attributes.raw_method(self, owner, found)

    def changed(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """What a target holds was changed in place."""
        assignments.changed(self, target, value, frame)

    def class_of(self, node: ast.ClassDef, frame: Frame) -> ClassInfo:
        """The class that a definition makes."""
        info = self.classes.get(node)
        if info is None:
            from pytreelint.model.types.classes import build_class

            with self.own_fuel():
                info = self.classes[node] = build_class(self, node, frame)
            for base in info.bases:
                if isinstance(base, Library) and base.name in ARRAY_BASES:
                    self.emit(ArraySubclass(info.module, node, info, base.name))
        return info

    def name(self, module: ModuleInfo, name: str) -> Value:
        """A module-level name."""
        key = (module.name, name)
        value = self.names.get(key)
        if value is None:
            value = definitions.module_value(self, module, name)
            if not isinstance(value, Unknown):  # it may be unknown for now only: a definition that is being evaluated
                self.names[key] = value
        return value

    def member(self, module: str, name: str) -> Value:
        """An attribute of a module."""
        key = (module, "." + name)
        value = self.names.get(key)
        if value is None:
            value = definitions.meaning_value(self, self.program.submodule(module, name))
            if not isinstance(value, Unknown):
                self.names[key] = value
        return value

    def top(self, module: ModuleInfo) -> Frame:
        """Where the names of a module are looked up; nothing is bound in it."""
        frame = self.tops.get(module)
        if frame is None:
            frame = self.tops[module] = Frame(module, {}, top=True)
        return frame

    def decorated(self, function: Function, frame: Frame) -> Value:
        """A function after its decorators."""
        return definitions.decorate(self, function, frame)

    def annotation(self, node: ast.expr, frame: Frame) -> Value:
        """What an annotated variable holds; of one that speaks of itself, perhaps that all leaves are arrays."""
        value = self.declared(node, frame)
        if self._annotating or not lacks_parts(value):
            return value
        key = ("promise", node)
        if key not in self.results:
            from pytreelint.model.types.promised import promised

            self.results[key] = PROMISED if holds_arrays(promised(self, node, frame) or value) else value
        return self.results[key]

    def declared(self, node: ast.expr, frame: Frame) -> Value:
        """What an annotation says by itself."""
        if self._annotating > ANNOTATIONS:
            return Unknown("nesting")
        self._annotating += 1
        try:
            value = annotated.value(self, node, frame)
        finally:
            self._annotating -= 1
        return union([_declared(option) for option in value.options]) if isinstance(value, Union) else _declared(value)

    def instance(self, cls: ClassInfo) -> Value:
        """An instance of which nothing but the class is known."""
        from pytreelint.model.types import construct

        made = construct.typical(self, cls)
        if size(made) > LARGEST:
            made = self.typical[cls] = Object(cls, (), exact=False)
        return made

    def field_spec(self, node: ast.expr, frame: Frame) -> FieldSpec | None:
        """What a field's default says when it is a call of a field function."""
        if not isinstance(node, (ast.Call, ast.Name, ast.Attribute)):
            return None
        value = self.expression(node, frame)
        return value if isinstance(value, FieldSpec) else None


def _declared(value: Value) -> Value:
    return replace(value, declared=True) if isinstance(value, (Array, Container)) else value

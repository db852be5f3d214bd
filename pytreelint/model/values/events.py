"""What an evaluation collects: the sites that rules judge, and facts that hold for a whole file."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from pytreelint.model.values.captured import given_functions, inside_of
from pytreelint.model.values.regions import innermost_loop
from pytreelint.model.values.sites import NEVER_RAISE, Demanded, Operand, Site
from pytreelint.model.values.ties import Ties

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.asides import LeftDonated, LeftKept, OfEach
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.kept import KeptKey
    from pytreelint.model.values.states import Event
    from pytreelint.model.values.value import Function, Partial, Transformed


class Events:
    """The sites and facts of one evaluation.

    Attributes:
        sites: places worth judging, in the order in which they were passed.
        judged: the file whose sites these are.
        wrappers: transforms with their functions, by their places; `applied`: the places of those that are called;
            `perhaps`: of those that are one of several that may be called.
        given: wrappers of functions that capture what their maker was given, by their places and these functions; None
            for those that are called.
        callers: functions and classes, by the calls of them, each with the function in which it stands, and whether a
            loop runs it.
        staged: functions that a transform traces; traced: those that run in a gradient or a map, too;
            eager: who calls a function where none is seen to trace it.
        handed_on: functions that are handed to code that is not known, a decorator say: it may be a transform.
        given_away: the places of transforms whose wrappers are handed to code that is not followed.
        given_out: partials that functions give.
        ran: functions whose body was evaluated; `nested`: those that functions define, see `note_nested`; `local`: the
            classes that they do.
        compared: fields that a compiled function is found again by, with the classes of the instances that it is
            given, in which they stand (None for a list of several); "": what is static by its value, in that class.
        ties: what is one object in two places.
        reused: keys that are drawn from twice, with the place where each was seen to be so first; draws that leave a
            used key for later, with themselves.
        field_draws: the fields of instances that something draws from; kept_keys: drawn keys that new instances keep.
        left_donated: attributes that methods leave deleted.
        left_kept: attributes in which loops keep what a later iteration deletes.
        of_each: what single implementations of abstract methods need of tracers.
        flattened: the trees of calls of `tree.leaves`, by the calls; `leaf_lists`: by the lists that they give, with
            the calls and their modules.
        wholes: parameters whose trees were seen to be whole; `handed_to`: to which parameters such a tree is handed on.
    """

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.judged: ModuleInfo | None = None
        self.wrappers: dict[ast.AST, Transformed] = {}
        self.applied: set[ast.AST] = set()
        self.given: dict[ast.AST, dict[tuple[ast.AST, ...], Transformed | None]] = {}
        self.perhaps: set[ast.AST] = set()
        self.callers: dict[ast.AST, dict[ast.AST, tuple[ast.AST | None, bool]]] = {}
        self.staged: set[ast.AST] = set()
        self.traced: set[ast.AST] = set()
        self.eager: dict[ast.AST, set[ast.AST | None]] = {}
        self.handed_on: set[ast.AST] = set()
        self.given_away: set[ast.AST] = set()
        self.given_out: list[Partial] = []
        self.ran: set[ast.AST] = set()
        self.nested: dict[ast.FunctionDef | ast.AsyncFunctionDef, Function] = {}
        self.local: dict[ast.ClassDef, ClassInfo] = {}
        self.compared: dict[tuple[ClassInfo, str], set[ClassInfo | None]] = {}
        self.wholes: set[ast.arg] = set()
        self.handed_to: dict[ast.arg, set[ast.arg]] = {}
        self.ties = Ties()
        self.reused: dict[Token | ast.AST, ast.AST] = {}
        self.field_draws: dict[tuple[ClassInfo, str], Event] = {}
        self.kept_keys: list[KeptKey] = []
        self.left_donated: list[LeftDonated] = []
        self.left_kept: list[LeftKept] = []
        self.of_each: list[OfEach] = []
        self.flattened: dict[ast.AST, Operand] = {}
        self.leaf_lists: dict[Token, tuple[Operand, ModuleInfo, ast.AST]] = {}
        self._doubts, self._expecting, self._inheriting = 0, 0, False
        self._demands: list[Demanded] | None = None
        self._by_node: tuple[int, dict[ast.AST, list[Site]]] = (0, {})

    def note_wrapper(self, wrapper: Transformed) -> None:
        """Records a transform with its function, and with the functions that this captures."""
        self.wrappers[wrapper.site] = wrapper
        function = inside_of(wrapper) if innermost_loop(wrapper.created_in) is None else None  # it may make none
        if function is not None and (given := given_functions(function)):
            known, key = self.given.setdefault(wrapper.site, {}), tuple([each.node for each in given])
            known[key] = wrapper if key not in known or known[key] is not None else None

    def note_applied(self, wrapper: Transformed, doubted: bool) -> None:
        """Records that a transform is called with the function that it has, or may be."""
        (self.perhaps if doubted else self.applied).add(wrapper.site)
        if not doubted and wrapper.site in self.given and (function := inside_of(wrapper)) is not None:
            self.given[wrapper.site][tuple([each.node for each in given_functions(function)])] = None

    @property
    def doubting(self) -> tuple[bool, bool, bool]:
        """Returns whether `doubt` is active, whether `expecting` is, and whether that collects demands."""
        return self._doubts > 0, self._expecting > 0, self._demands is not None

    def emit(self, site: Site) -> None:
        """Records a site that rules may judge."""
        if not self._doubts and (not self._expecting or isinstance(site, NEVER_RAISE)):
            self.sites.append(site)
        elif self._demands is not None and not self._doubts and isinstance(site, Demanded):
            self._demands.append(site)

    def note_nested(self, function: Function, frame: Frame) -> None:
        """Records a function that another one defines for whoever gets it, and not for one side of a test alone."""
        region, node = frame.region, function.node
        in_part = region is not None and region.frame is frame and region.kind in ("branch", "loop")
        if in_part or frame.guarded or self._doubts or self._expecting or isinstance(node, ast.Lambda):
            return
        if frame.module is self.judged or self._inheriting:
            self.nested.setdefault(node, function)

    def note_local(self, cls: ClassInfo, frame: Frame) -> None:
        """Records a class that a function of the judged module makes for whoever gets it."""
        if frame.module is self.judged and not frame.guarded and not self._doubts and not self._expecting:
            self.local.setdefault(cls.node, cls)

    def at(self, node: ast.AST) -> Sequence[Site]:
        """Returns the sites that were emitted at a node, in their order."""
        if self._by_node[0] != len(self.sites):
            self._by_node = (len(self.sites), {})
            for site in self.sites:
                self._by_node[1].setdefault(site.node, []).append(site)
        return self._by_node[1].get(node, ())

    def doubt(self) -> AbstractContextManager[None]:
        """Evaluates for the value only: no sites are emitted, as a run of the program may never reach them."""
        return _Doubt(self)

    def expecting(self, demands: list[Demanded] | None = None) -> AbstractContextManager[None]:
        """Evaluates code that is expected to raise: only sites of code that works, but is slow, are emitted.

        Arguments:
            demands: is given what needs the value of a tracer there.
        """
        return _Expecting(self, demands)

    @contextmanager
    def collecting(self) -> Iterator[list[Site]]:
        """Collects the sites that are emitted meanwhile, and hides them from everybody else."""
        kept, doubts, expecting, demands = self.sites, self._doubts, self._expecting, self._demands
        found: list[Site] = []
        self.sites, self._doubts, self._expecting, self._demands = found, 0, 0, None
        try:
            yield found
        finally:
            self.sites, self._doubts, self._expecting, self._demands = kept, doubts, expecting, demands

    @contextmanager
    def inheriting(self) -> Iterator[None]:
        """Runs a method for a class that has it from a base: the functions that it defines, and those that ran, are
        told apart from what the base's own run defines and runs."""
        nested, ran = self.nested, self.ran
        self.nested, self.ran, self._inheriting = {}, set(), True
        try:
            yield
        finally:
            ran |= self.ran
            self.nested, self.ran, self._inheriting = nested, ran, False


class _Expecting:
    __slots__ = ("_before", "_demands", "_events")

    def __init__(self, events: Events, demands: list[Demanded] | None) -> None:
        self._events, self._demands = events, demands
        self._before: list[Demanded] | None = None

    def __enter__(self) -> None:
        self._before, self._events._demands = self._events._demands, self._demands
        self._events._expecting += 1

    def __exit__(self, *_: object) -> None:
        self._events._expecting -= 1
        self._events._demands = self._before


class _Doubt:
    __slots__ = ("_events",)

    def __init__(self, events: Events) -> None:
        self._events = events

    def __enter__(self) -> None:
        self._events._doubts += 1

    def __exit__(self, *_: object) -> None:
        self._events._doubts -= 1

"""What a traced function does with a tracer that needs its value: an `if`, a `range`, a shape, `float(...)`.

Read from the function's own statements, in order, as far as they run for certain: not what stands under an `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import CHOOSES, NEEDING_METHODS, NEEDS_NUMBER, NEEDS_NUMPY, NEEDS_SHAPE
from pytreelint.knowledge.record import record
from pytreelint.model.tracers import Tracers
from pytreelint.model.values import Array, Container, Function, Object, Value
from pytreelint.model.walking import children, walk

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator
    from pytreelint.model.modules import ModuleInfo

_DEPTH = 3  # calls of the project's own functions that are followed
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@record(frozen=True, slots=True)
class Demand:
    """A place that needs a value: the tracer in it, what is done with it, and what it is an array of."""

    module: ModuleInfo
    node: ast.expr
    what: str
    value: Value | None


_BOUND, _INDEX = "the bound of a slice", "the index of a list"
# What takes no array of several elements.
ONE_NUMBER = {_BOUND, _INDEX, *(f"`{name.removeprefix('builtins.')}()`" for name in NEEDS_NUMBER)}


@dataclass(slots=True)
class _Reader:
    """Reads the statements of a traced function in order.

    Attributes:
        done: what follows does not run for certain.
        result: what the function returned, where that was reached for certain.
    """

    held: Tracers
    depth: int = 0
    done: bool = False
    result: Value | None = None

    def statements(self, body: list[ast.stmt]) -> Iterator[Demand]:
        for statement in body:
            if self.done:
                return
            yield from self.statement(statement)

    def statement(self, node: ast.stmt) -> Iterator[Demand]:
        match node:
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from self.inside(value)
                self.bind(target, value)
            case ast.AugAssign(target=target, value=value):
                yield from self.inside(value)
                if self.held.value(value) is None and self.held.value(target) is None:
                    self.held.forget([target])
            case ast.If():
                yield from self.branches(node)
            case ast.Assert(test=test):
                yield from self.choice(test, _WORDS[ast.Assert])
            case ast.While():
                yield from self.loop(node)
            case ast.For(iter=source, target=target, body=body):
                yield from self.inside(source)
                self.held.forget([node])
                yield from self.statements(body)
                self.held.forget([node])
            case ast.With(body=body):
                yield from self.statements(body)
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=value):
                yield from self.inside(value)
                if isinstance(node, ast.Return):
                    self.result, self.done = self.value(value), True
            case ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
                pass
            case ast.FunctionDef() | ast.ClassDef():
                self.held.forget([node])
            case _:
                self.done = True

    def branches(self, node: ast.If) -> Iterator[Demand]:
        """What the branch does that runs; where that is open, what both do."""
        decided = self.held.decided(node.test)
        if decided is not None:
            yield from self.statements(node.body if decided else node.orelse)
            return
        yield from self.choice(node.test, _WORDS[ast.If])
        found = [_Reader(self.held.copy(), self.depth).first(body) for body in (node.body, node.orelse)]
        if found[0] is not None and found[1] is not None:
            yield found[0]
        self.after(node)

    def loop(self, node: ast.While) -> Iterator[Demand]:
        """The test at first, then what a step leaves for the test to meet."""
        yield from self.choice(node.test, _WORDS[ast.While])
        if self.held.decided(node.test) is not False:
            step = _Reader(self.held.copy(), self.depth)
            yield from step.statements(node.body)
            if not step.done:
                yield from step.choice(node.test, _WORDS[ast.While])
        self.after(node)

    def after(self, node: ast.If | ast.While) -> None:
        """What follows a statement that may not have run."""
        self.held.forget([node])
        self.done = any(isinstance(part, _ENDS) for part in walk(node))

    def first(self, body: list[ast.stmt]) -> Demand | None:
        """The first demand of some statements."""
        return next(self.statements(body), None)

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """An assignment; what a function of the project returns is looked up in it."""
        self.held.bind(target, value, self.value(value))

    def value(self, node: ast.expr) -> Value | None:
        """What an expression is that hangs on a tracer, calls of the project's functions included."""
        known = self.held.value(node)
        if known is not None or not isinstance(node, (ast.Call, ast.Attribute)) or self.depth >= _DEPTH:
            return known
        passed = self.held.passed(node) if isinstance(node, ast.Call) else self.held.read(node)
        return _followed(self.held.ev, *passed, self.depth + 1)[1] if passed is not None else None

    def inside(self, node: ast.expr) -> Iterator[Demand]:
        """The demands in an expression; what runs later or only perhaps is passed over."""
        match node:
            case ast.Lambda():
                return
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                yield from self.inside(node.generators[0].iter)
                return
            case ast.IfExp(test=test):
                yield from self.choice(test, "a conditional expression")
                return
            case ast.BoolOp(values=[first, *_]):
                yield from self.choice(first, "`and` or `or`")
                return
            case ast.Call():
                yield from self.call(node)
            case ast.Subscript():
                yield from self.subscript(node)
            case ast.Attribute():
                yield from self.followed(self.held.read(node))
        for child in children(node):
            if isinstance(child, ast.expr):
                yield from self.inside(child)
            elif isinstance(child, ast.keyword):
                yield from self.inside(child.value)

    def subscript(self, node: ast.Subscript) -> Iterator[Demand]:
        """A slice needs its bounds; a list, tuple or dict needs its index."""
        ends = [node.slice.lower, node.slice.upper] if isinstance(node.slice, ast.Slice) else [node.slice]
        needed = [end for end in ends if end is not None and self.held.traced(end)]
        if not needed:
            return
        array = self.held.traced(node.value)
        holder = self.held.value(node.value) or self.held.concrete(node.value)
        listed = isinstance(holder, Container) and holder.kind in ("list", "tuple", "dict")
        if isinstance(node.slice, ast.Slice) and (listed or array):
            yield self.demand(needed[0], _BOUND)
        elif listed:
            yield self.demand(needed[0], _INDEX)

    def choice(self, test: ast.expr, word: str) -> Iterator[Demand]:
        """A test decides by the value of an expression."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self.choice(operand, word)
            case ast.BoolOp(op=op, values=[first, *others]):
                found = list(self.choice(first, word))
                yield from found
                goes_on = self.held.decided(first) is isinstance(op, ast.And)
                if not found and others and goes_on:
                    yield from self.choice(ast.BoolOp(op, others) if len(others) > 1 else others[0], word)
            case ast.Compare(left=left, comparators=[first, *_]) if self.held.compares(test):
                yield self.demand(left if self.held.traced(left) else first, word)
            case _ if self.held.traced(test):
                yield self.demand(test, word)
            case _:
                yield from self.inside(test)

    def call(self, node: ast.Call) -> Iterator[Demand]:
        held = self.held
        if isinstance(node.func, ast.Attribute) and held.traced(node.func.value):
            if node.func.attr in NEEDING_METHODS:
                yield self.demand(node.func.value, f"`.{node.func.attr}()`")
            elif node.func.attr == "reshape":
                yield from self.sizes(node.args, "a shape")
            return
        name = held.library(node.func)
        if name in NEEDS_NUMBER | NEEDS_NUMPY or (name in CHOOSES and len(node.args) > 1):
            for argument in node.args:
                if held.traced(argument):
                    yield self.demand(argument, f"`{name.removeprefix('builtins.')}()`")
        elif name in NEEDS_SHAPE:
            yield from self.sizes(node.args[NEEDS_SHAPE[name] :][:1], "a shape")
        elif not name:
            yield from self.followed(held.passed(node))

    def followed(self, run: tuple[Function, Mapping[str, Value]] | None) -> Iterator[Demand]:
        """What a function of the project does with the tracers that it is given."""
        if run is None or self.depth >= _DEPTH:
            return
        found = _followed(self.held.ev, *run, self.depth + 1)[0]
        if found is not None:
            yield found

    def sizes(self, arguments: list[ast.expr], what: str) -> Iterator[Demand]:
        for argument in arguments:
            parts = argument.elts if isinstance(argument, (ast.Tuple, ast.List)) else [argument]
            for part in parts:
                if self.held.traced(part):
                    yield self.demand(part, what)

    def demand(self, node: ast.expr, what: str) -> Demand:
        return Demand(self.held.scope.module, node, what, self.held.value(node))


_WORDS = {ast.If: "an `if`", ast.While: "a `while`", ast.Assert: "an `assert`"}


def demands(ev: Evaluator, function: Function, given: Mapping[str, Value]) -> Demand | None:
    """The first place in a function that certainly needs the value of a tracer.

    Arguments:
        given: what parameters hold, with each tracer an `Array`.
    """
    return _followed(ev, function, given, 0)[0]


def _followed(
    ev: Evaluator, function: Function, given: Mapping[str, Value], depth: int
) -> tuple[Demand | None, Value | None]:
    """The first demand, and what the function returns where there is none; read once."""
    if not any(isinstance(value, (Array, Object, Container)) for value in given.values()):
        return None, None  # no tracer among them
    key = (function, tuple(given.items()), depth)
    if key not in ev.demanded:
        reader = _Reader(Tracers.of(ev, function, given), depth)
        body = function.node.body
        found = reader.first(body) if isinstance(body, list) else next(reader.inside(body), None)
        ev.demanded[key] = found, reader.result if found is None else None
    return ev.demanded[key]

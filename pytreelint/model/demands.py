"""What a traced function does with a tracer that needs its value: an `if`, a `range`, a shape, `float(...)`.

Read from the function's own statements, in order, as far as they run for certain: not what stands under an `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import (
    ARRAY_ATTRIBUTES,
    ARRAY_METHODS,
    CHOOSES,
    NEEDING_METHODS,
    NEEDS_NUMBER,
    NEEDS_NUMPY,
    NEEDS_SHAPE,
)
from pytreelint.knowledge.results import lookup
from pytreelint.model.captures import bound_names
from pytreelint.model.frame import Frame
from pytreelint.model.registration import flattened
from pytreelint.model.values import Array, Container, Function, Library, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Demand:
    """A place that needs a value: the tracer in it, and what is done with it."""

    node: ast.expr
    what: str


@dataclass(slots=True)
class _Reader:
    """Reads statements; `names`: what local names that hold tracers are."""

    ev: Evaluator
    scope: Frame
    names: dict[str, Value] = field(default_factory=dict)
    done: bool = False

    def statements(self, body: list[ast.stmt]) -> Iterator[Demand]:
        for statement in body:
            if self.done:
                return
            yield from self.statement(statement)

    def statement(self, node: ast.stmt) -> Iterator[Demand]:
        match node:
            case ast.Assign(targets=[target], value=value):
                yield from self.inside(value)
                self.bind(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from self.inside(value)
                self.bind(target, value)
            case ast.AugAssign(target=target, value=value):
                yield from self.inside(value)
                if self.value(value) is None and self.value(target) is None:
                    self.forget([target])
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                yield from self.choice(test, _WORDS[type(node)])
                if not isinstance(node, ast.Assert):
                    self.forget([node])
                    self.done = any(isinstance(part, _ENDS) for part in ast.walk(node))
            case ast.For(iter=source, target=target, body=body):
                yield from self.inside(source)
                self.forget([target])
                yield from self.statements(body)
                self.forget([node])
            case ast.With(body=body):
                yield from self.statements(body)
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=value):
                yield from self.inside(value)
                self.done = isinstance(node, ast.Return)
            case ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal():
                pass
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                self.names.pop(name, None)
            case _:
                self.done = True

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        known = self.value(value)
        self.forget([target])
        if known is not None and isinstance(target, ast.Name):
            self.names[target.id] = known

    def forget(self, nodes: list[ast.AST]) -> None:
        for name in bound_names(nodes):
            self.names.pop(name, None)

    def inside(self, node: ast.expr) -> Iterator[Demand]:
        """The demands in an expression; what runs later or only perhaps is passed over."""
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            return
        if isinstance(node, ast.IfExp):
            yield from self.choice(node.test, "a conditional expression")
            return
        if isinstance(node, ast.BoolOp):
            yield from self.choice(node.values[0], "`and` or `or`")
            return
        if isinstance(node, ast.Call):
            yield from self.call(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            for end in (node.slice.lower, node.slice.upper):
                if end is not None and self.traced(end) and self.traced(node.value):
                    yield Demand(end, "the bound of a slice")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self.inside(child)
            elif isinstance(child, ast.keyword):
                yield from self.inside(child.value)

    def choice(self, test: ast.expr, word: str) -> Iterator[Demand]:
        """A test decides by the value of an expression."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self.choice(operand, word)
            case ast.BoolOp(values=[first, *_]):
                yield from self.choice(first, word)
            case ast.Compare(left=left, comparators=[first, *_]) if self.compares(test):
                yield Demand(left if self.traced(left) else first, word)
            case _ if self.traced(test):
                yield Demand(test, word)
            case _:
                yield from self.inside(test)

    def compares(self, node: ast.Compare) -> bool:
        """Whether the first comparison gives a tracer."""
        if isinstance(node.ops[0], ast.Is | ast.IsNot | ast.In | ast.NotIn):
            return False
        sides = (node.left, node.comparators[0])
        odd = any(isinstance(side, ast.Constant) and not isinstance(side.value, int | float) for side in sides)
        return not odd and any(self.traced(side) for side in sides)

    def call(self, node: ast.Call) -> Iterator[Demand]:
        if isinstance(node.func, ast.Attribute) and self.traced(node.func.value):
            if node.func.attr in NEEDING_METHODS:
                yield Demand(node.func.value, f"`.{node.func.attr}()`")
            elif node.func.attr == "reshape":
                yield from self.sizes(node.args, "a shape")
            return
        name = self.library(node.func)
        if name in NEEDS_NUMBER | NEEDS_NUMPY or (name in CHOOSES and len(node.args) > 1):
            for argument in node.args:
                if self.traced(argument):
                    yield Demand(argument, f"`{name.removeprefix('builtins.')}()`")
        elif name in NEEDS_SHAPE:
            yield from self.sizes(node.args[NEEDS_SHAPE[name] :][:1], "a shape")

    def sizes(self, arguments: list[ast.expr], what: str) -> Iterator[Demand]:
        for argument in arguments:
            parts = argument.elts if isinstance(argument, ast.Tuple | ast.List) else [argument]
            for part in parts:
                if self.traced(part):
                    yield Demand(part, what)

    def library(self, node: ast.expr) -> str:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.names:
            return ""
        with self.ev.doubt():
            value = self.ev.expression(node, self.scope)
        return value.name if isinstance(value, Library) else ""

    def traced(self, node: ast.expr) -> bool:
        return isinstance(self.value(node), Array)

    def value(self, node: ast.expr) -> Value | None:
        """What an expression is that hangs on a tracer; None for anything else."""
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.Attribute(value=inner, attr=attr):
                return _member(self.ev, self.value(inner), attr)
            case ast.Subscript(value=inner, slice=index):
                return _item(self.value(inner), index)
            case ast.BinOp(left=left, right=right):
                found = self.value(left), self.value(right)
                return next((each for each in found if isinstance(each, Array)), None)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                known = self.value(operand)
                return known if isinstance(known, Array) else None
            case ast.Compare(ops=[_]) if self.compares(node):
                return Array("jax", "bool")
            case ast.Call():
                return self.result(node)
        return None

    def result(self, node: ast.Call) -> Value | None:
        if isinstance(node.func, ast.Attribute) and self.traced(node.func.value):
            return Array("jax") if node.func.attr in ARRAY_METHODS else None
        name = self.library(node.func)
        if not name.startswith("jax.numpy.") or not any(self.traced(argument) for argument in node.args):
            return None
        fact = lookup(name)
        return Array("jax") if fact is not None and fact.kind == "function" and fact.spec.head == "array" else None


_WORDS = {ast.If: "an `if`", ast.While: "a `while`", ast.Assert: "an `assert`"}


def _member(ev: Evaluator, holder: Value | None, name: str) -> Value | None:
    if isinstance(holder, Array):
        return holder if name in ARRAY_ATTRIBUTES else None
    children = flattened(ev, holder) if isinstance(holder, Object) else None
    return dict(children.data).get(name) if children is not None else None


def _item(holder: Value | None, index: ast.expr) -> Value | None:
    if isinstance(holder, Array):
        return holder
    if isinstance(holder, Container) and isinstance(index, ast.Constant):
        if holder.kind == "dict":
            return dict(zip(holder.keys, holder.items, strict=True)).get(index.value)
        known = isinstance(index.value, int) and holder.rest is None and 0 <= index.value < len(holder.items)
        return holder.items[index.value] if known and isinstance(index.value, int) else None
    return None


def demands(ev: Evaluator, function: Function, given: dict[str, Value]) -> Demand | None:
    """The first place in a function that certainly needs the value of a tracer.

    Arguments:
        given: what parameters hold, with each tracer an `Array`.
    """
    scope = Frame(function.module, {}, function.closure, top=function.closure is None)
    held: dict[str, Value] = {n: v for n, v in given.items() if isinstance(v, Array | Object | Container)}
    reader = _Reader(ev, scope, held)
    if isinstance(function.node, ast.Lambda):
        return next(reader.inside(function.node.body), None)
    return next(reader.statements(function.node.body), None)

"""What a traced function does with a tracer that needs its value: an `if`, a `range`, a shape, `float(...)`.

Read from the function's own statements, in order, as far as they run for certain: not what stands under an `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import (
    ARRAY_ATTRIBUTES,
    ARRAY_HOME,
    ARRAY_METHODS,
    CHOOSES,
    NEEDING_METHODS,
    NEEDS_NUMBER,
    NEEDS_NUMPY,
    NEEDS_SHAPE,
)
from pytreelint.knowledge.results import lookup
from pytreelint.model.captures import bound_names, free_names
from pytreelint.model.frame import Frame
from pytreelint.model.registration import flattened
from pytreelint.model.values import Array, Container, Function, Library, Object, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator
    from pytreelint.model.modules import ModuleInfo

_DEPTH = 3  # calls of the project's own functions that are followed
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Demand:
    """A place that needs a value: the tracer in it, what is done with it, and what it is an array of."""

    module: ModuleInfo
    node: ast.expr
    what: str
    value: Value | None


@dataclass(slots=True)
class _Reader:
    """Reads statements; `names`: what local names that hold tracers are."""

    ev: Evaluator
    scope: Frame
    names: dict[str, Value] = field(default_factory=dict)
    depth: int = 0
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
        elif isinstance(node, ast.Subscript):
            yield from self.subscript(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self.inside(child)
            elif isinstance(child, ast.keyword):
                yield from self.inside(child.value)

    def subscript(self, node: ast.Subscript) -> Iterator[Demand]:
        """A slice needs its bounds; a list or tuple needs its index."""
        held = self.value(node.value)
        listed = isinstance(held, Container) and held.kind in ("list", "tuple")
        if isinstance(node.slice, ast.Slice):
            for end in (node.slice.lower, node.slice.upper):
                if end is not None and self.traced(end) and (listed or isinstance(held, Array)):
                    yield self.demand(end, "the bound of a slice")
        elif listed and self.traced(node.slice):
            yield self.demand(node.slice, "the index of a list")

    def choice(self, test: ast.expr, word: str) -> Iterator[Demand]:
        """A test decides by the value of an expression."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self.choice(operand, word)
            case ast.BoolOp(values=[first, *_]):
                yield from self.choice(first, word)
            case ast.Compare(left=left, comparators=[first, *_]) if self.compares(test):
                yield self.demand(left if self.traced(left) else first, word)
            case _ if self.traced(test):
                yield self.demand(test, word)
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
                yield self.demand(node.func.value, f"`.{node.func.attr}()`")
            elif node.func.attr == "reshape":
                yield from self.sizes(node.args, "a shape")
            return
        name = self.library(node.func)
        if name in NEEDS_NUMBER | NEEDS_NUMPY or (name in CHOOSES and len(node.args) > 1):
            for argument in node.args:
                if self.traced(argument):
                    yield self.demand(argument, f"`{name.removeprefix('builtins.')}()`")
        elif name in NEEDS_SHAPE:
            yield from self.sizes(node.args[NEEDS_SHAPE[name] :][:1], "a shape")
        elif not name and self.depth < _DEPTH:
            yield from self.followed(node)

    def followed(self, node: ast.Call) -> Iterator[Demand]:
        """What a function of the project does with the tracers that it is given."""
        function, first = self.called(node.func)
        if (
            function is None
            or function.module.origin != "project"
            or any(isinstance(a, ast.Starred) for a in node.args)
        ):
            return
        spec = function.node.args
        names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
        values = [*([first] if first is not None else []), *(self.value(argument) for argument in node.args)]
        given = dict(zip(names, values, strict=False))
        given |= {keyword.arg: self.value(keyword.value) for keyword in node.keywords if keyword.arg}
        held = {name: value for name, value in given.items() if value is not None}
        found = demands(self.ev, function, held, self.depth + 1)
        if found is not None:
            yield found

    def called(self, node: ast.expr) -> tuple[Function | None, Value | None]:
        """The function that is called, and the instance where it is a method."""
        held = self.value(node)
        holder = self.value(node.value) if isinstance(node, ast.Attribute) else None
        for instance, name in ((held, "__call__"), (holder, getattr(node, "attr", ""))):
            method = instance.cls.method(name) if isinstance(instance, Object) and instance.get(name) is None else None
            if method is not None and isinstance(instance, Object) and not method[1].decorator_list:
                return Function(method[1], method[0].module, None, method[0]), instance
        if held is not None or holder is not None or free_names(node) & self.names.keys():
            return None, None
        with self.ev.doubt():
            value = self.ev.expression(node, self.scope)
        while isinstance(value, Transformed) and value.transform.gives in ("gradient", "value-gradient", "result"):
            value = value.function
        return (value if isinstance(value, Function) else None), None

    def sizes(self, arguments: list[ast.expr], what: str) -> Iterator[Demand]:
        for argument in arguments:
            parts = argument.elts if isinstance(argument, ast.Tuple | ast.List) else [argument]
            for part in parts:
                if self.traced(part):
                    yield self.demand(part, what)

    def library(self, node: ast.expr) -> str:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.names:
            return ""
        with self.ev.doubt():
            value = self.ev.expression(node, self.scope)
        return value.name if isinstance(value, Library) else ""

    def demand(self, node: ast.expr, what: str) -> Demand:
        return Demand(self.scope.module, node, what, self.value(node))

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
        if not name.startswith(ARRAY_HOME) or not any(self.traced(argument) for argument in node.args):
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


def demands(ev: Evaluator, function: Function, given: Mapping[str, Value], depth: int = 0) -> Demand | None:
    """The first place in a function that certainly needs the value of a tracer.

    Arguments:
        given: what parameters hold, with each tracer an `Array`.
    """
    scope = Frame(function.module, {}, function.closure, top=function.closure is None)
    held: dict[str, Value] = {n: v for n, v in given.items() if isinstance(v, Array | Object | Container)}
    reader = _Reader(ev, scope, held, depth)
    if isinstance(function.node, ast.Lambda):
        return next(reader.inside(function.node.body), None)
    return next(reader.statements(function.node.body), None)

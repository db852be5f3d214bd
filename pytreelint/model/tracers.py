"""Which names of a traced function hold tracers, and what an expression is that hangs on one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import ARRAY_ATTRIBUTES, ARRAY_HOME, ARRAY_METHODS, PROPERTIES
from pytreelint.knowledge.results import lookup
from pytreelint.model.frame import Frame
from pytreelint.model.free import bound_names, free_names
from pytreelint.model.narrowing import truth
from pytreelint.model.registration import flattened
from pytreelint.model.values import (
    DYNAMIC,
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Transformed,
    Value,
    constant,
)
from pytreelint.model.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator

_GRADIENTS = ("gradient", "value-gradient")


@dataclass(slots=True)
class Tracers:
    """The local names of a traced function that hold tracers, or trees of them.

    Attributes:
        scope: every other local name is known in it as a constant, or unknown, so that none passes for a global one.
    """

    ev: Evaluator
    scope: Frame
    names: dict[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, ev: Evaluator, function: Function, given: Mapping[str, Value]) -> Tracers:
        """Before a function's first statement; `given`: what parameters hold, with each tracer an `Array`."""
        spec, body = function.node.args, function.node.body
        local = {a.arg for a in walk(spec) if isinstance(a, ast.arg)} | bound_names(
            body if isinstance(body, list) else [body]
        )
        env = {name: given.get(name, DYNAMIC) for name in local}
        env = {name: value if isinstance(value, Constant) else DYNAMIC for name, value in env.items()}
        scope = Frame(function.module, env, function.closure, top=function.closure is None)
        return cls(ev, scope, {n: v for n, v in given.items() if isinstance(v, (Array, Object, Container))})

    def traced(self, node: ast.expr) -> bool:
        """Whether an expression certainly is a tracer."""
        return isinstance(self.value(node), Array)

    def bind(self, target: ast.expr, value: ast.expr | None, known: Value | None = None) -> None:
        """An assignment."""
        if known is None and value is not None:
            known = self.value(value)
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else None
            if parts is not None and not set(bound_names([target])) & {n for p in parts for n in free_names(p)}:
                for each, part in zip(target.elts, parts, strict=True):
                    self.bind(each, part)
                return
            if any(isinstance(each, ast.Starred) for each in target.elts) and not isinstance(known, Array):
                known = None
            for index, each in enumerate(target.elts):
                self.bind(each, None, _item(known, ast.Constant(index)))
            return
        self.forget([target])
        if isinstance(target, ast.Name):
            if known is not None:
                self.names[target.id] = known
            elif isinstance(value, ast.Constant):
                self.scope.bind(target.id, self.ev.expression(value, self.scope))

    def forget(self, nodes: list[ast.AST]) -> None:
        """Names that some code may bind anew."""
        for name in bound_names(nodes):
            self.names.pop(name, None)
            if self.scope.env is not None and name in self.scope.env:
                self.scope.env[name] = DYNAMIC

    def copy(self) -> Tracers:
        """The names as they are, for a branch."""
        scope = Frame(self.scope.module, dict(self.scope.env or {}), self.scope.parent, top=self.scope.top)
        return Tracers(self.ev, scope, dict(self.names))

    def concrete(self, node: ast.expr) -> Value:
        """What an expression is with the constants that are known, and no tracer in it."""
        if free_names(node) & self.names.keys():
            return DYNAMIC
        with self.ev.doubt():
            return self.ev.expression(node, self.scope)

    def decided(self, test: ast.expr) -> bool | None:
        """How a test comes out that hangs on constants only, or asks whether a tracer is None."""
        match test:
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
                if self.value(left) is not None:
                    return isinstance(op, ast.IsNot)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                known = self.decided(operand)
                return None if known is None else not known
        if not free_names(test) <= (self.scope.env or {}).keys():
            return None  # a module's constant may be set by anyone
        value = self.concrete(test)
        return truth(value) if isinstance(value, Constant) else None

    def compares(self, node: ast.Compare) -> bool:
        """Whether the first comparison gives a tracer."""
        if isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return False
        sides = (node.left, node.comparators[0])
        odd = any(isinstance(side, ast.Constant) and not isinstance(side.value, (int, float)) for side in sides)
        return not odd and any(self.traced(side) for side in sides)

    def library(self, node: ast.expr) -> str:
        """The canonical name of what an expression stands for, where that is a library's."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        value = self.concrete(node) if isinstance(root, ast.Name) else DYNAMIC
        return value.name if isinstance(value, Library) else ""

    def called(self, node: ast.expr) -> tuple[Function | None, Value | None]:
        """The function of the project that a call runs, and its first argument where it is a method."""
        held = self.value(node)
        holder = self.value(node.value) if isinstance(node, ast.Attribute) else None
        for instance, name in ((held, "__call__"), (holder, getattr(node, "attr", ""))):
            method = instance.cls.method(name) if isinstance(instance, Object) and instance.get(name) is None else None
            if method is not None and isinstance(instance, Object) and not method[1].decorator_list:
                return Function(method[1], method[0].module, None, method[0]), instance
        value = self.concrete(node)
        while isinstance(value, Transformed) and value.transform.gives in (*_GRADIENTS, "result"):
            value = value.function
        if isinstance(value, Bound) and isinstance(value.function, Function):
            return value.function, DYNAMIC  # its object is no argument of the traced function
        return (value if isinstance(value, Function) else None), None

    def read(self, node: ast.Attribute) -> tuple[Function, dict[str, Value]] | None:
        """The property that an attribute of an argument is, and the instance."""
        holder = self.value(node.value)
        method = holder.cls.method(node.attr) if isinstance(holder, Object) and holder.get(node.attr) is None else None
        if method is None or holder is None or len(method[1].decorator_list) != 1:
            return None
        owner, definition = method
        with self.ev.doubt():
            made = self.ev.expression(definition.decorator_list[0], owner.scope)
        if not isinstance(made, Library) or made.name not in PROPERTIES or owner.module.origin != "project":
            return None
        names = [a.arg for a in (*definition.args.posonlyargs, *definition.args.args)]
        return Function(definition, owner.module, None, owner), {names[0]: holder} if names else {}

    def passed(self, node: ast.Call) -> tuple[Function, dict[str, Value]] | None:
        """The function of the project that a call runs, and what its parameters are given."""
        function, first = self.called(node.func)
        if function is None or function.module.origin != "project":
            return None
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            return None
        spec = function.node.args
        names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
        values = [*([first] if first is not None else []), *(self.argument(argument) for argument in node.args)]
        given = dict(zip(names, values, strict=False))
        given |= {keyword.arg: self.argument(keyword.value) for keyword in node.keywords if keyword.arg}
        given |= defaults(function.node, given.keys())
        return function, {name: value for name, value in given.items() if value is not None}

    def argument(self, node: ast.expr) -> Value | None:
        """A tracer, or a constant."""
        value = self.value(node)
        if value is None and isinstance(node, (ast.Constant, ast.Name)):
            known = self.concrete(node)
            return known if isinstance(known, Constant) else None
        return value

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
        """What a call gives that certainly hangs on a tracer."""
        if isinstance(node.func, ast.Attribute) and self.traced(node.func.value):
            return Array("jax") if node.func.attr in ARRAY_METHODS else None
        if not any(self.traced(argument) for argument in node.args):
            return None
        made = self.concrete(node.func)
        if isinstance(node.func, ast.Call):  # `grad(lambda w: loss(w, x))`: what it captures is no matter
            with self.ev.doubt():
                made = self.ev.expression(node.func, self.scope)
        if isinstance(made, Transformed):
            return self.gradient(made, node)
        if not isinstance(made, Library) or not made.name.startswith(ARRAY_HOME):
            return None
        fact = lookup(made.name)
        return Array("jax") if fact is not None and fact.kind == "function" and fact.spec.head == "array" else None

    def gradient(self, made: Transformed, node: ast.Call) -> Value | None:
        """`value_and_grad(f)(w)` of a tracer: its value is one."""
        if made.transform.gives not in _GRADIENTS or made.transform.filtered or made.options:
            return None
        first = self.value(node.args[0])
        if not isinstance(first, Array):
            return None
        return first if made.transform.gives == "gradient" else Container("tuple", (Array("jax"), first))


def defaults(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, given: Collection[str]) -> dict[str, Value]:
    """The constants that parameters are by default which a call does not give."""
    spec = function.args
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    found = dict(zip(reversed(names), reversed(spec.defaults), strict=False))
    found |= {a.arg: d for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if d is not None}
    return {
        name: constant(node.value)
        for name, node in found.items()
        if name not in given and isinstance(node, ast.Constant)
    }


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

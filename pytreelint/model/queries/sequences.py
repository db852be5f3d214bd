"""Whether a function does the same with a tuple as with a list, and with a frozenset as with a set.

It does where every use of the parameter only goes through it, takes its length, asks what is in it, or gives it to what
takes both alike; calls of the project's own functions are followed.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.sequences import ARRAY_HOMES, ARRAY_METHODS, BY_TYPE, CHANGES, ITERATES, ORDERED
from pytreelint.model.syntax.walking import children, walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Bound, Container, Function, Library, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 3  # calls of the project's own functions that are followed
_READS_NAMES = frozenset({"locals", "vars", "eval", "exec"})


def treats_alike(
    ev: Interpreter,
    function: Value,
    parameter: str,
    value: Container,
    arrays: Collection[str] = (),
    depth: int = 0,
) -> bool:
    """Whether a function certainly does the same with its parameter as a tuple (or frozenset) as with the value.

    Args:
        arrays: the parameters that are arrays.
    """
    while isinstance(function, Bound):
        function = function.function
    if not isinstance(function, Function) or depth > _DEPTH or parameter not in _names(function.node):
        return False
    around = {child: node for node in walk(function.node) for child in children(node)}
    uses = list(_uses(function.node, parameter))
    return all(_Use(ev, function, value, arrays, depth, around, use).is_alike() for use in uses)


def _names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    spec = node.args
    return [each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]


def _uses(node: ast.AST, name: str) -> Iterator[ast.AST]:
    """All that reads, binds or may see a name; decorators and defaults are evaluated elsewhere."""
    body: list[ast.AST] = list(node.body) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
    for part in body or ([node.body] if isinstance(node, ast.Lambda) else []):
        for inner in walk(part):
            named = isinstance(inner, (ast.Global, ast.Nonlocal)) and name in inner.names
            if named or (isinstance(inner, ast.Name) and inner.id in (name, *_READS_NAMES)):
                yield inner


def needs_original(function: Value, parameter: str, kind: str) -> bool:
    """Whether a function does with its parameter what only a list (or a set) can: add to it, join it with another."""
    while isinstance(function, Bound):
        function = function.function
    if not isinstance(function, Function):
        return False
    return any(_only_original(node, parameter, kind) for node in walk(function.node))


def _only_original(node: ast.AST, name: str, kind: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=root), attr=method):
            return root == name and method in CHANGES[kind]
        case ast.Subscript(value=ast.Name(id=root), ctx=ast.Store() | ast.Del()):
            return root == name
        case ast.BinOp(left=ast.Name(id=root), op=ast.Add(), right=ast.List() | ast.ListComp()):
            return root == name and kind == "list"
        case ast.BinOp(left=ast.List() | ast.ListComp(), op=ast.Add(), right=ast.Name(id=root)):
            return root == name and kind == "list"
    return False


class _Use:
    """One use of the parameter."""

    def __init__(
        self,
        ev: Interpreter,
        function: Function,
        value: Container,
        arrays: Collection[str],
        depth: int,
        around: dict[ast.AST, ast.AST],
        node: ast.AST,
    ) -> None:
        self.ev = ev
        self.function = function
        self.value = value
        self.arrays = arrays
        self.depth = depth
        self.around = around
        self.node = node
        self.assumed: set[str] = set()

    def is_alike(self) -> bool:
        """Whether nothing depends on the type of the value here."""
        node = self.node
        if not isinstance(node, ast.Name) or node.id in _READS_NAMES or not isinstance(node.ctx, ast.Load):
            return False
        match self.around.get(node):
            case ast.For() | ast.comprehension() as loop:
                return loop.iter is node
            case ast.Compare(ops=[op], left=left, comparators=[right]):
                return (isinstance(op, (ast.In, ast.NotIn)) and right is node) or (
                    isinstance(op, (ast.Is, ast.IsNot)) and node is left and isinstance(right, ast.Constant)
                )
            case ast.If(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                return test is node
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Starred() as starred:
                return isinstance(self.around.get(starred), (ast.Call, ast.Tuple, ast.List, ast.Set))
            case ast.Subscript(value=inner, slice=index):
                return inner is node and self.value.kind == "list" and _is_number(index)
            case ast.Assign(targets=[ast.Tuple(elts=targets)]):
                return self.value.kind == "list" and not any(isinstance(each, ast.Starred) for each in targets)
            case ast.keyword() as keyword:
                call = self.around.get(keyword)
                return isinstance(call, ast.Call) and self._given_to(call, keyword)
            case ast.Call() as call:
                return call.func is not node and self._given_to(call, None)
        return False

    def _given_to(self, call: ast.Call, keyword: ast.keyword | None) -> bool:
        """Whether a call takes both alike."""
        if isinstance(call.func, ast.Attribute) and call.func.attr in ARRAY_METHODS and self._is_array(call.func.value):
            return self.value.kind == "list"
        frame = Frame(self.function.module, {}, self.function.closure, top=self.function.closure is None)
        if not self._is_outer(call.func):
            return False
        with self.ev.aside():
            called = self.ev.expression(call.func, frame)
        if isinstance(called, Library):
            return self._library_takes(called.name)
        if not isinstance(called, Function) or called.module.origin != "project":
            return False
        parameter = keyword.arg if keyword is not None else self._parameter(called, call)
        return parameter is not None and treats_alike(self.ev, called, parameter, self.value, (), self.depth + 1)

    def _library_takes(self, name: str) -> bool:
        if name in ITERATES:
            return True
        if self.value.kind != "list" or name in BY_TYPE:
            return False
        return name in ORDERED or name.startswith(ARRAY_HOMES)

    def _parameter(self, called: Function, call: ast.Call) -> str | None:
        """The parameter that gets the value by its position."""
        if any(isinstance(argument, ast.Starred) for argument in call.args) or called.owner is not None:
            return None
        names = [each.arg for each in (*called.node.args.posonlyargs, *called.node.args.args)]
        index = next((i for i, argument in enumerate(call.args) if argument is self.node), len(names))
        return names[index] if index < len(names) else None

    def _is_outer(self, node: ast.expr) -> bool:
        """Whether what is called is named outside of the function: by no parameter and no local name."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        return isinstance(root, ast.Name) and root.id not in self._local()

    def _local(self) -> set[str]:
        return self._rebound() | set(_names(self.function.node))

    def _is_array(self, node: ast.expr) -> bool:
        """Whether an expression is certainly an array: `(x * 2).T`."""
        match node:
            case ast.Name(id=name):
                return name in self.arrays and self._stays_array(name)
            case ast.BinOp(left=left, right=right):
                return self._is_array(left) or self._is_array(right)
            case ast.Attribute(value=inner, attr="T") | ast.UnaryOp(operand=inner) | ast.Subscript(value=inner):
                return self._is_array(inner)
            case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in ARRAY_METHODS:
                return self._is_array(inner)
            case ast.Call(func=func) if self._is_outer(func):
                frame = Frame(self.function.module, {}, self.function.closure, top=self.function.closure is None)
                with self.ev.aside():
                    called = self.ev.expression(func, frame)
                return isinstance(called, Library) and called.name.startswith(ARRAY_HOMES)
        return False

    def _stays_array(self, name: str) -> bool:
        """Whether a parameter is bound to arrays only: `x = x.reshape(shape)`."""
        if name in self.assumed:
            return True
        self.assumed.add(name)
        stores = [n for n in walk(self.function.node) if isinstance(n, ast.Name) and n.id == name]
        bindings = [self.around.get(each) for each in stores if not isinstance(each.ctx, ast.Load)]
        return all(
            isinstance(each, ast.AugAssign) or (isinstance(each, ast.Assign) and self._is_array(each.value))
            for each in bindings
        )

    def _rebound(self) -> set[str]:
        return {n.id for n in walk(self.function.node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _is_number(index: ast.expr) -> bool:
    inner = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)

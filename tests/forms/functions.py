"""Forms of functions: what stands around a function, and how it is called."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tests.forms.building import (
    Bodies,
    after_imports,
    at,
    bare,
    expression,
    is_plain,
    listed,
    load,
    parameters,
    passed_on,
    rewritten,
    statements,
)

_PASSING = statements(
    "import functools\n"
    "def passing(function):\n"
    "    @functools.wraps(function)\n"
    "    def inner(*args, **kwargs):\n"
    "        return function(*args, **kwargs)\n"
    "    return inner\n"
)
_ENTERED = statements(
    """
import contextlib

@contextlib.contextmanager
def entered():
    print("entered")
    try:
        yield
    finally:
        print("left")
"""
)
_CALL = statements("def call(function, *args, **kwargs):\n    return function(*args, **kwargs)\n")
_SPECIAL = {
    "property",
    "staticmethod",
    "classmethod",
    "setter",
    "overload",
    "abstractmethod",
    "cached_property",
    "compact",
}


class Functions(ast.NodeTransformer):
    """Visits every function, methods too, from the inside out; `own` says what becomes of one."""

    def __init__(self, own: Callable[[ast.FunctionDef, bool], ast.stmt | list[ast.stmt]]) -> None:
        self._own, self._in_class = own, False

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        outer, self._in_class = self._in_class, True
        self.generic_visit(node)
        self._in_class = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt | list[ast.stmt]:
        method, self._in_class = self._in_class, False
        self.generic_visit(node)
        self._in_class = method
        return self._own(node, method)


def _each(
    own: Callable[[ast.FunctionDef, bool], ast.stmt | list[ast.stmt]], needs: list[ast.stmt] | None = None
) -> Callable[[ast.Module], ast.Module]:
    def rewrite(module: ast.Module) -> ast.Module:
        return after_imports(Functions(own).visit(module), needs or [])

    return rewrite


def _decorated(node: ast.FunctionDef, method: bool) -> ast.stmt:
    if not is_special(node):
        node.decorator_list.append(at(load("passing"), node))
    return node


def is_special(node: ast.FunctionDef) -> bool:
    """Whether Python or a library treats it in a way of its own."""
    ends = {
        n.attr if isinstance(n, ast.Attribute) else n.id
        for d in node.decorator_list
        for n in ast.walk(d)
        if isinstance(n, (ast.Attribute, ast.Name))
    }
    dunder = node.name.startswith("__") and node.name != "__call__"
    return bool(ends & _SPECIAL) or dunder or node.name in {"setup", "tree_flatten", "tree_unflatten"}


def _inner(node: ast.FunctionDef, method: bool) -> ast.stmt:
    if not is_plain(node) or is_special(node):
        return node
    plain, named = passed_on(node)
    inside = at(ast.FunctionDef("inside_here", bare(node.args), node.body, [], None, None), node)
    node.body = [inside, at(ast.Return(ast.Call(load("inside_here"), plain, named)), node.body[-1])]
    return node


def _with(head: str) -> Callable[[ast.FunctionDef, bool], ast.stmt]:
    def own(node: ast.FunctionDef, method: bool) -> ast.stmt:
        if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for s in node.body for part in ast.walk(s)):
            return node
        (block,) = statements(
            f"{head}\n    pass" if not head.startswith("try") else "try:\n    pass\nfinally:\n    left = True"
        )
        assert isinstance(block, (ast.With, ast.Try, ast.If, ast.For))
        start = 1 if ast.get_docstring(node) else 0
        if not node.body[start:]:
            return node
        block.body = node.body[start:]
        node.body = [*node.body[:start], at(block, node.body[start])]
        return node

    return own


def _factory(node: ast.FunctionDef, method: bool) -> ast.stmt | list[ast.stmt]:
    if method or is_special(node):
        return node
    name = f"make_{node.name}"
    (made,) = statements(f"def {name}():\n    return {node.name}")
    assert isinstance(made, ast.FunctionDef)
    made.body.insert(0, node)
    (bound_,) = statements(f"{node.name} = {name}()")
    return [at(made, node), at(bound_, node)]


def _called(node: ast.FunctionDef, method: bool) -> ast.stmt | list[ast.stmt]:
    if not node.decorator_list or is_special(node):
        return node
    value: ast.expr = load(node.name)
    for decorator in reversed(node.decorator_list):
        value = at(ast.Call(decorator, [value], []), decorator)
    node.decorator_list = []
    return [node, at(ast.Assign([ast.Name(node.name, ast.Store())], value), value)]


def _unannotated(node: ast.FunctionDef, method: bool) -> ast.stmt:
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    node.returns = None
    return node


def _any(node: ast.FunctionDef, method: bool) -> ast.stmt:
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg) and argument.arg not in {"self", "cls"}:
            argument.annotation = at(load("Any"), node)
    return node


def _answered(node: ast.FunctionDef, method: bool) -> ast.stmt:
    """`return e` becomes `answer = e` and `return answer`."""

    class Returns(ast.NodeTransformer):
        def visit_Return(self, part: ast.Return) -> ast.stmt | list[ast.stmt]:
            if part.value is None:
                return part
            return [
                at(ast.Assign([ast.Name("answer_here", ast.Store())], part.value), part),
                at(ast.Return(load("answer_here")), part),
            ]

        def visit_FunctionDef(self, part: ast.FunctionDef) -> ast.stmt:
            return part

    node.body = [s for part in node.body for s in listed(Returns().visit(part))]
    return node


def _recursive(node: ast.FunctionDef, method: bool) -> ast.stmt:
    """Rewritten parameters: each has another name inside."""
    names = [n for n in parameters(node) if n not in {"self", "cls"}]
    if not names or is_special(node):
        return node
    start = 1 if ast.get_docstring(node) else 0
    renames = [at(statements(f"{name} = {name}")[0], node) for name in names]
    node.body = [*node.body[:start], *renames, *node.body[start:]]
    return node


decorated = _each(_decorated, _PASSING)
inner = _each(_inner)
in_with = _each(_with("with contextlib.nullcontext():"), statements("import contextlib"))
in_own_with = _each(_with("with entered():"), _ENTERED)
in_try = _each(_with("try"))
in_if = _each(_with("if True:"))
factory = _each(_factory)
called = _each(_called)
unannotated = _each(_unannotated)
annotated_any = _each(_any, statements("from typing import Any"))
answered = _each(_answered)
rebound = _each(_recursive)


def outside(module: ast.Module) -> ast.Module:
    """The body of each function and method moves to a function of the module."""
    count = 0
    moved: list[ast.stmt] = []
    done: list[ast.stmt] = []

    def own(node: ast.FunctionDef) -> ast.FunctionDef:
        nonlocal count
        if (
            not is_plain(node)
            or is_special(node)
            or "__" in ast.unparse(ast.Module(node.body, [])).replace("__init__", "")
        ):
            return node
        count += 1
        name = f"body{count}"
        plain, named = passed_on(node)
        moved.append(at(ast.FunctionDef(name, bare(node.args), node.body, [], None, None), node))
        node.body = [at(ast.Return(ast.Call(load(name), plain, named)), node.body[-1])]
        return node

    for statement in module.body:
        if isinstance(statement, ast.FunctionDef):
            own(statement)
        elif isinstance(statement, ast.ClassDef):
            for part in statement.body:
                if isinstance(part, ast.FunctionDef):
                    own(part)
        done += [*moved, statement]
        moved.clear()
    return ast.Module(done, module.type_ignores)


class _Calls(Bodies, ast.NodeTransformer):
    def __init__(self, text: str, defined: set[str]) -> None:
        self._text, self._defined = text, defined

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._defined:
            return self._changed(node)
        return node

    def _changed(self, node: ast.Call) -> ast.expr:
        if self._text == "handed":
            return at(ast.Call(load("call"), [node.func, *node.args], node.keywords), node)
        if self._text == "partial":
            first, rest = node.args[:1], node.args[1:]
            if not first or isinstance(first[0], ast.Starred):
                return node
            return at(
                ast.Call(ast.Call(expression("functools.partial"), [node.func, *first], []), rest, node.keywords), node
            )
        node.func = at(expression(self._text, function=node.func), node.func)
        return node


def calls(text: str, needs: str = "") -> Callable[[ast.Module], ast.Module]:
    """Calls of the program's own functions and wrappers take another way."""
    more = _CALL if text == "handed" else statements(needs)

    def rewrite(module: ast.Module) -> ast.Module:
        defined = {s.name for s in ast.walk(module) if isinstance(s, ast.FunctionDef)}
        defined |= {
            t.id
            for s in ast.walk(module)
            if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call)
            for t in s.targets
            if isinstance(t, ast.Name)
        }
        return after_imports(_Calls(text, defined).visit(module), more)

    return rewrite


class _Methods(ast.NodeTransformer):
    """Calls of methods: of a local name only, which is no module; through their class, those that take `self`."""

    def __init__(self, how: str, names: set[str], own: set[str]) -> None:
        self._how, self._names, self._own = how, names, own

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        func = node.func
        if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in self._names):
            return node
        if self._how == "getattr":
            node.func = at(ast.Call(load("getattr"), [func.value, ast.Constant(func.attr)], []), func)
        elif func.value.id == "self" and func.attr in self._own:
            node.func = at(ast.Attribute(ast.Call(load("type"), [load("self")], []), func.attr, ast.Load()), func)
            node.args = [at(load("self"), func), *node.args]
        return node


def _plain_methods(module: ast.Module) -> set[str]:
    """The names of methods without decorators that nobody assigns to."""
    bodies = [statement for each in ast.walk(module) if isinstance(each, ast.ClassDef) for statement in each.body]
    plain = {each.name for each in bodies if isinstance(each, ast.FunctionDef) and not each.decorator_list}
    other = {each.name for each in bodies if isinstance(each, ast.FunctionDef) and each.decorator_list}
    written = {n.attr for n in ast.walk(module) if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)}
    return plain - other - written


def methods(how: str) -> Callable[[ast.Module], ast.Module]:
    """Methods are called by `getattr`, or through their class."""

    def rewrite(module: ast.Module) -> ast.Module:
        names = {a.arg for a in ast.walk(module) if isinstance(a, ast.arg)}
        names |= {n.id for n in ast.walk(module) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return rewritten(module, _Methods(how, names, _plain_methods(module)))

    return rewrite


def keywords(module: ast.Module) -> ast.Module:
    """Arguments of the program's own functions are given by keyword."""
    own = {
        s.name: s
        for s in module.body
        if isinstance(s, ast.FunctionDef) and not s.decorator_list and not s.args.posonlyargs and not s.args.vararg
    }

    class Named(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.expr:
            self.generic_visit(node)
            if (
                isinstance(node.func, ast.Name)
                and node.func.id in own
                and not any(isinstance(a, ast.Starred) for a in node.args)
            ):
                names = [a.arg for a in own[node.func.id].args.args]
                node.keywords = [
                    *(at(ast.keyword(n, v), v) for n, v in zip(names, node.args, strict=False)),
                    *node.keywords,
                ]
                node.args = []
            return node

    return rewritten(module, Named())

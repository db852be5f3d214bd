"""Forms of values: what an argument or a result goes through on its way."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tests.forms.building import Bodies, after_imports, at, bound, expression, load, own, rewritten, statements

Wrap = Callable[[ast.expr], ast.expr]

_SAME = statements("def same(value):\n    return value\n")
_BOX = statements("import dataclasses\n@dataclasses.dataclass\nclass Box:\n    value: object\n")
_PAIR = statements("import typing\nclass Pair(typing.NamedTuple):\n    first: object\n    second: object\n")
_HOLDER = statements(
    """
class Holder:
    def __init__(self, value):
        self.value = value

    @property
    def now(self):
        return self.value
"""
)

WRAPS: dict[str, tuple[str, list[ast.stmt]]] = {
    "function": ("same(value)", _SAME),
    "dict": ("{'value': value}['value']", []),
    "tuple": ("(value, None)[0]", []),
    "list": ("[value].pop()", []),
    "next": ("next(iter([value]))", []),
    "lambda": ("(lambda: value)()", []),
    "comprehension": ("[item for item in [value]][0]", []),
    "dataclass": ("Box(value).value", _BOX),
    "named_tuple": ("Pair(value, None).first", _PAIR),
    "property": ("Holder(value).now", _HOLDER),
    "map": ("list(map(lambda item: item, [value]))[0]", []),
    "replaced": ("dataclasses.replace(Box(None), value=value).value", _BOX),
    "get": ("dict(value=value).get('value')", []),
    "merged": ("{**{'other': 1}, 'value': value}['value']", []),
    "getattr": ("getattr(Holder(value), 'value')", _HOLDER),
    "enumerated": ("dict(enumerate([value]))[0]", []),
    "zipped": ("list(zip([value], [0]))[0][0]", []),
}


class _Arguments(Bodies, ast.NodeTransformer):
    """Wraps names that are arguments of calls in functions and scripts."""

    def __init__(self, text: str, local: set[str]) -> None:
        self._text, self._local = text, local

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        node.args = [self._wrapped(arg) for arg in node.args]
        for keyword in node.keywords:
            if keyword.arg is not None and not keyword.arg.startswith(("static_", "donate", "in_axes")):
                keyword.value = self._wrapped(keyword.value)
        return node

    def _wrapped(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Name) and value.id in self._local:
            return at(expression(self._text, value=value), value)
        return value


def arguments(name: str) -> Callable[[ast.Module], ast.Module]:
    """Names that are arguments go through something that gives them back."""
    text, needs = WRAPS[name]

    def rewrite(module: ast.Module) -> ast.Module:
        return after_imports(_Arguments(text, _variables(module)).visit(module), needs)

    return rewrite


class _Results(Bodies, ast.NodeTransformer):
    """Wraps what calls give, where it is bound to a name or returned."""

    def __init__(self, text: str) -> None:
        self._text = text

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if isinstance(node.value, ast.Call):
            node.value = at(expression(self._text, value=node.value), node.value)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        if isinstance(node.value, ast.Call):
            node.value = at(expression(self._text, value=node.value), node.value)
        return node


def results(name: str) -> Callable[[ast.Module], ast.Module]:
    """What calls give goes through something that gives it back."""
    text, needs = WRAPS[name]

    def rewrite(module: ast.Module) -> ast.Module:
        return after_imports(_Results(text).visit(module), needs)

    return rewrite


class _Starred(Bodies, ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if any(isinstance(arg, ast.Starred) for arg in node.args) or any(k.arg is None for k in node.keywords):
            return node
        if node.args:
            node.args = [at(ast.Starred(ast.Tuple(node.args, ast.Load()), ast.Load()), node.args[0])]
        if node.keywords:
            keys: list[ast.expr | None] = [ast.Constant(keyword.arg) for keyword in node.keywords]
            values = [keyword.value for keyword in node.keywords]
            node.keywords = [at(ast.keyword(None, ast.Dict(keys, values)), values[0])]
        return node


def starred(module: ast.Module) -> ast.Module:
    """Arguments are handed over as `*(...)` and `**{...}`."""
    return rewritten(module, _Starred())


class _Unpacked(ast.NodeTransformer):
    """`a, b = e` becomes `out = e`, `a = out[0]`, `b = out[1]`."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Tuple) or isinstance(node.value, ast.Tuple):
            return node
        if any(isinstance(part, (ast.Starred, ast.Subscript, ast.Tuple)) for part in target.elts):
            return node
        if not isinstance(node.value, ast.Call) or read_ends(node.value) in {"zip", "split", "map"}:
            return node
        parts: list[ast.stmt] = [ast.Assign([ast.Name("all_parts", ast.Store())], node.value)]
        parts += [
            ast.Assign([part], ast.Subscript(load("all_parts"), ast.Constant(index), ast.Load()))
            for index, part in enumerate(target.elts)
        ]
        return [at(part, node) for part in parts]


def read_ends(call: ast.Call) -> str:
    """The last name of what is called."""
    return (
        call.func.attr
        if isinstance(call.func, ast.Attribute)
        else call.func.id
        if isinstance(call.func, ast.Name)
        else ""
    )


def unpacked(module: ast.Module) -> ast.Module:
    """Results are taken apart by index."""
    return rewritten(module, _Unpacked())


class _Named(Bodies, ast.NodeTransformer):
    """Arguments that are calls get a name first."""

    def __init__(self, walrus: bool) -> None:
        self._count, self._walrus = 0, walrus

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        return self._named(node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        return self._named(node)

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        return self._named(node)

    def _named(self, node: ast.Assign | ast.Expr | ast.Return) -> ast.stmt | list[ast.stmt]:
        call = node.value
        if not isinstance(call, ast.Call):
            return node
        before: list[ast.stmt] = []
        for index, arg in enumerate(call.args):
            if isinstance(arg, ast.Starred):
                break
            if isinstance(arg, ast.Call):
                self._count += 1
                name = f"part{self._count}"
                if self._walrus:
                    call.args[index] = at(ast.NamedExpr(ast.Name(name, ast.Store()), arg), arg)
                else:
                    before.append(at(ast.Assign([ast.Name(name, ast.Store())], arg), arg))
                    call.args[index] = at(load(name), arg)
            elif not isinstance(arg, (ast.Name, ast.Constant, ast.Attribute)) and not self._walrus:
                break
        return [*before, node]


def named(module: ast.Module) -> ast.Module:
    """Calls that are arguments are bound to names in statements before."""
    return rewritten(module, _Named(walrus=False))


def walrus(module: ast.Module) -> ast.Module:
    """Calls that are arguments are bound to names where they stand."""
    return rewritten(module, _Named(walrus=True))


class _Local(ast.NodeTransformer):
    """The variables of each function live in one object."""

    def __init__(self, made: str, entry: str) -> None:
        self._made, self._entry = made, entry

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        nested = [part for part in own(node) if isinstance(part, (ast.FunctionDef, ast.ClassDef, ast.Lambda))]
        names = {n.id for n in own(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        walked = {
            n.id
            for part in own(node)
            if isinstance(part, (ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp))
            for n in ast.walk(part)
            if isinstance(n, ast.Name)
        }
        taken = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        kept = {name for part in nested for name in _all_names(part)} | {
            n for p in own(node) if isinstance(p, (ast.Global, ast.Nonlocal)) for n in p.names
        }
        names -= taken | kept | walked | {part.name for part in nested if not isinstance(part, ast.Lambda)}
        if not names:
            return node
        body = [_Moved(names, self._entry).visit(statement) for statement in node.body]
        node.body = [*[at(part, node) for part in statements(f"kept_here = {self._made}")], *body]
        return node


class _Moved(ast.NodeTransformer):
    def __init__(self, names: set[str], entry: str) -> None:
        self._names, self._entry = names, entry

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._names:
            return node
        key = ast.Constant(node.id)
        if self._entry == "item":
            return at(ast.Subscript(load("kept_here"), key, node.ctx), node)
        return at(ast.Attribute(load("kept_here"), node.id, node.ctx), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        return node


def _all_names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def in_namespace(module: ast.Module) -> ast.Module:
    """The variables of functions are attributes of one object."""
    return after_imports(_Local("types.SimpleNamespace()", "attribute").visit(module), statements("import types"))


def in_dict(module: ast.Module) -> ast.Module:
    """The variables of functions are entries of one dict."""
    return rewritten(module, _Local("{}", "item"))


def _variables(module: ast.Module) -> set[str]:
    """Names that stand for values and not for imports or definitions."""
    names: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    defined = {node.name for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    return (
        names
        - defined
        - bound([s for s in module.body if isinstance(s, (ast.Import, ast.ImportFrom))])
        - {"self", "cls"}
    )

"""Forms of whole programs and of their statements: where things stand, under which name, in which order."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tests.forms.building import Bodies, after_imports, at, bound, copied, is_heading, load, rewritten, statements
from tests.forms.functions import Functions, is_special

_STREAM = statements("def stream(values):\n    for value in values:\n        yield value\n")


def in_main(module: ast.Module) -> ast.Module | None:
    """All of a script stands in `main()`."""
    inside = [s for s in module.body if not is_heading(s)]
    if not inside or any(isinstance(n, ast.Global) for n in ast.walk(module)):
        return None
    (main,) = statements("def main():\n    pass")
    assert isinstance(main, ast.FunctionDef)
    main.body = inside
    return ast.Module(
        [
            *(s for s in module.body if is_heading(s)),
            at(main, inside[0]),
            *(at(s, inside[-1]) for s in statements("main()")),
        ],
        [],
    )


def script_in_main(module: ast.Module) -> ast.Module | None:
    """Only the statements of a script stand in `main()`; what functions read stays where it is."""
    above, inside = _script(module)
    if not inside or bound(inside) & _read_by_functions(module) or "main" in bound(above):
        return None
    (main, called) = statements("def main():\n    pass\nif __name__ == '__main__':\n    main()")
    assert isinstance(main, ast.FunctionDef)
    main.body = inside
    return ast.Module([*above, at(main, inside[0]), at(called, inside[-1])], [])


def _script(module: ast.Module) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The definitions and imports of a script with what stands between them, and its statements behind these."""
    tops = [i for i, s in enumerate(module.body) if isinstance(s, (ast.FunctionDef, ast.ClassDef)) or is_heading(s)]
    cut = max(tops, default=-1) + 1
    return module.body[:cut], module.body[cut:]


def _read_by_functions(module: ast.Module) -> set[str]:
    functions = [s for s in ast.walk(module) if isinstance(s, (ast.FunctionDef, ast.Lambda, ast.ClassDef))]
    return {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}


def in_runner(module: ast.Module) -> ast.Module | None:
    """The statements of a script stand in a method, and their variables are attributes of its instance."""
    above, inside = _script(module)
    loops = {
        n.id
        for s in ast.walk(ast.Module(inside, []))
        if isinstance(s, ast.comprehension)
        for n in ast.walk(s.target)
        if isinstance(n, ast.Name)
    }
    names = bound(inside) - loops
    if not names or names & _read_by_functions(ast.Module(above, [])):
        return None
    if any(
        isinstance(n, (ast.Lambda, ast.NamedExpr, ast.ExceptHandler, ast.Delete)) for s in inside for n in ast.walk(s)
    ):
        return None
    (runner, called) = statements("class Runner:\n    def run(self):\n        pass\nRunner().run()")
    assert isinstance(runner, ast.ClassDef)
    method = runner.body[0]
    assert isinstance(method, ast.FunctionDef)
    method.body = [_OnSelf(names).visit(s) for s in inside]
    return ast.Module([*above, at(runner, inside[0]), at(called, inside[-1])], [])


class _OnSelf(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return at(ast.Attribute(load("self"), node.id, node.ctx), node) if node.id in self._names else node


def in_two_files(module: ast.Module, by_name: bool) -> tuple[ast.Module, ast.Module] | None:
    """The definitions stand in a file of their own: (that file, the script)."""
    last = max((i for i, s in enumerate(module.body) if isinstance(s, (ast.FunctionDef, ast.ClassDef))), default=-1) + 1
    first, rest = module.body[:last], module.body[last:]
    if not first or not rest or any(isinstance(s, ast.ImportFrom) and s.level for s in first):
        return None
    names = sorted(bound([s for s in first if not is_heading(s)]))
    imports = [copied(s) for s in first if is_heading(s) and not isinstance(s, ast.Expr)]
    if by_name:
        bring = statements(f"from parts import {', '.join(names)}")
        return ast.Module(first, []), ast.Module([*imports, *bring, *rest], [])
    moved = _Through(set(names))
    if any(
        isinstance(n, ast.Name) and n.id in names and not isinstance(n.ctx, ast.Load) for s in rest for n in ast.walk(s)
    ):
        return None
    return ast.Module(first, []), ast.Module(
        [*imports, *statements("import parts"), *(moved.visit(copied(s)) for s in rest)], []
    )


class _Through(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return at(ast.Attribute(load("parts"), node.id, node.ctx), node) if node.id in self._names else node


class _Renamed(ast.NodeTransformer):
    """`jnp.sum` becomes `sum_of_jnp`, imported by its own name."""

    def __init__(self, modules: dict[str, str]) -> None:
        self._modules = modules
        self.wanted: dict[str, tuple[str, str]] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._modules and isinstance(node.ctx, ast.Load):
            name = f"{node.attr}_of_{node.value.id}"
            self.wanted[name] = (self._modules[node.value.id], node.attr)
            return at(load(name), node)
        return node


def imported_by_name(module: ast.Module) -> ast.Module | None:
    """What modules hold is imported by name, under another name."""
    modules = {
        a.asname or a.name: a.name
        for s in module.body
        if isinstance(s, ast.Import)
        for a in s.names
        if a.asname or "." not in a.name
    }
    modules = {
        short: full
        for short, full in modules.items()
        if full.split(".")[0] in {"jax", "equinox", "optax", "numpy", "functools", "flax"}
    }
    written = {
        n.value.id
        for n in ast.walk(module)
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and not isinstance(n.ctx, ast.Load)
    }
    modules = {short: full for short, full in modules.items() if short not in written}
    renamed = _Renamed(modules)
    new = renamed.visit(module)
    bring = [
        s for name, (full, attr) in renamed.wanted.items() for s in statements(f"from {full} import {attr} as {name}")
    ]
    return after_imports(new, bring)


class _Loops(ast.NodeTransformer):
    def __init__(self, how: str) -> None:
        self._how = how

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        if self._how == "enumerate":
            node.target = at(ast.Tuple([ast.Name("number", ast.Store()), node.target], ast.Store()), node.target)
        if self._how in {"enumerate", "stream", "list", "tqdm"}:
            node.iter = at(ast.Call(load(self._how), [node.iter], []), node.iter)
        if self._how == "zip":
            node.target = at(ast.Tuple([node.target, ast.Name("number", ast.Store())], ast.Store()), node.target)
            node.iter = at(ast.Call(load("zip"), [node.iter, _parsed("itertools.count()")], []), node.iter)
        if self._how == "while":
            if node.orelse or not isinstance(node.target, ast.Name):
                return node
            items = f"items_{node.lineno}"  # loops stand in loops
            lines = f"{items} = iter(None)\nwhile (item := next({items}, None)) is not None:\n    pass"
            start, loop = statements(lines)
            assert isinstance(start, ast.Assign) and isinstance(start.value, ast.Call) and isinstance(loop, ast.While)
            start.value.args = [node.iter]
            loop.body = [at(ast.Assign([node.target], load("item")), node), *node.body]
            return [at(start, node), at(loop, node)]
        return node


def _parsed(text: str) -> ast.expr:
    (statement,) = statements(text)
    assert isinstance(statement, ast.Expr)
    return statement.value


def loops(how: str) -> Callable[[ast.Module], ast.Module]:
    """Loops run over something that gives the same items."""
    needs = {
        "stream": _STREAM,
        "zip": statements("import itertools"),
        "tqdm": statements("def tqdm(values):\n    print(0)\n    yield from values\n"),
    }

    def rewrite(module: ast.Module) -> ast.Module:
        return after_imports(_Loops(how).visit(module), needs.get(how, []))

    return rewrite


class _Branches(Bodies, ast.NodeTransformer):
    def __init__(self, how: str) -> None:
        self._how = how

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        if self._how == "negated" and not (len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)):
            test = at(ast.UnaryOp(ast.Not(), node.test), node.test)
            return at(ast.If(test, node.orelse or [ast.Pass()], node.body), node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        if self._how == "flag" and isinstance(node.value, ast.Call):
            return at(ast.If(load("FLAG"), [node], [copied(node)]), node)
        if self._how == "chosen" and isinstance(node.value, ast.Call):
            node.value = at(ast.IfExp(load("FLAG"), node.value, copied(node.value)), node.value)
        return node


def branches(how: str) -> Callable[[ast.Module], ast.Module]:
    """Tests are turned round; or a flag that nobody knows chooses between a call and the same call."""

    def rewrite(module: ast.Module) -> ast.Module:
        new = _Branches(how).visit(module)
        return (
            new
            if how == "negated"
            else after_imports(new, statements("import os\nFLAG = bool(os.environ.get('HOME'))"))
        )

    return rewrite


def derived(module: ast.Module) -> ast.Module:
    """Classes with a base get a class between that base and their name."""
    body: list[ast.stmt] = []
    for statement in module.body:
        if (
            isinstance(statement, ast.ClassDef)
            and statement.bases
            and not statement.decorator_list
            and not _names(statement) & {"NamedTuple", "TypedDict", "Enum", "Protocol", "Generic"}
        ):
            name = statement.name
            statement.name = f"Base{name}"
            (child,) = statements(f"class {name}(Base{name}):\n    pass")
            body += [statement, at(child, statement)]
        else:
            body.append(statement)
    return ast.Module(body, [])


def _names(node: ast.ClassDef) -> set[str]:
    return {
        n.attr if isinstance(n, ast.Attribute) else n.id
        for base in node.bases
        for n in ast.walk(base)
        if isinstance(n, (ast.Attribute, ast.Name))
    }


def generic(module: ast.Module) -> ast.Module:
    """Classes are generic."""
    for statement in module.body:
        if isinstance(statement, ast.ClassDef) and not _names(statement) & {
            "NamedTuple",
            "TypedDict",
            "Enum",
            "Protocol",
            "Generic",
        }:
            statement.bases.append(at(_parsed("typing.Generic[T]"), statement))
    return after_imports(module, statements("import typing\nT = typing.TypeVar('T')"))


def in_class(module: ast.Module) -> ast.Module:
    """Functions of the module are static methods of a class."""
    names = {s.name for s in module.body if isinstance(s, ast.FunctionDef) and not is_special(s)}
    again = {n.id for n in ast.walk(module) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    counted = [s.name for s in ast.walk(module) if isinstance(s, ast.FunctionDef)]
    names = {
        n
        for n in names
        if n not in again
        and counted.count(n) == 1
        and n not in {a.arg for a in ast.walk(module) if isinstance(a, ast.arg)}
    }
    moved = _InClass(names)
    body: list[ast.stmt] = []
    for statement in module.body:
        new = moved.visit(statement)
        if isinstance(new, ast.FunctionDef) and new.name in names:
            (holder,) = statements(f"class Of{new.name}:\n    pass")
            assert isinstance(holder, ast.ClassDef)
            new.decorator_list.insert(0, at(load("staticmethod"), new))
            holder.body = [new]
            new = at(holder, new)
        body.append(new)
    return ast.Module(body, [])


class _InClass(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return at(ast.Attribute(load(f"Of{node.id}"), node.id, ast.Load()), node) if node.id in self._names else node


def chatty(module: ast.Module) -> ast.Module:
    """Functions and loops print something; nothing hangs on it."""

    def talk(node: ast.FunctionDef, method: bool) -> ast.stmt:
        start = 1 if ast.get_docstring(node) else 0
        node.body.insert(start, at(statements("print('here')")[0], node))
        return node

    return rewritten(module, Functions(talk))

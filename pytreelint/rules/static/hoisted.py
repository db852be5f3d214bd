"""The fix of a function that is made anew for each instance: it is made once, before the statement that holds it."""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache

from pytreelint.knowledge.record import replace
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.concrete import text_of
from pytreelint.model.syntax.free import bound_names, free_names
from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import around
from pytreelint.model.text.place import Place
from pytreelint.rules.conditions import MADE_ONCE
from pytreelint.rules.finding import Edit, Fix
from pytreelint.rules.fixing import fix_of

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_TREES = 8  # whose names are held at a time
_BUILTINS = frozenset(dir(builtins))


def hoisted(module: ModuleInfo, expression: ast.expr, field: str) -> Fix | None:
    """Move what makes a function to the module; None where it hangs on something around it.

    Args:
        expression: a lambda, or a call that gives an equal function each time.
        field: the field that holds it, after which it is named.
    """
    source, outer = module.source, around(module.tree, expression)
    if module.origin != "project" or expression.lineno != expression.end_lineno or len(outer) < 2:
        return None
    statement = outer[1]
    if not isinstance(statement, ast.stmt) or not _free(module, expression, statement, outer):
        return None
    known = _known(module, expression, statement)
    if known is not None:
        edits = [Edit(source.place(expression), known)]
        return fix_of(source, f"Use `{known}`", edits, (), [MADE_ONCE], never_safe=True)
    row = _first_row(module, statement)
    name = _new_name(module, field)
    if row is None:
        return None
    end = source.line_end
    if isinstance(expression, ast.Lambda):
        lines = [
            f"def {name}({ast.unparse(expression.args)}):",
            f"    return {text_of(module, expression.body)}",
            "",
            "",
            "",
        ]
    else:
        lines = [f"{name} = {text_of(module, expression)}", "", "", ""]
    edits = [
        Edit(Place(source.path, row, 1, row, 1), end.join(lines)),
        Edit(source.place(expression), name),
    ]
    whole = fix_of(source, f"Make `{name}` once", edits, (), [MADE_ONCE], never_safe=True)
    return replace(whole, defines=name)


def _known(module: ModuleInfo, expression: ast.expr, statement: ast.stmt) -> str | None:
    """The private name, above a statement, of a function that is the same."""
    before = module.tree.body.index(statement)
    same = _private(module.tree).get(ast.dump(expression), ())
    return next((name for at, name in same if at < before and len(module.bindings.get(name, ())) == 1), None)


@lru_cache(maxsize=_TREES)
def _private(tree: ast.Module) -> dict[str, list[tuple[int, str]]]:
    """The private names of functions, each with the position of its statement, by how the function is spelled."""
    found: dict[str, list[tuple[int, str]]] = {}
    for at, node in enumerate(tree.body):
        names = list(_binds(node))
        if len(names) != 1 or not names[0].startswith("_"):
            continue
        expression: ast.expr | None = node.value if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.FunctionDef) and len(node.body) == 1 and not node.decorator_list:
            only = node.body[0]
            expression = ast.Lambda(node.args, only.value) if isinstance(only, ast.Return) and only.value else None
        elif isinstance(expression, ast.Lambda):
            continue
        if expression is not None:
            found.setdefault(ast.dump(expression), []).append((at, names[0]))
    return found


def _free(module: ModuleInfo, expression: ast.expr, statement: ast.stmt, outer: list[ast.AST]) -> bool:
    """Whether all that it reads are names of the module; what is called at once must be there before."""
    names = free_names(expression)
    for scope in outer:
        if isinstance(scope, _SCOPES) and names & _bound_in(scope):
            return False
    if isinstance(expression, ast.Lambda):
        known = set(module.bindings)
    else:
        known = {name for name in names if _first_bound(module.tree).get(name, statement.lineno) < statement.lineno}
    return not names & module.reassigned and all(name in known or _builtin(module, name) for name in names)


@lru_cache(maxsize=_TREES)
def _first_bound(tree: ast.Module) -> dict[str, int]:
    """The row of the first statement of a module that binds a name."""
    found: dict[str, int] = {}
    for node in tree.body:
        for name in _binds(node):
            found[name] = min(found.get(name, node.lineno), node.lineno)
    return found


def _bound_in(scope: ast.AST) -> set[str]:
    if isinstance(scope, ast.ClassDef):
        return set()  # its names are seen by nothing inside of its functions
    inside = [n for n in ast.walk(scope) if n is not scope]
    return {n.arg for n in inside if isinstance(n, ast.arg)} | bound_names(inside)


def _binds(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    return bound_names([node])


def _builtin(module: ModuleInfo, name: str) -> bool:
    return name in _BUILTINS and name not in module.bindings


def _first_row(module: ModuleInfo, statement: ast.stmt) -> int | None:
    """The row of a statement with its decorators and the comments right above it."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    row = min([statement.lineno, *(each.lineno for each in decorators)])
    if module.source.line(row)[:1].isspace() or ";" in module.source.line(row):
        return None
    while row > 1 and module.source.line(row - 1).startswith("#"):
        row -= 1
    return row if row > 1 else None


def _new_name(module: ModuleInfo, field: str) -> str:
    taken = occurrences(module.tree).names.keys() | module.bindings.keys()
    name = base = f"_{field.strip('_')}"
    count = 2
    while name in taken:
        name, count = f"{base}_{count}", count + 1
    return name

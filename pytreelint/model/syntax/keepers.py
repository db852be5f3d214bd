"""Functions that keep their results in a dict of their module or class, which they alone fill and look into."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import around, nearest, outwards

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_DICTS = ("dict", "OrderedDict", "WeakValueDictionary")
_ASKING = ("clear", "pop", "popitem", "keys", "values", "items")


def keepers(tree: ast.Module, reassigned: Collection[str]) -> dict[str, ast.AST]:
    """The functions that keep their results in dicts of a module or its classes, by the names of these: `_A`, `._a`.

    Arguments:
        reassigned: names that functions bind anew.
    """
    found: dict[str, ast.AST] = {}
    for statement in tree.body:
        within = statement.body if isinstance(statement, ast.ClassDef) else ()
        for binding, dot in [(statement, ""), *[(each, ".") for each in within]]:
            name = _empty_dict(binding)
            filler = _filler(tree, name, dot, binding) if name and (dot or name not in reassigned) else None
            if filler is not None:
                found[dot + name] = filler
    return found


def _filler(tree: ast.Module, name: str, dot: str, binding: ast.stmt) -> ast.AST | None:
    """The function that alone fills a dict, by one statement, and looks into it; others may empty it."""
    stores: list[ast.AST] = []
    looks: list[ast.AST] = []
    held = occurrences(tree)
    uses: Sequence[ast.expr] = held.attributes.get(name, ()) if dot else held.names.get(name, ())
    if dot and any(_is_in_a_class(tree, each, binding) for each in held.names.get(name, ())):
        return None
    for use in uses:
        match next(outwards(tree, use)):
            case ast.stmt() as statement if statement is binding:
                pass
            case ast.Subscript(value, _, ast.Store()) as item if value is use:
                stores.append(item)
            case ast.Subscript(value) | ast.Attribute(value, "get") if value is use:
                looks.append(use)
            case ast.Compare(left, [ast.In() | ast.NotIn()]) if left is not use:
                looks.append(use)
            case ast.Attribute(_, asked) if asked in _ASKING:
                pass
            case ast.Call(ast.Name("len")):
                pass
            case _:
                return None
    if len(stores) != 1 or not isinstance(next(outwards(tree, stores[0])), ast.Assign):
        return None
    filler = nearest(around(tree, stores[0]), _FUNCTIONS)
    return filler if any(filler is nearest(around(tree, each), _FUNCTIONS) for each in looks) else None


def _is_in_a_class(tree: ast.Module, name: ast.Name, binding: ast.stmt) -> bool:
    """Whether another statement of a class body binds a name."""
    statement, holder, *_ = (*outwards(tree, name), None)
    return statement is not binding and isinstance(name.ctx, ast.Store) and isinstance(holder, ast.ClassDef)


def _empty_dict(statement: ast.stmt) -> str:
    """The name that a statement binds to an empty dict."""
    match statement:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            return name if _is_empty(value) else ""
    return ""


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Dict([]):
            return True
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), [], []):
            return name in _DICTS
    return False

"""Functions that keep their results in a dict of their module, which they alone fill and look into."""

from __future__ import annotations

import ast
from collections.abc import Collection

from pytreelint.model.syntax.occurrences import occurrences
from pytreelint.model.syntax.standing import around, nearest, outwards

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_EMPTY = ("{}", "dict()", "OrderedDict()", "collections.OrderedDict()", "WeakValueDictionary()")
_ASKING = ("clear", "pop", "popitem", "keys", "values", "items")


def keepers(tree: ast.Module, reassigned: Collection[str]) -> dict[str, ast.AST]:
    """The functions that keep their results in dicts of a module, by the names of these.

    Arguments:
        reassigned: names that functions bind anew.
    """
    found: dict[str, ast.AST] = {}
    for statement in tree.body:
        name = _empty_dict(statement)
        filler = _filler(tree, name, statement) if name and name not in reassigned else None
        if filler is not None:
            found[name] = filler
    return found


def _filler(tree: ast.Module, name: str, binding: ast.stmt) -> ast.AST | None:
    """The function that alone fills a dict of its module, by one statement, and looks into it; others may empty it."""
    stores: list[ast.AST] = []
    looks: list[ast.AST] = []
    for use in occurrences(tree).names.get(name, ()):
        match next(outwards(tree, use)):
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
            case statement:
                if statement is not binding:
                    return None
    if len(stores) != 1 or not isinstance(next(outwards(tree, stores[0])), ast.Assign):
        return None
    filler = nearest(around(tree, stores[0]), _FUNCTIONS)
    return filler if any(filler is nearest(around(tree, each), _FUNCTIONS) for each in looks) else None


def _empty_dict(statement: ast.stmt) -> str:
    """The name that a statement binds to an empty dict."""
    match statement:
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            return name if ast.unparse(value) in _EMPTY else ""
    return ""

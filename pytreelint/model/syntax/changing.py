"""Which module-level names of a module hold something that its statements change in place.

What `CONFIG` was bound to says nothing certain about what it holds once `CONFIG.pop("name")` or `CONFIG["name"] = x`
may have run, at import or in some function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.walking import EMPTY, children, inside, walk

CHANGING = frozenset(
    [
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "move_to_end",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "__setitem__",
        "__delitem__",
    ]
)
SETTERS = frozenset(["setattr", "delattr", "__setattr__", "__delattr__"])


_WORD = re.compile(r"\w")
_PART = rf"\s*(?:\.\s*(?!(?:{'|'.join(CHANGING)})\b)\w+|\[[^][\n]*\])"
_AUGMENTING = r"\s*(?:[-+*/%@&|^]|\*\*|//|<<|>>)="
# After a name: a method that changes, a part that is assigned or may be, an index that is not so easily read.
_AFTER = re.compile(
    rf"(?:{_PART})*+\s*(?:\.\s*(?:{'|'.join(CHANGING)})\s*\(|\[|\\)"
    rf"|(?:{_PART})++(?:{_AUGMENTING}|\s*=(?!=)|\s*[,:)\]](?:\s*\n|.*(?:=|\bin\b))|\s+in\b)"
    rf"|{_AUGMENTING}"
)
_BEFORE = re.compile(r"(?:\b(?:setattr|delattr|__setattr__|__delattr__)\s*\(\s*|\bdel\b.*)$", re.S)
_LONGEST = 200
_FUNCTIONS_HELD = 1_024  # of which it is remembered what they change


def may_change(text: str, name: str) -> bool:
    """Whether a module's text can at all change what a name holds: most need not be searched."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        whole = not _WORD.match(text, end) and not (at and _WORD.match(text, at - 1))
        if whole and (_AFTER.match(text, end) or _BEFORE.search(text, max(0, at - _LONGEST), at)):
            return True
        at = text.find(name, end)
    return False


@record(frozen=True, slots=True)
class Changed:
    """The names whose objects a module changes, as they are spelled outside all functions.

    Attributes:
        ways: all of them, and how: "append" (`x.append()`), ".a" (`x.a = 1`, `x.a[0].append()`), or "" (`x[0] = 1`).
        in_functions: those that functions change.
    """

    ways: dict[str, frozenset[str]]
    in_functions: frozenset[str]


def changed_names(tree: ast.Module) -> Changed:
    """The names whose objects the statements and functions of a module change."""
    ways: dict[str, set[str]] = {}
    in_functions = set[str]()
    for name, how, in_function in _changed([tree], frozenset()):
        ways.setdefault(name, set()).update(how)
        if in_function:
            in_functions.add(name)
    return Changed({name: frozenset(how) for name, how in ways.items()}, frozenset(in_functions))


@lru_cache(maxsize=_FUNCTIONS_HELD)
def changed_by(function: ast.stmt | ast.Lambda) -> frozenset[str]:
    """The names around a function, or in a statement, whose objects it changes, or that it binds anew as `nonlocal`."""
    rebound = {name for node in inside(function) if type(node) is ast.Nonlocal for name in node.names}
    return frozenset(name for name, _, _ in _changed([function], frozenset())) | rebound


@lru_cache(maxsize=_FUNCTIONS_HELD)
def changed_parameters(function: ast.FunctionDef) -> frozenset[str]:
    """The names whose objects a function changes, its own parameters among them."""
    nodes = (each for each in walk(function) if isinstance(each, (ast.stmt, ast.Call)))
    return frozenset(name for each in nodes for name, _ in _roots(each))


@lru_cache(maxsize=_FUNCTIONS_HELD)
def changed_attributes(method: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """The attributes of its first parameter that a method assigns, or in which it changes something."""
    parameters = [*method.args.posonlyargs, *method.args.args]
    nodes = (each for each in walk(method) if isinstance(each, (ast.stmt, ast.Call)))
    ways = {how for each in nodes for name, how in _roots(each) if parameters and name == parameters[0].arg}
    return frozenset(how[1:] for how in ways if how.startswith("."))


def _changed(nodes: list[ast.AST], outer: frozenset[str]) -> Iterator[tuple[str, set[str], bool]]:
    """Names changed in one scope and in the functions in it, those excepted that are local there; the ways in which
    they are changed, as `Changed` names them, and whether a function does it.

    Args:
        nodes: what the scope consists of.
        outer: names that are local to the functions around it.
    """
    bound, declared = set[str](), set[str]()
    roots: dict[str, set[str]] = {}
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda] = []
    is_module = isinstance(nodes[0], ast.Module)
    while nodes:
        for child in children(nodes.pop()):
            if type(child) is ast.Name:
                if type(child.ctx) is ast.Store:
                    bound.add(child.id)
                continue
            if type(child) in EMPTY:
                continue
            if isinstance(child, FUNCTIONS):
                functions.append(child)
                continue
            nodes.append(child)
            if isinstance(child, (ast.stmt, ast.Call)):
                for name, how in _roots(child):
                    roots.setdefault(name, set()).add(how)
            elif isinstance(child, ast.arg):
                bound.add(child.arg)
            if type(child) is ast.Global:
                declared.update(child.names)
    local = outer if is_module else outer | (bound - declared)
    yield from ((name, how, not is_module) for name, how in roots.items() if name not in local)
    for function in functions:
        yield from _changed([function], local)


def _roots(node: ast.stmt | ast.Call) -> Iterator[tuple[str, str]]:
    """The names whose objects one statement or call changes, and how."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign() | ast.Delete():
            targets = node.targets
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name, ""
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in CHANGING:
            yield name, method
        case ast.Call(func=ast.Attribute(value=holder, attr=method)) if method in CHANGING:
            yield from _root(holder)
        case ast.Call(func=ast.Name(id=method) | ast.Attribute(attr=method), args=[holder, *_]) if method in SETTERS:
            yield from _root(holder)
    for target in targets:
        for inner in walk(target):
            if isinstance(inner, (ast.Attribute, ast.Subscript)) and not isinstance(inner.ctx, ast.Load):
                yield from _root(inner)


def _root(node: ast.expr) -> Iterator[tuple[str, str]]:
    """`x` of `x.a["b"].c`, and `.a`."""
    how = ""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        how = f".{node.attr}" if isinstance(node, ast.Attribute) else ""
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id, how


def called_around(tree: ast.Module) -> dict[str, frozenset[str]]:
    """The methods that functions call on names from around them, by the name: `trainer.update()`."""
    found: dict[str, set[str]] = {}
    for function in _outermost(tree):
        free = free_names(function)
        for node in walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                holder = node.func.value
                if isinstance(holder, ast.Name) and holder.id in free:
                    found.setdefault(holder.id, set()).add(node.func.attr)
    return {name: frozenset(methods) for name, methods in found.items()}


def _outermost(tree: ast.Module) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        for child in children(waiting.pop()):
            if isinstance(child, FUNCTIONS):
                yield child
            else:
                waiting.append(child)

"""Whether a function reads nothing that may change between two calls: a compiled program would not see the change.

It may read imports, functions, classes, and names that are bound once to what never changes. Lists, dicts, instances
and names that are bound again may change.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.value import (
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Opaque,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 3  # functions that it calls
_NEVER_CHANGES = (Array, ClassValue, Constant, Library, ModuleValue, Optimizer, Scalar, Transformed)


def reads_only_constants(ev: Interpreter, value: Value, depth: int = 0) -> bool:
    """Whether a function or partial certainly gives the same for the same arguments, as far as names go."""
    if isinstance(value, Partial):
        held = (value.function, *value.args, *(item for _, item in value.keywords))
        return all(_never_changes(ev, each, depth) for each in held)
    if not isinstance(value, Function) or value.module.origin != "project":
        return True
    if depth > _DEPTH or _has_mutable_default(value.node):
        return False
    own = _bound(value.node)
    roots = {n.id for n in walk(value.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    if any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in walk(value.node)):
        return False
    read = {n.value.id for n in walk(value.node) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
    return all(_is_constant(ev, value, name, name in read, depth) for name in roots - own)


def _is_constant(ev: Interpreter, function: Function, name: str, attribute: bool, depth: int) -> bool:
    """Whether a name from outside of a function is bound once, to what never changes."""
    scope = function.closure
    held = scope.find(name) if scope is not None else None
    if held is not None:
        return _never_changes(ev, held, depth) and not attribute
    bindings = function.module.bindings.get(name)
    if bindings is None:
        return True  # a builtin
    if all(isinstance(each, Import) for each in bindings):
        return True
    if len(bindings) != 1 or name in _assigned_again(function.module.tree):
        return False
    value = ev.name(function.module, name)
    if isinstance(value, Function):
        return not attribute and (value.node is function.node or reads_only_constants(ev, value, depth + 1))
    return not attribute and _never_changes(ev, value, depth)


def _never_changes(ev: Interpreter, value: Value, depth: int) -> bool:
    for option in options_of(value):
        if isinstance(option, (Function, Partial)):
            if not reads_only_constants(ev, option, depth + 1):
                return False
        elif isinstance(option, Container) and option.kind in ("tuple", "frozenset"):
            parts = (*option.items, *((option.rest,) if option.rest is not None else ()))
            if not all(_never_changes(ev, each, depth) for each in parts):
                return False
        elif not isinstance(option, _NEVER_CHANGES) and not (isinstance(option, Opaque) and option.kind != "object"):
            return False
    return True


def _has_mutable_default(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool:
    defaults = [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]
    return any(isinstance(each, (ast.List, ast.Dict, ast.Set, ast.Call)) for each in defaults)


def _bound(node: ast.AST) -> set[str]:
    """The names that a function binds itself, in whatever scope of it."""
    names = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    names |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    inner = (n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n is not node)
    return names | {each.name for each in inner}


@lru_cache(maxsize=16)
def _assigned_again(tree: ast.Module) -> frozenset[str]:
    """The names that a loop, an augmented assignment or a `global` statement binds again."""
    names: set[str] = set()
    for node in walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.AugAssign)):
            names |= {each.id for each in walk(node.target) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.Global):
            names |= set(node.names)
    return frozenset(names)

"""Whether a file may register classes as PyTrees, by the names that it uses for that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pytreelint.model.syntax.walking import inside, statements
from pytreelint.model.text.source import speaks_of_registration

_OF_JAX = ("register_pytree", "register_dataclass", "register_static")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOKING = frozenset(
    ["callable", "getattr", "hasattr", "id", "isinstance", "issubclass", "print", "repr", "str", "type"]
)


def may_register(tree: ast.AST) -> bool:
    """Whether some name, or a text that may be one, speaks of registering; a decorator of functions takes no class.

    A function that is defined here counts, too, unless this file decorates functions with it, or it hands to no other
    function what it is given: it puts classes into a table.
    """
    on_functions = dict(_on_functions(tree))
    tables = set(_tables(tree))
    harmless = tables.union(on_functions.values())
    return any(
        speaks_of_registration(name)
        and node not in on_functions
        and not (isinstance(node, _DEFINITIONS) and name in harmless)
        and not (isinstance(node, ast.Name) and name in tables)
        for node, name in _mentions(tree)
    )


def may_register_others(tree: ast.Module) -> bool:
    """The same of classes that no decorator and no statement of JAX's own names: `register_dataclass(Model, ...)`."""
    named = set(_on_named_classes(tree))
    return any(
        speaks_of_registration(name) and node not in named and not (isinstance(node, ast.alias) and _is_plain(node))
        for node, name in _mentions(tree)
    )


def may_name(tree: ast.Module, name: str, others: bool) -> bool:
    """Whether what a file registers may be a class of a name, or one that a text names so.

    Arguments:
        others: the file may register what it does not name where it does so.
    """
    if others:
        return any(said == name for _, said in _mentions(tree))
    decorators = (each for node in _classes(tree) if node.name == name for each in node.decorator_list)
    if any(speaks_of_registration(said) for each in decorators for _, said in _mentions(each)):
        return True
    return any(named == name for named, _ in _by_name(tree))


def _on_named_classes(tree: ast.Module) -> Iterator[ast.AST]:
    """The names in the decorators of classes, and in the statements that register a class of this file by its name."""
    for node in _classes(tree):
        for decorator in node.decorator_list:
            yield from inside(decorator)
    for _, called in _by_name(tree):
        yield from inside(called)


def _classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    return (node for node in statements(tree) if isinstance(node, ast.ClassDef))


def _by_name(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The classes of a file that statements register by their names, each with the function of JAX that does."""
    classes = {node.name for node in _classes(tree)}
    for statement in tree.body:
        match statement:
            case ast.Expr(ast.Call(called, [ast.Name(id=name), *_])) if name in classes:
                if getattr(called, "attr", getattr(called, "id", "")).startswith(_OF_JAX):
                    yield name, called


def _is_plain(node: ast.alias) -> bool:
    """Whether an import brings a name as it is: what is done with it says the name once more."""
    return node.asname is None or node.asname == node.name


def _on_functions(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """The names by which functions are decorated, none of them JAX's own."""
    for node in statements(tree):
        if isinstance(node, _DEFINITIONS):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                name = getattr(called, "attr", getattr(called, "id", ""))
                if not name.startswith(_OF_JAX):
                    yield called, name


def _tables(tree: ast.AST) -> Iterator[str]:
    """The functions of this file that speak of registering by their own names alone, and keep what they are given."""
    for node in statements(tree):
        if isinstance(node, _DEFINITIONS) and speaks_of_registration(node.name):
            parts = [part for part in inside(node) if part is not node]
            own = {part.name for part in parts if isinstance(part, _DEFINITIONS)}
            others = (name for part, name in _mentions(node) if part is not node and name not in own)
            if not any(map(speaks_of_registration, others)) and not any(_hands_on(part, own) for part in parts):
                yield node.name


def _hands_on(node: ast.AST, own: set[str]) -> bool:
    """Whether a call gives a name to a function that is neither its holder's own nor merely looks at it."""
    if not isinstance(node, ast.Call) or (isinstance(node.func, ast.Name) and node.func.id in own | _LOOKING):
        return False
    return any(isinstance(each, (ast.Name, ast.Starred)) for each in (*node.args, *(k.value for k in node.keywords)))


def _mentions(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in inside(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                yield node, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node, name
            case ast.alias(name=name, asname=other) if other is not None or name.startswith(_OF_JAX):
                yield node, name

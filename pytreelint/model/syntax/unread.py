"""Whether what a call gives is never read: `_ = warm_up(key)`, or a name that is assigned anew before it is read.

The parts of a result are told by paths: `(2, 1)` is the second part of the third one, `()` all of it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from pytreelint.model.syntax.overwritten import is_overwritten, position
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk

Path = tuple[int, ...]
WHOLE: frozenset[Path] = frozenset([()])

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.Module)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_WAIT = "block_until_ready"


def is_unread(tree: ast.AST, node: ast.AST, parts: Iterable[Path] = WHOLE) -> bool:
    """Whether nothing reads these parts of what the call around an expression gives."""
    outer = [*around(tree, node), node]
    statement, scope = _statement(outer), _scope(outer)
    names = _assigned(outer, statement, parts)
    if names is None or scope is None or statement is None:
        return False
    return all(is_overwritten(tree, scope, statement, name) for name in names)


def is_left_unread(tree: ast.AST, node: ast.AST, last: ast.AST) -> bool:
    """Whether a function returns before anything reads what a call gives: `last` stands in that `return`."""
    outer, later = [*around(tree, node), node], [*around(tree, last), last]
    statement, end, scope = _statement(outer), _statement(later), _scope(outer)
    names = _assigned(outer, statement, WHOLE)
    if not names or not isinstance(end, ast.Return) or scope is not _scope(later) or scope is None:
        return False
    if statement is end or any(isinstance(each, _LOOPS) for each in (*outer, *later)):
        return False
    behind = (end.end_lineno or end.lineno, end.end_col_offset or end.col_offset)
    return all(
        (_scope(around(tree, each)) is scope and not position(statement) <= position(each) < behind)
        or _excluded(around(tree, each), later)
        for each in walk(scope)
        if _reads(each, names)
    )


def _excluded(outer: list[ast.AST], later: list[ast.AST]) -> bool:
    """Whether two places stand in the two branches of one `if`: where one runs, the other does not."""
    for (branching, inner), last in zip(pairwise(outer), later[1:], strict=False):
        if inner is not last:
            branches = (branching.body, branching.orelse) if isinstance(branching, ast.If) else ()
            return len([one for one in branches if inner in one or last in one]) > 1
    return False


def returned(tree: ast.AST, node: ast.AST, parts: Iterable[Path] = WHOLE) -> frozenset[Path] | None:
    """The parts of a function's result that hold what a call in it gives; None where that may go elsewhere too."""
    outer = [*around(tree, node), node]
    statement, scope = _statement(outer), _scope(outer)
    if isinstance(statement, ast.Return):
        return _at(statement.value, node, frozenset())
    names = _assigned(outer, statement, parts)
    if names is None or not isinstance(scope, ast.FunctionDef) or any(isinstance(each, _LOOPS) for each in outer):
        return None
    held, found = set(names), frozenset[Path]()
    for each in _later(scope.body, statement):
        if not any(_reads(part, held) for part in walk(each)):
            continue
        if isinstance(each, ast.Return):
            found |= _at(each.value, None, held)
        elif isinstance(each, ast.Assign) and (more := _names(each.targets)) is not None:
            held |= more
        else:
            return None
    return found


def _statement(outer: list[ast.AST]) -> ast.stmt | None:
    return next((each for each in reversed(outer) if isinstance(each, ast.stmt)), None)


def _scope(outer: list[ast.AST]) -> ast.AST | None:
    return next((each for each in reversed(outer) if isinstance(each, _SCOPES)), None)


def _assigned(outer: list[ast.AST], statement: ast.stmt | None, parts: Iterable[Path]) -> set[str] | None:
    """The names to which a statement assigns the parts of a call in it; None where it does something else with them."""
    call = next((each for each in reversed(outer) if isinstance(each, ast.Call)), None)
    if isinstance(statement, ast.Expr):
        shown = isinstance(_scope(outer), ast.Module)  # the last value of a notebook's cell
        return set() if call is not None and call is _waited_for(statement.value) and not shown else None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if call is not _waited_for(statement.value):
        return _names([target])
    found = set[str]()
    for path in parts:
        names = _names([_part(target, path)])
        if names is None:
            return None
        found |= names
    return found


def _waited_for(value: ast.expr) -> ast.expr:
    """The call in `f(key).block_until_ready()` or `jax.block_until_ready(f(key))`; else the expression itself."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Call() as call, attr=name), args=[]) if name == _WAIT:
            return call
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Call() as call]) if name == _WAIT:
            return call
    return value


def _part(target: ast.expr, path: Path) -> ast.expr:
    for index in path:
        if not isinstance(target, (ast.Tuple, ast.List)) or index >= len(target.elts):
            return target
        if any(isinstance(each, ast.Starred) for each in target.elts[: index + 1]):
            return target
        target = target.elts[index]
    return target


def _names(targets: list[ast.expr]) -> set[str] | None:
    """The names of targets, None where something else than a name is assigned."""
    found, todo = set[str](), list(targets)
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                todo += parts
            case ast.Starred(value=inner):
                todo.append(inner)
            case _:
                return None
    return found


def _at(value: ast.expr | None, node: ast.AST | None, names: Collection[str]) -> frozenset[Path]:
    """The paths to the items of a returned tuple in which a node stands, or which read one of some names."""
    if isinstance(value, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in value.elts):
        items = enumerate(value.elts)
        return frozenset((index, *path) for index, each in items for path in _at(each, node, names))
    held = value is not None and any(part is node or _reads(part, names) for part in walk(value))
    return WHOLE if held else frozenset()


def _reads(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)


def _later(block: list[ast.stmt], statement: ast.stmt | None) -> Iterator[ast.stmt]:
    """The simple statements behind one, in a block and the blocks in it; definitions as a whole."""
    for each in block:
        inner = [] if isinstance(each, (*_FUNCTIONS, ast.ClassDef)) else _blocks(each)
        if inner:
            tests = [part for part in ast.iter_child_nodes(each) if isinstance(part, ast.expr)]
            if tests and position(each) > position(statement):
                yield ast.copy_location(ast.Expr(ast.Tuple(tests, ast.Load())), each)
            for one in inner:
                yield from _later(one, statement)
        elif position(each) > position(statement):
            yield each


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    found = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        found.append(each.body)
    return [each for each in found if each]

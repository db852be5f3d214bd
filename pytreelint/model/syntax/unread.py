"""What becomes of what a call gives: does anything read it, and which part of a function's result is it?

Code further down decides, so that the evaluator, which is asked at the second of two draws, cannot know it yet: it is
a question to syntax. The parts of a result are told by paths: `(2, 1)` is the second part of the third one, `()` all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import pairwise

from pytreelint.knowledge.record import record
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.shape_only import is_shape_only
from pytreelint.model.syntax.standing import around, nearest, standing
from pytreelint.model.syntax.walking import walk

Path = tuple[int, ...]
WHOLE: frozenset[Path] = frozenset([()])

_SCOPES = (*FUNCTIONS, ast.Module)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_WAIT = "block_until_ready"


@record(frozen=True, slots=True)
class _Held:
    """The names to which a statement of a scope assigns what a call gives."""

    tree: ast.AST
    scope: ast.AST
    statement: ast.stmt
    names: frozenset[str]

    def reads(self) -> Iterator[ast.Name]:
        """Returns the uses of the names that may see what the statement has assigned, and not what another one has."""
        uses = [node for node in walk(self.scope) if isinstance(node, ast.Name) and node.id in self.names]
        for name in self.names:
            stores = (each for each in uses if each.id == name and isinstance(each.ctx, ast.Store))
            statements = (nearest(around(self.tree, node), ast.stmt) for node in stores)
            others = [each for each in statements if each is not None and each is not self.statement]
            for node in uses:
                if node.id == name and self._is_read(node) and self._may_see(node, others):
                    yield node

    def _is_read(self, node: ast.Name) -> bool:
        return isinstance(node.ctx, ast.Load) or isinstance(standing(self.tree)[node].holder, ast.AugAssign)

    def _may_see(self, use: ast.Name, others: list[ast.stmt]) -> bool:
        outer = around(self.tree, use)
        if any(isinstance(each, FUNCTIONS) for each in outer[outer.index(self.scope) + 1 :]):
            return True  # it runs some time
        shared = set(around(self.tree, self.statement))
        loop = next((each for each in reversed(outer) if isinstance(each, _LOOPS) and each in shared), None)
        behind = _start(use) > _start(self.statement) and self.statement not in outer
        if not behind and loop is None:
            return False
        return not any(
            _comes_before(self.tree, each, outer)
            and (_start(each) > _start(self.statement) if behind else loop in around(self.tree, each))
            for each in others
        )

    def is_seen_elsewhere(self) -> bool:
        """Whether other code may look at a name: another module, the reader of a notebook, or a function's `global`."""
        nodes = list(walk(self.scope))
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) and not self.names.isdisjoint(n.names) for n in nodes):
            return True
        stores = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        public = (name for name in self.names if not name.startswith("_"))
        return isinstance(self.scope, ast.Module) and any(stores.count(name) == 1 for name in public)


def is_unread(tree: ast.AST, node: ast.AST, parts: Iterable[Path] = WHOLE) -> bool:
    """Whether nothing reads these parts of what the call around an expression gives; a shape may be read."""
    call = nearest([*around(tree, node), node], ast.Call)
    if call is not None and is_shape_only(tree, call):
        return True
    held = _held(tree, node, parts)
    return held is not None and not held.is_seen_elsewhere() and all(is_shape_only(tree, use) for use in held.reads())


def reads_of(tree: ast.AST, node: ast.AST) -> list[ast.Name] | None:
    """The uses of the names to which a statement assigns what the call around an expression gives, if it does so."""
    held = _held(tree, node, WHOLE)
    return list(held.reads()) if held is not None and held.names else None


def is_left_unread(tree: ast.AST, node: ast.AST, last: ast.AST) -> bool:
    """Whether nothing reads what a call gives on the way to `last` and behind: it stands in a `return`, or other ways
    alone read it, as this one assigns something else to its name.
    """
    held, later = _held(tree, node, WHOLE), [*around(tree, last), last]
    end = nearest(later, ast.stmt)
    if held is None or not held.names or end is None or held.scope is not nearest(later, _SCOPES):
        return False
    if held.statement is end or any(isinstance(each, _LOOPS) for each in (*around(tree, node), *later)):
        return False
    behind = (end.end_lineno or end.lineno, end.end_col_offset or end.col_offset)
    is_end = isinstance(end, ast.Return)
    return all(
        (is_end and nearest(o, _SCOPES) is held.scope and _start(use) >= behind) or _excluded(o, later)
        for use, o in [(use, around(tree, use)) for use in held.reads()]
    )


def returned(tree: ast.AST, node: ast.AST, parts: Iterable[Path] = WHOLE) -> frozenset[Path] | None:
    """The parts of a function's result that hold what a call in it gives; None where that may go elsewhere too."""
    outer = around(tree, node)
    statement = nearest([*outer, node], ast.stmt)
    if isinstance(statement, ast.Return):
        return _at(statement.value, node)
    first = _held(tree, node, parts)
    if first is None or not isinstance(first.scope, ast.FunctionDef) or any(isinstance(each, _LOOPS) for each in outer):
        return None
    found, todo, done = frozenset[Path](), [first], {first.statement}
    while todo:
        for use in todo.pop().reads():
            nodes = around(tree, use)
            each = nearest(nodes, ast.stmt)
            if nearest(around(tree, each) if each is not None else nodes, _SCOPES) is not first.scope:
                return None
            if isinstance(each, ast.Return):
                found |= _at(each.value, use)
            elif isinstance(each, ast.Assign) and (names := _names(each.targets)) is not None:
                todo += [_Held(tree, first.scope, each, names)] if each not in done else []
                done.add(each)
            else:
                return None
    return found


def _held(tree: ast.AST, node: ast.AST, parts: Iterable[Path]) -> _Held | None:
    """The names to which a statement assigns the parts of a call in it; None where it does something else with them."""
    outer = [*around(tree, node), node]
    statement, scope = nearest(outer, ast.stmt), nearest(outer, _SCOPES)
    call = nearest(outer, ast.Call)
    names: frozenset[str] | None = None
    if isinstance(statement, ast.Expr):
        shown = isinstance(scope, ast.Module)  # the last value of a notebook's cell
        names = frozenset() if call is not None and call is waited_for(statement.value) and not shown else None
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, whole = statement.targets[0], call is not waited_for(statement.value)
        names = _names([target] if whole else [_part(target, path) for path in parts])
    return _Held(tree, scope, statement, names) if scope and statement and names is not None else None


def _start(node: ast.AST) -> tuple[int, int]:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def _comes_before(tree: ast.AST, statement: ast.stmt, outer: list[ast.AST]) -> bool:
    """Whether a statement runs before each run of what stands in these nodes: in a block around it, further up."""
    where = standing(tree)[statement]
    for each in outer:
        other = standing(tree).get(each)
        if other is not None and other.holder is where.holder and other.field == where.field:
            return where.at < other.at
    return False


def _excluded(outer: list[ast.AST], later: list[ast.AST]) -> bool:
    """Whether two places stand in the two branches of one `if`: where one runs, the other does not."""
    for (branching, inner), last in zip(pairwise(outer), later[1:], strict=False):
        if inner is not last:
            branches = (branching.body, branching.orelse) if isinstance(branching, ast.If) else ()
            return len([one for one in branches if inner in one or last in one]) > 1
    return False


def waited_for(value: ast.expr) -> ast.expr:
    """The call in `f(key).block_until_ready()` or `jax.block_until_ready(f(key))`; else the expression itself."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Call() as call, attr=name), args=[]) if name == _WAIT:
            return call
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Call() as call]) if name == _WAIT:
            return call
    return value


def ends_waiting(called: ast.expr) -> bool:
    """Whether `x.block_until_ready` or `jax.block_until_ready` is called."""
    return isinstance(called, ast.Attribute) and called.attr == _WAIT


def _part(target: ast.expr, path: Path) -> ast.expr:
    for index in path:
        if not isinstance(target, (ast.Tuple, ast.List)) or index >= len(target.elts):
            return target
        if any(isinstance(each, ast.Starred) for each in target.elts[: index + 1]):
            return target
        target = target.elts[index]
    return target


def _names(targets: list[ast.expr]) -> frozenset[str] | None:
    """The names of targets, None where something else than a name is assigned."""
    nodes = [node for target in targets for node in walk(target)]
    plain = all(isinstance(node, (ast.Name, ast.Tuple, ast.List, ast.Starred)) for node in nodes)
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name)) if plain else None


def _at(value: ast.expr | None, node: ast.AST) -> frozenset[Path]:
    """The paths to the items of a returned tuple in which a node stands."""
    if isinstance(value, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in value.elts):
        return frozenset((at, *path) for at, each in enumerate(value.elts) for path in _at(each, node))
    return WHOLE if value is not None and any(part is node for part in walk(value)) else frozenset()

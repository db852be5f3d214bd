"""What the tests around a place say of switches: where a wrapper was made, they had that answer.

    run = step if debug else jax.jit(step)  # where `step` asks for `debug`, it is not set: it is traced without

    class Trainer:
        def __init__(self, debug):
            self.debug = debug
            if not debug:
                self.step = jax.jit(self.step)  # nor is `self.debug` in this method

Tests are read as words: a name, an attribute or item of one, or these compared with a constant. Whose name it is says a
`Holder`: the module, the function that binds it once, or `SELF` for what an instance holds, whichever method asks.
Attributes may change; so these answers count only in what a wrapper traces, which is what the program chose it for.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.parameters import bound_once, steady_parameters
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame

SELF = "self"  # in the place of a function: what an instance holds
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_SAME, _OTHER = (ast.Eq, ast.Is), (ast.NotEq, ast.IsNot)
_HELD = 256  # functions whose names are held at a time
_BODIES = ("body", "orelse", "finalbody")


class Words(NamedTuple):
    """A test as words: the name that it begins with, what follows, and the outcome where that holds."""

    root: str
    rest: str  # "", ".debug", "['debug']", " == 'jax'"
    outcome: bool


class Place(NamedTuple):
    """Where something stands.

    Attributes:
        functions: those around it, the outermost first; with the name of the instance for a method, else "".
        tests: those that were asked on the way, and how they came out, each with how many of the functions hold it.
    """

    functions: tuple[tuple[_Function, str], ...]
    tests: tuple[tuple[ast.expr, bool, int], ...]


def words_of(test: ast.expr, outcome: bool = True) -> Words | None:
    """A test as words; None for one that asks more."""
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, outcome = test.operand, not outcome
    named: ast.expr = test
    rest = ""
    if isinstance(test, ast.Compare):
        constant, operator = test.comparators[0], test.ops[0]
        if len(test.ops) > 1 or not isinstance(constant, ast.Constant) or not isinstance(operator, (*_SAME, *_OTHER)):
            return None
        named, rest, outcome = test.left, f" == {constant.value!r}", outcome is isinstance(operator, _SAME)
    while not isinstance(named, ast.Name):
        step = _step(named)
        if step is None:
            return None
        named, rest = step[0], step[1] + rest
    return Words(named.id, rest, outcome)


def _step(node: ast.expr) -> tuple[ast.expr, str] | None:
    """What an attribute or an item is taken of, and which: `config.debug`, `config["debug"]`, `config.get("debug")`."""
    match node:
        case ast.Attribute(value=held, attr=name):
            return held, f".{name}"
        case ast.Subscript(value=held, slice=ast.Constant(value=str(key))):
            return held, f"[{key!r}]"
        case ast.Call(func=ast.Attribute(value=held, attr="get"), args=[ast.Constant(value=str(key)), *_], keywords=[]):
            return held, f"[{key!r}]"
        case ast.Call(func=ast.Name(id="getattr"), args=[held, ast.Constant(value=str(name)), *_], keywords=[]):
            return held, f".{name}"
    return None


def asked(test: ast.expr, frame: Frame) -> tuple[tuple[object, str] | None, bool]:
    """Whose words a test asks for in a frame, and the outcome of the test where they hold."""
    words = words_of(test)
    if words is None:
        return None, True
    holder: Frame | None = frame
    while holder is not None and not _is_steady(words.root, holder.function):
        if holder.env is None or (words.root in holder.env and words.root != holder.first_parameter):
            return None, True  # what an inner function has captured holds the instance, too
        holder = holder.parent
    if holder is None:
        return (frame.module.name, words.root + words.rest), words.outcome
    if holder.first_parameter == words.root and words.rest.startswith("."):
        return (SELF, words.rest), words.outcome
    return (holder.function, words.root + words.rest), words.outcome


def implied(test: ast.expr, came_out: bool) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that are known where one came out in some way: all of an `or` that is false."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from implied(operand, not came_out)
        case ast.BoolOp():
            if isinstance(test.op, ast.And) is came_out:
                for each in test.values:
                    yield from implied(each, came_out)
        case _:
            yield test, came_out


def place_of(site: ast.expr, module: ModuleInfo) -> Place:
    """The functions and tests around a place of a module."""
    functions: list[tuple[_Function, str]] = []
    tests: list[tuple[ast.expr, bool, int]] = []
    _descend(module, module.tree, site, functions, tests)
    return Place(tuple(functions), tuple(tests))


def known_in(place: Place, module: ModuleInfo) -> Iterator[tuple[tuple[object, str], bool]]:
    """Whose words the tests around a place have answered, and whether these hold."""
    for asks, came_out, depth in place.tests:
        for each, outcome in implied(asks, came_out):
            words = words_of(each, outcome)
            if words is not None:
                for switch in _switches(words, place.functions[:depth], module):
                    yield switch, words.outcome


def _switches(
    words: Words, functions: Sequence[tuple[_Function, str]], module: ModuleInfo
) -> Iterator[tuple[object, str]]:
    for function, instance in reversed(functions):
        if _is_steady(words.root, function):
            if instance == words.root:
                yield SELF, words.rest
                return
            yield function, words.root + words.rest
            if instance:
                yield from ((SELF, f".{name}{words.rest}") for name in _kept_as(words.root, instance, function))
            return
        if words.root in _bound(function):
            return
    yield module.name, words.root + words.rest


@lru_cache(maxsize=_HELD)
def _is_steady(name: str, function: ast.AST | None) -> bool:
    """Whether a function has a parameter of this name that nothing rebinds, or assigns it once."""
    if name in steady_parameters(function):
        return True
    return isinstance(function, _FUNCTIONS) and bool(bound_once(function, frozenset([name])))


@lru_cache(maxsize=_HELD)
def _bound(function: _Function) -> frozenset[str]:
    return frozenset(bound_names([function]))


def _kept_as(name: str, instance: str, function: _Function) -> Iterator[str]:
    """The attributes in which a method keeps what a name is: `self.debug = debug`."""
    for node in walk(function):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=held), attr=attribute)], value=ast.Name(id=given)):
                if held == instance and given == name:
                    yield attribute


def _descend(
    module: ModuleInfo,
    node: ast.AST,
    site: ast.expr,
    functions: list[tuple[_Function, str]],
    tests: list[tuple[ast.expr, bool, int]],
) -> None:
    """Goes into the one of the statements of a node that holds a place, and notes what stands around it."""
    for body in module.answer((_bodies, node), lambda: _bodies(node)):
        at = bisect_right(body.starts, site.lineno) - 1
        statement = body.statements[at] if at >= 0 else None
        if statement is None or site.lineno > (statement.end_lineno or 0):
            continue
        depth = len(functions)
        tests += [(each, False, depth) for before, each in body.leaving if before < at]
        if isinstance(statement, _FUNCTIONS):
            if any(_stands_in(each, site) for each in statement.decorator_list):
                return
            functions.append((statement, _instance(statement) if isinstance(node, ast.ClassDef) else ""))
        elif isinstance(statement, ast.If) and not _stands_in(statement.test, site):
            tests.append((statement.test, site.lineno <= (statement.body[-1].end_lineno or 0), depth))
        tests += [(each, came_out, depth) for each, came_out in _chosen(statement, site)]
        _descend(module, statement, site, functions, tests)
        return


class _Body(NamedTuple):
    """Statements one after the other, with their first lines, and the tests of those that leave before the next one."""

    statements: list[ast.stmt]
    starts: list[int]
    leaving: list[tuple[int, ast.expr]]


def _bodies(node: ast.AST) -> list[_Body]:
    blocks = [getattr(node, name, None) for name in _BODIES]
    blocks += [each.body for each in (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))]
    return [_body(block) for block in blocks if isinstance(block, list) and block]


def _body(block: list[ast.stmt]) -> _Body:
    leaving = [
        (at, each.test)
        for at, each in enumerate(block)
        if isinstance(each, ast.If) and not each.orelse and isinstance(each.body[-1], _LEAVING)
    ]
    return _Body(block, [_first_line(each) for each in block], leaving)


def _first_line(statement: ast.stmt) -> int:
    decorators = statement.decorator_list if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)) else ()
    return min((statement.lineno, *(each.lineno for each in decorators)))


def _chosen(statement: ast.stmt, site: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """The tests of expressions that choose a place in a statement without statements in it."""
    if isinstance(getattr(statement, "body", None), list):
        return
    for node in walk(statement):
        if isinstance(node, ast.IfExp):
            for side, came_out in ((node.body, True), (node.orelse, False)):
                if _stands_in(side, site):
                    yield node.test, came_out


def _instance(function: _Function) -> str:
    first = (*function.args.posonlyargs, *function.args.args)[:1]
    return first[0].arg if first else ""


def _stands_in(node: ast.expr, site: ast.expr) -> bool:
    start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return start <= (site.lineno, site.col_offset) and (site.end_lineno or 0, site.end_col_offset or 0) <= end

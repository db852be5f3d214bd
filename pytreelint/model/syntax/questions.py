"""What tests ask about: the names and attributes that they read, and which of them decide what a function returns."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pytreelint.knowledge.words import LOOKING
from pytreelint.model.syntax.mutations import mutations
from pytreelint.model.syntax.walking import inside, statements, walk

_EXPRESSIONS = 8_192  # of which it is remembered what they read
_LOOPS = 256  # of which it is remembered what they bind, read and leave by
_FUNCTIONS = 256  # whose returns are held at a time
_TESTS = 256  # of which it is remembered what they look into
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
_TESTING = (ast.Attribute, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Call)
_PLAIN = (ast.If, ast.Match, ast.match_case, ast.With)
Tests = Mapping[str, list[ast.expr]]


def parts_of(test: ast.AST, tests: Tests) -> frozenset[str]:
    """The names and attributes that a test reads, those of tests that it names included."""
    found = _parts(test)
    if not tests or found.isdisjoint(tests):
        return found
    return found.union(*(_parts(each) for name in found for each in tests.get(name, ())))


@lru_cache(maxsize=_EXPRESSIONS)
def _parts(node: ast.AST) -> frozenset[str]:
    """The names and attributes that code reads: `args.clip`, of which `args` alone is not read."""
    found: set[str] = set()
    inner: set[ast.AST] = set()
    for each in inside(node):
        if (type(each) is ast.Name or type(each) is ast.Attribute) and each not in inner:
            found.add(spelled(each))
            while isinstance(each, ast.Attribute):
                each = each.value
                inner.add(each)
    return frozenset(found)


def spelled(node: ast.Name | ast.Attribute) -> str:
    """A name or attribute as it is written."""
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    return ".".join([inner.id, *reversed(names)]) if isinstance(inner, ast.Name) else ast.unparse(node)


def named(nodes: Iterator[ast.expr | None]) -> frozenset[str]:
    """The names and attributes among expressions, as they are written."""
    return frozenset(spelled(each) for each in nodes if isinstance(each, (ast.Name, ast.Attribute)))


def overlap(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether one test reads what the other reads, or a part of it."""
    if not first.isdisjoint(second):
        return True
    for one in first:
        for other in second:
            if "." in one and one.startswith(other + ".") or "." in other and other.startswith(one + "."):
                return True
    return False


@lru_cache(maxsize=_EXPRESSIONS)
def has_calls(test: ast.expr) -> bool:
    """Whether a test calls something, which may look at whatever there is."""
    return any(isinstance(part, ast.Call) for part in inside(test))


@lru_cache(maxsize=_EXPRESSIONS)
def looks_around(test: ast.expr) -> bool:
    """Whether a test calls something which may look at more than what it is given, and at files."""
    return any(isinstance(part, ast.Call) and not _is_looking(part.func) for part in inside(test))


def _is_looking(function: ast.expr) -> bool:
    """Whether a function looks at what it is given alone, by its name; what a lambda looks at stands in the test."""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in LOOKING or isinstance(function, ast.Lambda)


@lru_cache(maxsize=_LOOPS)
def bound_in(loop: ast.AST) -> frozenset[str]:
    """The names and attributes that a loop binds or changes in place."""
    found = {ast.unparse(n) for n in inside(loop) if isinstance(n, (ast.Name, ast.Attribute)) and _is_stored(n)}
    return frozenset(found | mutations(loop).names)


def filled_by(test: ast.expr, node: ast.AST | None, passes: bool) -> str:
    """The name that a side of an `if` binds, having found it to be None; empty where there is none."""
    match test:
        case ast.Compare(ast.Name(id=name), [ast.Is()], [ast.Constant(value=None)]):
            pass
        case ast.UnaryOp(ast.Not(), ast.Name(id=name)):
            pass
        case _:
            return ""
    side = (node.body if passes else node.orelse) if isinstance(node, ast.If) else []
    names = (each for statement in side for each in inside(statement) if type(each) is ast.Name and each.id == name)
    return name if any(isinstance(each.ctx, ast.Store) for each in names) else ""


@lru_cache(maxsize=_LOOPS)
def emptied_in(loop: ast.AST) -> frozenset[str]:
    """The names that a loop binds to None or to what is empty, or deletes."""
    found: set[str] = set()
    for node in inside(loop):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_empty(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(n.id for each in targets for n in ast.walk(each) if isinstance(n, ast.Name))
        elif isinstance(node, ast.Delete):
            found.update(n.id for n in node.targets if isinstance(n, ast.Name))
    return frozenset(found)


def _is_empty(value: ast.expr | None) -> bool:
    """Whether a part of what is assigned is written as None, zero or an empty container."""
    parts = value.elts if isinstance(value, ast.Tuple) and value.elts else [value]
    return any(
        (isinstance(each, ast.Constant) and not each.value)
        or (isinstance(each, (ast.List, ast.Tuple)) and not each.elts)
        or (isinstance(each, ast.Dict) and not each.keys)
        for each in parts
    )


@lru_cache(maxsize=_LOOPS)
def worked_out_in(loop: ast.For | ast.AsyncFor | ast.While) -> frozenset[str]:
    """The names that calls in a loop give, of what the loop binds besides its own target, and what hangs on them.

    Each iteration has other ones: `state, loss = step(state, batch)`, but not `last = is_last(index)`.
    """
    of_target = frozenset() if isinstance(loop, ast.While) else _parts(loop.target)
    bound = bound_in(loop) - of_target
    found: frozenset[str] = frozenset()
    for node in statements(loop):
        if isinstance(node, ast.Assign):
            parts = _parts(node.value)
            if not parts.isdisjoint(found) or (has_calls(node.value) and overlap(parts, bound)):
                found = found.union(*(_stored(target) for target in node.targets))
    return found - of_target


def _stored(target: ast.expr) -> frozenset[str]:
    """The plain names that an assignment binds."""
    return frozenset(n.id for n in walk(target) if isinstance(n, ast.Name) and _is_stored(n))


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)


def words_of(test: ast.AST, function: ast.AST | None) -> frozenset[str]:
    """The last names of what a test of a function reads, by which it may be known elsewhere: `slow` of `self.slow`."""
    return frozenset([part.rpartition(".")[2] for part in parts_of(test, named_tests(function))])


@lru_cache(maxsize=_FUNCTIONS)
def asked_in(function: ast.AST) -> frozenset[str]:
    """The words of all tests of a function, and of those inside of it."""
    nodes = inside(function)
    tests = [each.test for each in nodes if isinstance(each, (ast.If, ast.IfExp, ast.While))]
    tests += [each.subject for each in nodes if isinstance(each, ast.Match)]
    return frozenset().union(*(words_of(test, function) for test in tests))


@lru_cache(maxsize=_FUNCTIONS)
def named_tests(function: ast.AST | None) -> Tests:
    """The tests that a function assigns, by the names that it gives them."""
    tests: dict[str, list[ast.expr]] = {}
    for node in statements(function) if function is not None else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, _TESTING):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    tests.setdefault(target.id, []).append(node.value)
    return tests


@lru_cache(maxsize=_FUNCTIONS)
def returning(function: ast.AST) -> tuple[tuple[ast.expr, ...], frozenset[str]]:
    """The tests that decide which `return` of a function is reached, and the names and attributes that these give.

    There are no such tests where a loop or an exception has a part in it.
    """
    found = list(returns(function))
    around = {each for path, _ in found for each in path}
    given = named(node.value for _, node in found)
    if not all(isinstance(each, _PLAIN) for each in around):
        return (), given
    held = [getattr(each, name, None) for each in around for name in ("test", "subject", "guard")]
    return tuple(each for each in held if each is not None), given


def returns(node: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[tuple[tuple[ast.AST, ...], ast.Return]]:
    """Each `return` of a function's own, with the statements around it."""
    for block in _BLOCKS:
        for each in getattr(node, block, ()):
            if isinstance(each, ast.Return):
                yield around, each
            elif not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from returns(each, (*around, each))


def is_form(part: str) -> bool:
    """Whether a test reads the form of an array, of which callers pass each that it distinguishes: `x.ndim`."""
    return part.rpartition(".")[2] in ("ndim", "shape", "size", "dtype")


_INSPECTING = ("type", "hasattr", "getattr", "issubclass")
_OF_KIND = ("issubdtype", "isdtype")


@lru_cache(maxsize=_TESTS)
def inspected_names(test: ast.expr, function: ast.AST | None) -> tuple[str, ...]:
    """The names that a test of a function looks into in a way that is not followed."""
    return tuple(_inspected(test, named_tests(function)))


def _inspected(test: ast.expr, tests: Tests) -> list[str]:
    """Names that a test looks into in a way that is not followed: what passes it may not be what was seen.

    Args:
        tests: the tests that names stand for.
    """
    parts: list[ast.expr] = []
    match test:
        case ast.BoolOp(values=parts):
            pass
        case ast.UnaryOp(operand=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
            parts = [inner]
        case ast.Compare(
            left=ast.Subscript() | ast.Call(), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name(id=name)]
        ):
            return [name]  # `leaves[0] is tree`
        case ast.Compare(left=left, comparators=others):
            parts = [left, *others]
        case ast.Call(func=ast.Name(id=asked), args=[ast.Name(id=name), *_]) if asked in _INSPECTING:
            return [name]
        case ast.Call(
            func=ast.Attribute(attr=asked), args=[ast.Name(id=name) | ast.Attribute(ast.Name(id=name), "dtype"), *_]
        ) if asked in _OF_KIND:
            return [name]
        case ast.Call(func=called, args=args):
            parts = [called, *args]
        case ast.Name(id=name):
            return [found for given in tests.get(name, ()) for found in _inspected(given, {})]
    return [name for part in parts for name in _inspected(part, tests)]

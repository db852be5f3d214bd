"""Paths: whether something that happened on one of them can have happened where an expression is evaluated.

    for batch in batches:
        params = step(params, batch)  # donates what `start` is
    if batches:
        print(start)  # deleted; it would not be after `if not batches:`

A program that takes the path is one of its runs, unless a branch around the expression may hang on the same test.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.known import PACKAGES
from pytreelint.knowledge.words import FINITE
from pytreelint.model.project.modules import Import
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.questions import bound_in, named_tests, overlap, parts_of, spelled, worked_out_in
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.thresholds import compares, is_of_steps, is_threshold
from pytreelint.model.syntax.walking import statements, walk
from pytreelint.model.values.identity import tokens_in
from pytreelint.model.values.regions import all_around, chain
from pytreelint.model.values.states import Event
from pytreelint.model.values.value import options_of

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.regions import Region

_FUNCTIONS = 16  # whose assignments are held at a time
_STEPS = 4  # from a name to what it is computed from, and so on
_PYTHON = frozenset(dir(builtins))
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OPPOSITES = {ast.IsNot: ast.Is, ast.NotEq: ast.Eq, ast.GtE: ast.Lt, ast.Gt: ast.LtE}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NEXT = 2  # the second iteration of a loop that counts from 0 has 1


def is_feasible(event: Event, token: Token | None, frame: Frame) -> bool:
    """Whether an event can have happened where an expression is evaluated; `token`: what it needs."""
    if event.when and frame.unsure:
        return False
    inner: list[Region] = []
    for each in _since(event, frame):
        if each.kind == "loop" and each.steady and any(_is_for_the_first(region, each) for region in inner):
            return False
        test = _test(each)
        if test is not None or each.kind == "branch":
            inner.append(each)
            if event.when and not _asks_for(test, token, frame) and may_exclude(event, test, each.frame, each.passes):
                return False
    return True


def is_asked_around(parts: frozenset[str], frame: Frame) -> bool:
    """Whether a branch that is being run asks for what an inner function asks for, too: `if scan: step(carry)`."""
    tests = ((each, _test(each)) for each in chain(frame.region))
    return any(
        test is not None and overlap(parts, parts_of(test, named_tests(each.frame.function))) for each, test in tests
    )


def is_certain_here(event: Event, frame: Frame) -> bool:
    """Whether an event has certainly happened, or did so in a branch that a later iteration takes again."""
    running = [each for each in all_around(frame.region) if each.frame is frame]
    loop = next((each for each in running if each.kind == "loop"), None)
    branches = [each for each in running if each.kind == "branch" and each.node in event.when]
    if loop is None or not loop.steady or any(_is_for_the_first(each, loop) for each in branches):
        return not event.when
    return all(any(node is each.node for each in branches) for node in event.when)


def may_exclude(event: Event, test: ast.expr | None, frame: Frame, passes: bool = False) -> bool:
    """Whether the path on which an event happened may be none of those on which a test passes, or (None) a handler.

    Args:
        passes: the test has come out true. Where it is one of several that a path hangs on, the others were open then.
    """
    if test is None:
        return True
    parts = parts_of(test, {})
    for node in event.when:
        if passes and _is_one_of_several(test, node):
            continue
        results = _handed_on(event, node) if is_better(test) else frozenset[str]()
        asked, told = decides(node)
        read = _sources(parts, frame, results)
        asked |= _asked_within(event, node, test) | _settings(event, node)
        if overlap(read, told) or overlap(read, _sources(asked, frame)):
            return True
    return False


def _asked_within(event: Event, call: ast.AST, test: ast.expr) -> frozenset[str]:
    """What the method that a call has run asks of how far its instance has come, as its caller knows that.

    `agent.buffer` for `if len(self.buffer) > 8:` in `agent.update()`; a test of another form may ask the same by a
    method or property of the instance: `if agent.is_ready():`.
    """
    match call, event.inner:
        case ast.Call(ast.Attribute(value=ast.Name() | ast.Attribute() as holder)), Event() as inner:
            pass
        case _:
            return frozenset()
    instance = spelled(holder)
    found = frozenset().union(*(parts_of(node.test, {}) for node in _thresholds(inner)))
    own = [name.partition(".")[2] for name in found if name.startswith("self.")]
    if own and not compares(test):
        return frozenset((instance,))
    return frozenset(f"{instance}.{name}" for name in own)


def _settings(event: Event, call: ast.AST) -> frozenset[str]:
    """The instance that has a wrapper which donates or not, `self._step(state)`: it may have the setting, too."""
    innermost = event.innermost
    if not isinstance(call, ast.Call) or not isinstance(getattr(innermost.node, "func", None), ast.Attribute):
        return frozenset()
    if innermost.node not in innermost.when:
        return frozenset()
    func = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    return frozenset((spelled(func),)) if isinstance(func, (ast.Name, ast.Attribute)) else frozenset()


def _thresholds(event: Event) -> Iterator[ast.If]:
    """The tests of how far an instance or module has come on which it hangs whether something happens."""
    inner = event.inner if any(isinstance(node, ast.Call) for node in event.when) else None
    if inner is not None:
        yield from _thresholds(inner)
    functions = (each for each in outwards(event.module.tree, event.node) if isinstance(each, FUNCTIONS))
    function = next(functions, None) if event.when else None
    for node in event.when:
        if function is not None and isinstance(node, ast.If) and is_threshold(node.test, function):
            yield node


def hangs_on_another(event: Event, other: Event) -> bool:
    """Whether something happens only as far as a run has come, and the other thing happens at other times."""
    asked = set(_thresholds(event))
    if other.when and any(is_of_steps(node) for each in event.inwards() for node in each.when):
        return True
    return bool(asked) and not asked.issubset(node for each in other.inwards() for node in each.when)


def _is_one_of_several(test: ast.expr, node: ast.AST) -> bool:
    """Whether an `if` asks for a test and for more: `if data is not None and loss < lowest:`."""
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
        return False
    written = ast.unparse(test)
    return any(ast.unparse(part) == written for part in node.test.values)


def _handed_on(event: Event, loop: ast.AST) -> frozenset[str]:
    """The names that a loop hands from one call of a function to the next: `state = step(state)`.

    What is computed from one of them, `loss(state) < lowest`, does not tell whether the loop has run.
    """
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or not isinstance(event.node, ast.expr):
        return frozenset()
    return worked_out_in(loop) | parts_of(event.node, {}) & bound_in(loop) - parts_of(loop.target, {})


def decides(node: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """The names that decide which path is taken through a statement or call, and those that tell it afterwards."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.For(iter=test) | ast.AsyncFor(iter=test):
            return parts_of(test, {}), bound_in(node)
        case ast.Match(subject=subject):
            return parts_of(subject, {}), bound_in(node)
        case ast.expr():
            return parts_of(node, {}), frozenset()
    return frozenset(), bound_in(node)


def _since(event: Event, frame: Frame) -> Iterator[Region]:
    """The branches and loops that are being run and that have begun since an event, the innermost first."""
    before = list(all_around(event.region))
    for each in all_around(frame.region):
        if any(each is region for region in before):
            return
        yield each


def _test(region: Region) -> ast.expr | None:
    node = region.node
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return node.test
    return node.subject if isinstance(node, ast.Match) else None


def _asks_for(test: ast.expr | None, token: Token | None, frame: Frame) -> bool:
    """Whether a test asks that the very object is there, or what holds it: `best is not None`."""
    match test:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            held = frame.find(name)
            return held is not None and any(each is token for option in options_of(held) for each in tokens_in(option))
    return False


def is_first_alone(test: ast.expr, passes: bool, frame: Frame) -> bool:
    """Whether only the first iteration of a loop, which is a later one now, may take a side: `x if out is None else`.

    Args:
        passes: the side where the test comes out true.
    """
    loop = next((each for each in all_around(frame.region) if each.kind == "loop" and each.frame is frame), None)
    if loop is None or not loop.steady or not overlap(parts_of(test, {}), bound_in(loop.node)):
        return False
    return _may_pass_once(test if passes else _opposite(test))


def _opposite(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _OPPOSITES:
        return ast.Compare(test.left, [_OPPOSITES[type(test.ops[0])]()], test.comparators)
    is_not = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    return test.operand if is_not else ast.UnaryOp(ast.Not(), test)  # type: ignore[attr-defined]


def _is_for_the_first(branch: Region, loop: Region) -> bool:
    """Whether the first iteration of a loop may be the only one that takes a branch."""
    test = _test(branch)
    if test is None or branch.frame is not loop.frame:
        return False
    return overlap(parts_of(test, {}), bound_in(loop.node)) and _may_pass_once(test)


def _may_pass_once(test: ast.expr) -> bool:
    match test:
        case ast.BoolOp(op=op, values=parts):
            return (any if isinstance(op, ast.And) else all)(map(_may_pass_once, parts))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return isinstance(inner, (ast.Name, ast.Attribute))
        case ast.Name() | ast.Attribute():
            return True
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return not _is_modulo(left) and not (isinstance(right, ast.Constant) and right.value)
        case ast.Compare(ops=[ast.Lt() | ast.LtE()], comparators=[ast.Constant(value=int(bound))]):
            return bound < _NEXT
    return False


def _is_modulo(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)


def idle_side(node: ast.AST, frame: Frame) -> int | None:
    """Which way through an `if` no first iteration takes: 1 for the one past `if loss < best: best = loss`.

    What is the best so far begins at infinity, or at None, so that the first loss is better.
    """
    if not isinstance(node, ast.If):
        return None
    loop = next((each for each in all_around(frame.region) if each.kind == "loop" and each.frame is frame), None)
    if loop is None or loop.steady:
        return None
    compared = _compared(node.test)
    sides = (node.body, node.orelse)
    keeping = [any(overlap(compared, bound_in(each)) for each in side) for side in sides]
    return None if keeping[0] is keeping[1] else keeping.index(False)


def is_better(test: ast.expr | None) -> bool:
    """Whether a test asks which of two results is the better one, and not whether there is one: `loss < lowest`.

    Or whether a result is a number at all: `not jnp.isfinite(loss)`.
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return is_better(inner)
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in FINITE
        case ast.Compare(left=left, ops=[op], comparators=[right]) if isinstance(op, _ORDER):
            return not isinstance(left, ast.Constant) and not isinstance(right, ast.Constant)
    return False


@lru_cache(maxsize=_FUNCTIONS)
def _compared(test: ast.expr) -> frozenset[str]:
    """The names and attributes that a test compares with `<` or `>`."""
    found: frozenset[str] = frozenset()
    for part in walk(test):
        if isinstance(part, ast.Compare) and any(isinstance(op, _ORDER) for op in part.ops):
            found |= parts_of(part, {})
    return found


def _sources(parts: frozenset[str], frame: Frame, but: frozenset[str] = frozenset()) -> frozenset[str]:
    """Names, and those that they are computed from in a function, but for some of these."""
    assigned = _assigned(frame.function or frame.module.tree)
    found = parts
    for _ in range(_STEPS):
        more = found.union(*(assigned[name] - but for name in found if name in assigned))
        if more == found:
            break
        found = more
    return frozenset(name for name in found - _PYTHON if name in assigned or not _is_definition(name, frame))


def _is_definition(name: str, frame: Frame) -> bool:
    """Whether a name is that of a function or class of the module, or of a library: it is the same on each path."""
    root, _, rest = name.partition(".")
    bound = frame.module.bindings.get(root, [])
    if not bound or frame.find(root) is not None:
        return False
    if rest:
        return all(isinstance(each, Import) and each.module.partition(".")[0] in PACKAGES for each in bound)
    return all(isinstance(each, _DEFINITIONS) for each in bound)


@lru_cache(maxsize=_FUNCTIONS)
def _assigned(function: ast.AST) -> dict[str, frozenset[str]]:
    """What the names and attributes of a function are computed from, by all of its assignments."""
    found: dict[str, frozenset[str]] = {}
    for node in statements(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            parts = parts_of(node.value, {})
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in parts_of(target, {}):
                    found[name] = found.get(name, frozenset()) | parts
        elif isinstance(node, ast.If):
            for name in bound_in(node):  # `if debug: step = keeping`
                found[name] = found.get(name, frozenset()) | parts_of(node.test, {})
    return found

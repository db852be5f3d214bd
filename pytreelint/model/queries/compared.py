"""Whether what two calls give is compared, or chosen from: `simulate(x + eps, key) - simulate(x - eps, key)`,
`jnp.where(kind == 0, normal(key), uniform(key))`.

Results that are named as opposites (`p_loss`, `n_loss`) are compared, by whoever gets them. Whether it is equal, only
tests ask, and functions that return or assert that a call gives twice the same.

A question to syntax: numbers do not know the calls that they come from, and code further down compares them.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.knowledge.array_functions import COND, SELECTIONS, TREE_MAPS
from pytreelint.knowledge.words import EQUALITIES, OPPOSITES
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.queries.written import written_call
from pytreelint.model.syntax.shape_only import is_shape_only
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.variables import assigned, variable
from pytreelint.model.syntax.walking import arguments_of, walk
from pytreelint.model.values.value import Constant, Library

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model

_COMBINING = (ast.Add, ast.Mult, ast.MatMult)
_KEY_AND_DATA = 2  # arguments that two calls share, so that all but a setting is alike in them
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)


class Result(NamedTuple):
    """A call, and the names that its result has: variables, attributes among them."""

    call: ast.AST | None
    names: set[str]

    def is_in(self, code: ast.AST) -> bool:
        """Whether code holds the call, or reads one of the names."""
        return any(self.uses(code))

    def uses(self, code: ast.AST) -> Iterator[ast.AST]:
        """The expressions in code that are the call, or read one of the names."""
        return (each for each in walk(code) if each is self.call or variable(each) in self.names)


def are_compared(module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether the results of the calls around two expressions of one function meet in a difference, or in `<`."""
    scope, left, right = _results(module, one, two)
    if _are_opposites(left.names, right.names):
        return True
    sides = map(_sides, walk(scope))
    return any(_stand_apart(left, right, a, b) for a, b in sides if a is not None and b is not None)


def should_be_equal(model: Model, module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether two calls with one text are held against each other: `return array_equal(a, b)`, `assert a == b`.

    What only returns `a == b` may as well ask whether two draws differ, as they should.
    """
    scope, left, right = _results(module, one, two)
    if left.call is None or right.call is None or ast.dump(left.call) != ast.dump(right.call):
        return False
    ends = [each for each in walk(scope) if isinstance(each, (ast.Return, ast.Assert))]
    both = [each for each in ends if left.is_in(each) and right.is_in(each)]
    calls = (each for end in both for each in walk(end) if isinstance(each, ast.Call))
    if any(_is_of(model, module, each, EQUALITIES) for each in calls):
        return True
    asserted = (each for end in both if isinstance(end, ast.Assert) for each in walk(end.test))
    equations = [each for each in asserted if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.Eq)]
    return any(_stand_apart(left, right, each.left, each.comparators[0]) for each in equations)


def _stand_apart(left: Result, right: Result, a: ast.expr, b: ast.expr) -> bool:
    """Whether one result is on one side of an operator, and the other one on the other side."""
    return (left.is_in(a) and right.is_in(b)) or (left.is_in(b) and right.is_in(a))


def differ_in_settings(model: Model, module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether a function is called twice on the same data, with a flag or a number changed: `decode(x, key, True)`.

    With numbers that count it makes two things of two sizes; what is added or multiplied is no comparison either.
    """
    scope, left, right = _results(module, one, two)
    if not isinstance(left.call, ast.Call) or not isinstance(right.call, ast.Call) or not left.names or not right.names:
        return False
    if not left.names.isdisjoint(right.names) or any(left.is_in(each) for each in arguments_of(right.call)):
        return False
    written, again = (written_call(model, module, call) for call in (left.call, right.call))
    if written is None or again is None or written.function != again.function:
        return False
    places = written.given.keys() | again.given.keys()
    pairs = [[each.given.get(place) for each in (written, again)] for place in places]
    other = [pair for pair in pairs if len({ast.dump(each) if each is not None else "" for each in pair}) > 1]
    alike = [pair[0] for pair in pairs if pair not in other and not isinstance(pair[0], ast.Constant)]
    if len(alike) < _KEY_AND_DATA or not other or not all(_are_settings(model, module, pair) for pair in other):
        return False
    sums = (each for each in walk(scope) if isinstance(each, ast.BinOp) and isinstance(each.op, _COMBINING))
    meet = (each for each in sums if _stand_apart(left, right, each.left, each.right))
    return all(any(isinstance(part, ast.JoinedStr) for part in walk(each)) for each in meet)


def _are_settings(model: Model, module: ModuleInfo, pair: list[ast.expr | None]) -> bool:
    """Whether a flag or a fraction is given for a parameter, in one of two calls of its function or in both."""
    written = [each for each in pair if each is not None]
    with model.aside():
        values = [model.expression(each, frame_at(model, module, each)) for each in written]
    return any(isinstance(value, Constant) and type(value.value) in (bool, float) for value in values)


def are_selected(model: Model, module: ModuleInfo, one: ast.AST, two: ast.AST) -> bool:
    """Whether the results of the calls around two expressions of one function are the sides of one selection."""
    scope, *drawn = _results(module, one, two)
    calls = [each for each in walk(scope) if isinstance(each, ast.Call) and len(each.args) > 2]
    found = [c for c in calls if _chooses(model, module, c) and _are_sides(module, scope, c, drawn)]
    return bool(found) and not any(_stand_beside(module, scope, call, drawn) for call in found)


def _chooses(model: Model, module: ModuleInfo, call: ast.Call) -> bool:
    """Whether a call chooses between two of its arguments, each as a whole or leaf by leaf."""
    if _is_of(model, module, call, {*SELECTIONS, COND}):
        return True
    match call.args[0]:
        case ast.Lambda(body=ast.Call(args=[_, ast.Name(), ast.Name()]) as body):
            return _is_of(model, module, call, TREE_MAPS) and _is_of(model, module, body, SELECTIONS)
    return False


def _are_sides(module: ModuleInfo, scope: ast.AST, call: ast.Call, drawn: list[Result]) -> bool:
    """Whether two results, or what is worked out of them, are what a call chooses between."""
    own = nearest(around(module.tree, call), ast.stmt)
    inside = set(walk(call))  # what is drawn there has no name: `rows = where(mask, normal(key), rows)`
    given = [each._replace(names=set()) if each.call in inside else each for each in drawn]
    return _parts(call, *(spread(scope, each, own) for each in given))


def _stand_beside(module: ModuleInfo, scope: ast.AST, selection: ast.Call, drawn: list[Result]) -> bool:
    """Whether one array is made of what was chosen and of one of the two: `concatenate((a, where(mask, a, b)))`."""
    outer = around(module.tree, selection)
    own = nearest(outer, ast.stmt)
    chosen = Result(selection, _names(own) if isinstance(own, ast.Assign) else set())
    sides = [spread(scope, each, own) for each in drawn]
    for call in walk(scope):
        made = call.args[0] if isinstance(call, ast.Call) and call.args else None
        for parts in [made.elts] if isinstance(made, (ast.Tuple, ast.List)) else []:
            held = [each for each in parts if chosen.is_in(each)]
            if held and any(_is_read(module, side, each) for side in sides for each in parts if each not in held):
                return True
    return False


def _is_read(module: ModuleInfo, result: Result, code: ast.AST) -> bool:
    """Whether code reads the numbers of a result, and not its shape alone."""
    uses = (each for each in result.uses(code) if isinstance(each, ast.expr))
    return any(not is_shape_only(module.tree, each) for each in uses)


def _results(module: ModuleInfo, one: ast.AST, two: ast.AST) -> tuple[ast.AST, Result, Result]:
    """The function around two expressions, and the results of the calls around each of these."""
    outer = around(module.tree, one)
    scope = nearest(outer, SCOPES) or module.tree
    return scope, result_of(outer), result_of(around(module.tree, two))


def spread(scope: ast.AST, result: Result, but: ast.AST | None = None) -> Result:
    """A call and all names whose values are worked out from its result, other than by one statement (`but`)."""
    found = Result(result.call, set(result.names))
    for each in walk(scope):
        if isinstance(each, ast.Assign) and each is not but and found.is_in(each.value):
            found.names.update(_names(each))
    return found


def result_of(outer: list[ast.AST]) -> Result:
    """The innermost of some nodes that is a call, and the names that its statement gives to what it gives."""
    call = nearest(outer, ast.Call)
    statement = nearest(outer, ast.stmt)
    return Result(call, _names(statement) if isinstance(statement, ast.Assign) else set())


def _names(statement: ast.Assign) -> set[str]:
    return {name for target in statement.targets for name in assigned(target)}


def _is_of(model: Model, module: ModuleInfo, call: ast.Call, functions: Collection[str]) -> bool:
    """Whether a call is of one of some functions of libraries."""
    with model.aside():
        function = model.expression(call.func, frame_at(model, module, call))
    return isinstance(function, Library) and function.name in functions


def _are_opposites(one: Collection[str], two: Collection[str]) -> bool:
    """Whether a name among the results of one call is that of another one's opposite."""
    found = {opposite for name in one for opposite in _opposites(name)}
    return not found.isdisjoint(two)


def _opposites(name: str) -> Iterator[str]:
    holder, dot, own = name.rpartition(".")
    parts = own.split("_")
    for pair in OPPOSITES:
        for at, part in enumerate(parts):
            if part in pair:
                yield holder + dot + "_".join((*parts[:at], pair[1 - pair.index(part)], *parts[at + 1 :]))


def _sides(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    match node:
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return left, right
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            return left, right
    return None, None


def _parts(call: ast.Call, left: Result, right: Result) -> bool:
    """Whether each side of a selection speaks of one of the two results, and of that one alone; nothing else does.

    What chooses between two states, leaf by leaf, may be a part of one: `state.step == limit`.
    """
    test, *sides = [(left.is_in(each), right.is_in(each)) for each in arguments_of(call)]
    if sorted(sides[:2]) != [(False, True), (True, False)]:
        return False
    of_states = isinstance(call.args[0], ast.Lambda) and not all(test)
    return not any(map(any, sides[2:])) and (of_states or not any(test))

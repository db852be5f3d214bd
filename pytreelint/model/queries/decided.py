"""Whether one draw decides what is done to several data: `crop(key, image)` and `crop(key, mask)`.

What is drawn is no noise of the data's own shape, but a number, an offset or a coin, or a key for each row; the same
function gets other data each time, and what it makes of them never meets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import DECIDING, SPLITTER
from pytreelint.model.queries.compared import SCOPES, Result, result_of, spread
from pytreelint.model.syntax.standing import around, nearest, outwards
from pytreelint.model.syntax.variables import variable
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.states import Event

_DISPLAYS = (ast.Tuple, ast.List, ast.Dict)


def are_decided(before: Event, again: Event) -> bool:
    """Whether two events are one decision about two data."""
    if before.inner is None or before.innermost.node is not again.innermost.node or before.module is not again.module:
        return False
    if not _is_decision(before.innermost):
        return False
    if before.node is again.node:
        return _is_of_each_part(before.module, before.node)
    outer, later = ([*around(each.module.tree, each.node), each.node] for each in (before, again))
    one, two = result_of(outer), result_of(later)
    scope = nearest(outer, SCOPES) or before.module.tree
    if not _get_other_data(one.call, two.call) or not any(each is scope for each in later):
        return False
    if one.names and one.names == two.names:
        return _is_threaded(one) and _is_threaded(two)
    return not _meet(scope, spread(scope, one), spread(scope, two))


def _is_decision(event: Event) -> bool:
    """Whether what is drawn has a shape of its own, or is a key for each row of what a function is given."""
    call = next((each for each in outwards(event.module.tree, event.node) if isinstance(each, ast.Call)), None)
    if call is None:
        return False
    place, word = (1, "num") if event.by == SPLITTER else (DECIDING.get(event.by, 0), "shape")
    shape = next((each.value for each in call.keywords if each.arg == word), None)
    shape = call.args[place] if shape is None and 0 < place < len(call.args) else shape
    if event.by == SPLITTER:
        return shape is not None and any(
            isinstance(each, ast.Attribute) and each.attr == "shape" for each in walk(shape)
        )
    parts = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape] if shape is not None else []
    return place > 0 and all(isinstance(each, ast.Constant) for each in parts)


def _get_other_data(one: ast.AST | None, two: ast.AST | None) -> bool:
    """Whether two calls of one function differ in what they are given by name."""
    if not isinstance(one, ast.Call) or not isinstance(two, ast.Call) or ast.dump(one.func) != ast.dump(two.func):
        return False
    pairs = [*zip(one.args, two.args, strict=False), *zip(_values(one), _values(two), strict=False)]
    other = [(a, b) for a, b in pairs if ast.dump(a) != ast.dump(b)]
    named = (ast.Name, ast.Attribute, ast.Subscript)
    return len(other) == 1 and all(isinstance(each, named) for each in other[0])


def _values(call: ast.Call) -> list[ast.expr]:
    return [each.value for each in sorted(call.keywords, key=lambda each: each.arg or "")]


def _meet(scope: ast.AST, one: Result, two: Result) -> bool:
    """Whether an expression reads both results, other than side by side in what is given back or kept."""
    if not one.names.isdisjoint(two.names):
        return True
    return any(one.is_in(each) and two.is_in(each) for each in _expressions(scope))


def _is_threaded(result: Result) -> bool:
    """Whether a call is given what its result is assigned to: the parts of one tree are changed one after the other."""
    given = set(map(variable, getattr(result.call, "args", ())))
    return len(result.names) == 1 and result.names <= given


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of statements; of a tuple, list or dict that is written down, its items."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.expr):
            yield from _items(each)
        elif not isinstance(each, ast.arguments):
            yield from _expressions(each)


def _items(node: ast.expr) -> Iterator[ast.expr]:
    if not isinstance(node, _DISPLAYS):
        yield node
        return
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.expr):
            yield from _items(each)


def _is_of_each_part(module: ModuleInfo, node: ast.AST) -> bool:
    """Whether the call around an expression is given the item of something under the name that a loop goes over."""
    outer = [node, *outwards(module.tree, node)]
    call = next((each for each in outer if isinstance(each, ast.Call)), node)
    loop = next((each for each in outer if isinstance(each, (ast.For, ast.comprehension))), None)
    names = {each.id for each in walk(loop.target) if isinstance(each, ast.Name)} if loop is not None else set()
    items = (each.slice for each in walk(call) if isinstance(each, ast.Subscript))
    return any(isinstance(each, ast.Name) and each.id in names for each in items)

"""On which arguments of a call it depends what is shuffled in it: `train_epoch(state, data, key)` shuffles `data`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bindings
from pytreelint.model.syntax.parameters import FUNCTIONS, takes_self
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.states import Event

_WORDS = frozenset({"x", "a"})  # for what `permutation` shuffles, and of what `choice` takes rows


def rows_given(event: Event) -> list[ast.expr] | None:
    """Returns the arguments of the call at an event that decide what a draw inside of it shuffles; None: unknown."""
    chain = list(event.inwards())
    call = _call(chain[-1])
    rows = [*call.args[1:2], *(each.value for each in call.keywords if each.arg in _WORDS)] if call else []
    if len(rows) != 1:
        return None
    for outer, inner in reversed(list(pairwise(chain))):
        function = next((e for e in outwards(inner.module.tree, inner.node) if isinstance(e, FUNCTIONS)), None)
        call = _call(outer)
        if not isinstance(function, ast.FunctionDef) or call is None or takes_self(function):
            return None
        names = _parameters_read(inner.module.tree, function, rows)
        given = [_given(call, function, name) for name in names or ()]
        if names is None or None in given:
            return None
        rows = [each for each in given if each is not None]
    return rows


def _call(event: Event) -> ast.Call | None:
    return next((each for each in outwards(event.module.tree, event.node) if isinstance(each, ast.Call)), None)


def _parameters_read(tree: ast.AST, function: ast.FunctionDef, nodes: Iterable[ast.expr]) -> list[str] | None:
    """The parameters of which expressions of a function are worked out; None where something else is read."""
    bound, found = bindings(function), dict[str, None]()
    pending, seen = list(nodes), set[str]()
    while pending:
        names = {each.id for each in walk(pending.pop()) if isinstance(each, ast.Name)} - seen
        seen |= names
        for name in sorted(names):
            match bound.get(name, []):
                case [] if not _is_made_around(tree, function, name):
                    pass  # of the module, or given to a function around: it is the same in each call
                case [ast.arg()]:
                    found[name] = None
                case [ast.Assign(targets=[ast.Name()], value=value)]:
                    pending.append(value)
                case _:
                    return None
    return list(found)


def _is_made_around(tree: ast.AST, function: ast.FunctionDef, name: str) -> bool:
    """Whether a function around binds a name other than as a parameter or a function, and so perhaps in a loop."""
    around = [bindings(each).get(name, []) for each in outwards(tree, function) if isinstance(each, FUNCTIONS)]
    return any(len(bound) > 1 or not isinstance(bound[0], (ast.arg, *FUNCTIONS)) for bound in around if bound)


def _given(call: ast.Call, function: ast.FunctionDef, name: str) -> ast.expr | None:
    """What a call gives for a parameter, where it is written down."""
    if any(isinstance(each, ast.Starred) for each in call.args):
        return None
    named = next((each.value for each in call.keywords if each.arg == name), None)
    order = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    place = order.index(name) if name in order else len(call.args)
    return call.args[place] if named is None and place < len(call.args) else named

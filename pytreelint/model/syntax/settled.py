"""Names of a function that its arguments alone settle: what two calls that are given the same find alike.

def sample(logits, key, temperature=None):
    temperature = default(temperature, 0.6)  # by `temperature` alone
    greedy = temperature == 0                # so is this
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.walking import inside

_FUNCTIONS = 256  # whose names are held at a time
_COMPUTING = (
    ast.Name,
    ast.Constant,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.BinOp,
    ast.IfExp,
    ast.Call,
    ast.keyword,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.boolop,
)
_CHANGING = frozenset({"next", "input", "open", "iter", "getattr", "eval", "locals", "globals"})


@lru_cache(maxsize=_FUNCTIONS)
def settled(function: ast.FunctionDef) -> Mapping[str, frozenset[str]]:
    """Returns the names that only plain assignments bind, each with the parameters that it hangs on; those, too."""
    parameters = {part.arg for part in inside(function.args) if isinstance(part, ast.arg)}
    by_name: dict[str, list[ast.expr]] = {name: [] for name in parameters}
    others: list[ast.AST] = []
    for statement, tests in _flat(function.body, ()):
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            by_name.setdefault(statement.targets[0].id, []).extend((statement.value, *tests))
            others += [statement.value, *statement.targets[1:]]
        else:
            others.append(statement)
    bound = bound_names(others)
    local = bound | by_name.keys()
    found = {name: values for name, values in by_name.items() if name not in bound and all(map(_computes, values))}
    while True:
        known = found.keys()
        left = {name: values for name, values in found.items() if all(_names(v) & local <= known for v in values)}
        if len(left) == len(found):
            return {name: _parameters(name, left, parameters) for name in left}
        found = left


def _flat(body: list[ast.stmt], tests: tuple[ast.expr, ...]) -> Iterator[tuple[ast.AST, tuple[ast.expr, ...]]]:
    """The statements of a body and of its branches, each with the tests around it; of a branch itself, its test."""
    for statement in body:
        if isinstance(statement, ast.If):
            yield statement.test, tests
            yield from _flat(statement.body, (*tests, statement.test))
            yield from _flat(statement.orelse, (*tests, statement.test))
        else:
            yield statement, tests


def _computes(value: ast.expr) -> bool:
    """Whether an expression only computes with names and constants, by functions that are called by a name."""
    for part in ast.walk(value):
        if not isinstance(part, _COMPUTING):
            return False
        if isinstance(part, ast.Call) and (not isinstance(part.func, ast.Name) or part.func.id in _CHANGING):
            return False
    return True


def _names(value: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}


def _parameters(name: str, by_name: Mapping[str, list[ast.expr]], parameters: set[str]) -> frozenset[str]:
    seen, pending = set[str](), [name]
    while pending:
        each = pending.pop()
        if each in by_name and each not in seen:
            seen.add(each)
            pending += [inner for value in by_name[each] for inner in _names(value)]
    return frozenset(seen & parameters)

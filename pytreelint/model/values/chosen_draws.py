"""What a call draws from where its arguments say so: two calls that are given the same draw twice.

def dropout(x, key, train):
    if not train:
        return x
    return x * bernoulli(key, 0.9, x.shape)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.mutations import mutations
from pytreelint.model.syntax.questions import has_calls, parts_of
from pytreelint.model.syntax.settled import settled
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.happenings import DrawnBy
from pytreelint.model.values.states import Event, Events, facts_in

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame

_BLOCKS = (ast.If, ast.With)
_LEAVING = (ast.Return, ast.Yield, ast.YieldFrom)


def drawn_by_arguments(frame: Frame, certain: Events) -> Events:
    """The draws of a call that has ended, on paths that its arguments alone choose; `certain`: those on any path."""
    found: Events = {}
    if not isinstance(frame.function, ast.FunctionDef):
        return found
    for final in frame.finals:
        for (kind, token), event in facts_in(final).events.items():
            if kind != "drawn" or (kind, token) in certain or not token.root().formal:
                continue
            by = _by(frame.module, frame.function, event) if event.module is frame.module else None
            if by is not None:
                found[by, token] = event
    return found


def _by(module: ModuleInfo, function: ast.FunctionDef, event: Event) -> DrawnBy | None:
    """What chooses the path to a draw in a function; None where that is more than the function's parameters."""
    tests = _tests(module, function, event.node)
    if not tests or any(node not in tests for node in event.when):
        return None
    asked = frozenset[str]().union(*(parts_of(each.test, {}) for each in tests))
    by_name = settled(function)
    changed = mutations(function)
    if not asked <= by_name.keys() or any(has_calls(each.test) for each in tests):
        return None
    if not asked.isdisjoint(changed.names | {name for name, _ in changed.called}):
        return None
    words = [f"{function.name}:{function.lineno}", *(ast.dump(each.test) for each in tests)]
    parameters = frozenset[str]().union(*(by_name[name] for name in asked))
    return DrawnBy("\n".join(words), tuple(sorted(parameters)))


def _tests(module: ModuleInfo, function: ast.FunctionDef, node: ast.AST) -> list[ast.If]:
    """The branches around a place, and those before it at which a function may have returned; none where it may have
    done so anywhere else, or not come there for another reason.
    """
    around = [each for each in outwards(module.tree, node) if isinstance(each, ast.stmt)]
    around = around[: around.index(function)] if function in around else around
    if not all(isinstance(each, _BLOCKS) for each in around[1:]):
        return []
    tests = [each for each in around if isinstance(each, ast.If)]
    for statement in function.body:
        if statement in around or statement is node:
            break
        if any(isinstance(each, _LEAVING) for each in inside(statement)):
            if not isinstance(statement, ast.If) or statement.orelse:
                return []
            tests.append(statement)
    return tests

"""Paths that each iteration of a loop takes, if one does: nothing in the loop changes what their tests ask.

for _ in range(steps):
    logits = model(tokens)
    if greedy:
        tokens = logits.argmax(-1)
    else:
        tokens = categorical(key, logits)  # from the same key in each iteration
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.questions import bound_in, has_calls, parts_of, spelled
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.states import LOOPS, Event, holds

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame

_SETTING_UP = frozenset({"__init__", "__post_init__", "setup"})
_NO_TESTS: dict[str, list[ast.expr]] = {}


def goes_there_again(before: Event, event: Event, frame: Frame) -> bool:
    """Whether an iteration comes to what happened in the one before by tests alone that come out as they did there."""
    if before.node is not event.node or not all(isinstance(node, ast.If) for node in before.when):
        return False
    loop = _loop_around(event, frame)
    if loop is None:
        return False
    changed = bound_in(loop) | _asked_by(loop)
    return all(isinstance(node, ast.If) and _is_steady(node, loop, event, changed, frame) for node in before.when)


def is_of_first_time(before: Event, event: Event, frame: Frame) -> bool:
    """Whether a loop comes there but once: a branch sets what its own test asks (`if first: ...; first = False`)."""
    loop = _loop_around(event, frame) if before.node is event.node else None
    return loop is not None and any(
        isinstance(node, ast.If) and holds(loop, node) and _sets_its_test(node)
        for node in outwards(frame.module.tree, event.node)
    )


def _sets_its_test(node: ast.If) -> bool:
    asked = parts_of(node.test, _NO_TESTS)
    return any(
        isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant) and spelled(target) in asked
        for each in node.body
        for target in (each.targets if isinstance(each, ast.Assign) else ())
        if isinstance(target, (ast.Name, ast.Attribute))
    )


def _loop_around(event: Event, frame: Frame) -> ast.AST | None:
    """The innermost loop of a function's own around a place in its module."""
    outer = outwards(frame.module.tree, event.node)
    loop = next((each for each in outer if isinstance(each, (*LOOPS, ast.Lambda, ast.FunctionDef))), None)
    return loop if isinstance(loop, LOOPS) else None


def _asked_by(loop: ast.AST) -> frozenset[str]:
    """What says how often a loop runs: where it runs once, a test may ask for that."""
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return parts_of(loop.iter, _NO_TESTS)
    return parts_of(loop.test, _NO_TESTS) if isinstance(loop, ast.While) else frozenset()


def _is_steady(node: ast.If, loop: ast.AST, event: Event, changed: frozenset[str], frame: Frame) -> bool:
    """Whether the test of a branch of the loop asks for nothing that its iterations, or other code, may change."""
    if not holds(loop, node) or not holds(node, event.node) or has_calls(node.test):
        return False
    asked = parts_of(node.test, _NO_TESTS)
    names = {part.partition(".")[0] for part in asked}
    if not asked.isdisjoint(changed) or not names.isdisjoint(changed):
        return False
    assigned = frame.module.answer(_assigned, lambda: _assigned(frame.module.tree))
    return names.isdisjoint(assigned) and all(part.rpartition(".")[2] not in assigned for part in asked if "." in part)


def _assigned(tree: ast.AST) -> frozenset[str]:
    """What functions of a module assign: attributes, but where they set instances up, and names of others."""
    setting_up = {
        id(part)
        for each in inside(tree)
        if isinstance(each, ast.FunctionDef) and each.name in _SETTING_UP
        for part in inside(each)
    }
    stored = {
        each.attr
        for each in inside(tree)
        if isinstance(each, ast.Attribute) and not isinstance(each.ctx, ast.Load) and id(each) not in setting_up
    }
    elsewhere = (each.names for each in inside(tree) if isinstance(each, (ast.Nonlocal, ast.Global)))
    return frozenset(stored.union(*elsewhere))

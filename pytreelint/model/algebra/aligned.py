"""Draws that take two arrays apart in the same way, on purpose: rows and their labels, shuffled with one key."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import ALIGNED, WEIGHTS
from pytreelint.model.syntax.standing import outwards

if TYPE_CHECKING:
    from pytreelint.model.values.states import Event


def are_aligned(before: Event, again: Event) -> bool:
    """Whether two draws take the same rows: the same function, from what is weighted alike."""
    return before.by == again.by in ALIGNED and not _are_weighted_apart(before, again)


def _are_weighted_apart(before: Event, again: Event) -> bool:
    """Whether `choice(key, boxes, p=sizes)` stands beside `choice(key, kinds, p=rates)`: one of each is taken.

    In another function, other names may mean the same weights.
    """
    if before.by not in WEIGHTS:
        return False
    one, two = _weights(before), _weights(again)
    if one is None or two is None:
        return one is not two
    return before.module is again.module and _function(before) is _function(again) and ast.dump(one) != ast.dump(two)


def _weights(event: Event) -> ast.expr | None:
    """What a call says of how likely each row is; None: nothing."""
    call = next((each for each in outwards(event.module.tree, event.node) if isinstance(each, ast.Call)), None)
    if call is None:
        return None
    position, word = WEIGHTS[event.by]
    given = next((each.value for each in call.keywords if each.arg == word), None)
    given = call.args[position] if given is None and position < len(call.args) else given
    return None if isinstance(given, ast.Constant) and given.value is None else given


def _function(event: Event) -> ast.AST | None:
    outer = outwards(event.module.tree, event.node)
    return next((each for each in outer if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))), None)

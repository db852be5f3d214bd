"""Keys that are taken by their number of those that a split gives: `split(key, 4)[3]`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import SPLITTER
from pytreelint.model.syntax.standing import around, nearest

if TYPE_CHECKING:
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.states import Event

SPLIT = "split"  # the step from a key to one of those that it is split into
_PAIR = 2  # the keys that a split gives unless told otherwise


def is_taken(token: Token) -> bool:
    """Whether it is one of the keys that another one was split into, by its number: `split(key, 3)[2]`."""
    return token.step is not None and token.step[0] == SPLIT


def is_beyond(token: Token, before: Event) -> bool:
    """Whether it is `split(key, 4)[3]`, and the key was split in three before: the first keys are the same ones.

    So they are with `jax_threefry_partitionable`, which is the default since jax 0.5.0.
    """
    if token.step is None or not is_taken(token) or before.by != SPLITTER:
        return False
    call = nearest(around(before.module.tree, before.node), ast.Call)
    if call is None:
        return False
    written = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == "num")]
    counts = [each.value for each in written if isinstance(each, ast.Constant)] if written else [_PAIR]
    taken = token.step[1]
    return isinstance(taken, int) and any(isinstance(count, int) and count <= taken for count in counts)

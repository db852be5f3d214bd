"""Keys that another one gives: by their number of those that a split gives, `split(key, 4)[3]`, or by a datum."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import SAME_DATA, SPLITTER
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.values.identity import FOLD, plain, stamped

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.states import Event
    from pytreelint.model.values.value import Value

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


def folded(result: Value, arguments: Arguments) -> Value:
    """What `fold_in(key, 0)` gives: where the same is folded into the same key again, the same key."""
    key, datum = arguments.get(0, "key"), arguments.expression(1, "data")
    if key is None or key.token is None or not _is_same_each_time(datum):
        return plain(result)
    return stamped(result, key.token.part((FOLD, ast.dump(datum))))


def is_folded(key: Value) -> bool:
    """Whether a key is what `fold_in` makes of another one."""
    return key.token is not None and key.token.step is not None and key.token.step[0] == FOLD


def has_row_in_it(key: Token) -> bool:
    """Whether the number of a row was folded into a key: `fold_in(key, axis_index("batch"))`."""
    steps = [each.step for each in key.holders() if each.step is not None]
    return any(kind == FOLD and "axis_index" in str(datum) for kind, datum in steps)


def _is_same_each_time(datum: ast.AST) -> bool:
    """Whether an expression says by itself that it has one value: a number that is written, the number of a device."""
    match datum:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=args, keywords=[]):
            return name in SAME_DATA and all(isinstance(each, ast.Constant) for each in args)
    return False

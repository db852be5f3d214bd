"""Module-level names that an `if` of the module binds on each side: what it chose is there before any function runs.

if jax.default_backend() == "gpu":
    attend = jax.jit(flash_attention)
else:
    attend = jax.jit(attention)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.questions import parts_of
from pytreelint.model.values.alternatives import with_choice
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.value import Union, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytreelint.model.project.modules import Binding, ModuleInfo
    from pytreelint.model.values.frame import Frame


def chosen(value: Value, found: Sequence[Binding], name: str, frame: Frame) -> Value:
    """The value of a name after all its bindings, with the choice noted where one `if` chose between them."""
    if not isinstance(value, Union) or value.each or value.choice is not None:
        return value
    for statement in frame.module.tree.body:
        if isinstance(statement, ast.If) and _parts(statement, found):
            asked = {part for test in _tests(statement) for part in parts_of(test, {})}
            return with_choice(value, Choice(frame, None, frozenset({name, *asked}), apart=True))
    return value


def side_of(module: ModuleInfo, row: int, found: Sequence[Binding]) -> Binding | None:
    """The one of a name's bindings that stands on the same side of an `if` of the module as a row.

    Where the function of that row runs, no other side has run. None where nothing, or not that alone, is bound there.
    """
    for statement in module.answer(side_of, lambda: [each for each in module.tree.body if isinstance(each, ast.If)]):
        if statement.lineno <= row <= (statement.end_lineno or 0) and _parts(statement, found):
            for side in _sides(statement):
                if side and side[0].lineno <= row <= (side[-1].end_lineno or 0):
                    return next((each for each in found if each in side), None)
    return None


def _parts(statement: ast.If, found: Sequence[Binding]) -> bool:
    """Whether each binding stands on a side of its own; the first may stand before the `if`, and is what it leaves."""
    sides = list(_sides(statement))
    first = found[0] if isinstance(found[0], ast.stmt) and found[0].lineno < statement.lineno else None
    own = found[1:] if first is not None else found
    placed = [next((n for n, side in enumerate(sides) if each in side), None) for each in own]
    return bool(placed) and None not in placed and len(set(placed)) == len(placed)


def _sides(statement: ast.If) -> list[list[ast.stmt]]:
    match statement.orelse:
        case [ast.If() as other]:
            return [statement.body, *_sides(other)]
    return [statement.body, statement.orelse]


def _tests(statement: ast.If) -> list[ast.expr]:
    match statement.orelse:
        case [ast.If() as other]:
            return [statement.test, *_tests(other)]
    return [statement.test]

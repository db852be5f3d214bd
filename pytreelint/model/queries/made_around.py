"""Functions that are made around others: each is another one, and needs a program of its own.

for policy in policies:
    solve(lambda y: 2 * policy(y), x)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import captured_names
from pytreelint.model.syntax.parameters import FUNCTIONS, signature
from pytreelint.model.transforms.captures import changes, passable
from pytreelint.model.values.value import Function, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.regions import Region


def is_around_another(value: Value, step: Region, model: Model) -> bool:
    """Whether a function captures something else in each iteration: `lambda y: policy(y)` for each policy."""
    if not isinstance(value, Function) or value.closure is None:
        return False
    return bool(changes(model, value.node, value.closure, step))


def is_made_for_its_maker(value: Value, model: Model) -> bool:
    """Whether a function captures what its maker was given, and no compiled function could take: another function."""
    scope = value.closure if isinstance(value, Function) else None
    if scope is None or not isinstance(value, Function) or not isinstance(scope.function, FUNCTIONS):
        return False
    given = signature(scope.function.args).positions.keys() & captured_names(value.node)
    held = [found for name in given if (found := scope.find(name)) is not None]
    return not all(passable(model, each) for each in held)

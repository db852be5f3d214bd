"""What names hold beside a test that looks into them: `if hasattr(fn, "static"):`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pytreelint.model.interpreter.joins import Env
from pytreelint.model.syntax.questions import inspected_names
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import stamped
from pytreelint.model.values.unknowns import is_being_made
from pytreelint.model.values.value import Unknown, Value


def on_both_sides(test: ast.expr, before: Env, frame: Frame) -> Env:
    """What the names that a test looks into hold on either side: the same objects, of another kind perhaps."""
    names = [n for n in inspected_names(test, frame.function) if not is_being_made(before.get(n))]
    return {name: _perhaps_another(before.get(name)) for name in names}


def forget(seen: Mapping[str, Value], before: Env, env: Env | None) -> None:
    """Behind the test each name holds what it held before, unless something else was assigned."""
    if env is None:
        return
    for name in [name for name, value in seen.items() if env.get(name) is value]:
        if name in before:
            env[name] = before[name]
        else:
            del env[name]  # the variable of an outer function


def _perhaps_another(value: Value | None) -> Value:
    return stamped(Unknown("inspected"), value.token if value is not None else None)

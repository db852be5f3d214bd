"""Python numbers that a transform is given, as arrays: for twins that would take them for constants."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import AS_ARRAY
from pytreelint.model.project.importing import Spelling, spelling
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.handed_on import uses_of
from pytreelint.model.values.sites import TransformCall
from pytreelint.model.values.value import Array, Constant, Scalar, Value
from pytreelint.rules.arguments import after, before
from pytreelint.rules.conditions import numbers_in
from pytreelint.rules.finding import Edit

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def as_arrays(
    model: Model, module: ModuleInfo, calls: Sequence[TransformCall]
) -> tuple[list[Spelling], list[Edit]] | None:
    """`f(model, jnp.asarray(0.1))`: weakly typed, as the raw transform traces it; None where one cannot be wrapped.

    A number must be an argument of its own, written at a call of this file.
    """
    own = set(uses_of(model, module, calls[0].node).calls) if calls else set()
    if any(call.call not in own for call in calls):
        return None  # another function calls it, and is given its arguments
    wrapped: dict[ast.expr, None] = {}
    for call in calls:
        for operand in call.operands:
            if operand.role not in ("traced", "index") or numbers_in(model, [operand.value]).varying == "none":
                continue
            node = operand.node
            written = isinstance(node, ast.expr) and node is not call.call and not isinstance(node, ast.Starred)
            if not written or call.caller is not module or not _is_number(operand.value):
                return None
            assert isinstance(node, ast.expr)
            wrapped[node] = None
    met = [o.value for call in calls for o in call.operands if o.node in wrapped]
    if not all(_is_number(value) or isinstance(value, Array) for value in met):
        return None
    edits: list[Edit] = []
    spellings: list[Spelling] = []
    for node in wrapped:
        place, spelled = module.source.place(node), spelling(module, AS_ARRAY, node)
        if spelled is None:
            return None
        spellings.append(spelled)
        edits += [Edit(before(place), f"{spelled.code}("), Edit(after(place), ")")]
    return spellings, edits


def _is_number(value: Value) -> bool:
    return isinstance(value, (Constant, Scalar)) and value.kind in ("int", "float", "complex", "bool")

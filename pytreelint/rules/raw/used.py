"""Whether each use of the function that a transform makes is one in which its twin does the same."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.transforms import Transform
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.queries.handed_on import uses_elsewhere, uses_of
from pytreelint.model.values.sites import DecoratedMethod, TransformCall
from pytreelint.rules.conditions import ONLY_CALLED, UNSEEN_CALL
from pytreelint.rules.finding import Condition

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def used_safely(model: Model, module: ModuleInfo, node: ast.expr, transform: Transform) -> list[Condition]:
    """A condition for a transform that makes a function; none for one that calls it."""
    if transform.style != "wraps":
        return []
    judged = model.judged
    if judged is None:
        return []
    uses = uses_of(model, module, node) if judged is module else uses_elsewhere(model, judged, node)
    if uses.escape:
        return [Condition(f"the function is not only called: {uses.escape}", False)]
    sites = [each for each in model.sites_at(node) if isinstance(each, (TransformCall, DecoratedMethod))]
    followed = {each.call for each in sites}
    if not uses.method and any(call not in followed for call in uses.calls if call.args or call.keywords):
        return [UNSEEN_CALL]
    return [ONLY_CALLED]

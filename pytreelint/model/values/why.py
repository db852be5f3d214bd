"""A link of the evidence."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo


@record(frozen=True, slots=True)
class Why:
    """A link of the evidence: what is true at a node, and what led to it."""

    module: ModuleInfo
    node: ast.AST
    message: str
    before: Why | None = None

"""Help lines of the 2xx rules: this program's own expression with the filtered twin, valid Python once pasted."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import PARTITION
from pytreelint.knowledge.transforms import Transform
from pytreelint.model.concrete import renamed
from pytreelint.model.modules import ModuleInfo

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator


def with_twin(
    model: Evaluator, module: ModuleInfo, node: ast.AST, transform: Transform, why: str, decorated: str = ""
) -> str:
    """Import the twin and use it where the raw transform stands; `why` names the class and field."""
    twin = transform.twins.get(model.program.target_for(module), "")
    if not twin:
        return f"{PARTITION}  # pass `arrays`, and combine them with `rest` inside: {why}"
    home, _, name = twin.rpartition(".")
    if decorated:
        return f"from {home} import {name}  # and decorate `{decorated}` with `@{name}`: {why}"
    code = renamed(model, module, node, transform.name, name) if isinstance(node, ast.expr) else None
    return f"from {home} import {name}; {code or name}  # {why}"

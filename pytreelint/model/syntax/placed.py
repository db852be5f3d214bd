"""Code that stands for what a call means: it is placed where the call is, so that what is said of it stands there."""

from __future__ import annotations

import ast
from typing import TypeVar

_Node = TypeVar("_Node", bound=ast.AST)


def placed(made: _Node, node: ast.AST) -> _Node:
    """Code that was made, with each part at the place of a node."""
    for part in ast.walk(made):
        if "lineno" in part._attributes:
            ast.copy_location(part, node)
    return made

"""What is believed about a class or value: the PyTree that JAX would flatten it into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pytreelint.model.place import Place

Kind = Literal["node", "container", "array", "opaque", "scalar", "static", "unknown"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One level of the inferred PyTree.

    Attributes:
        label: the field's name, the index or key in a container; the class's name at the root.
        kind: what `tree_flatten` makes of it. Only nodes and containers have children.
        type: the value in words (`float array`, `MLP`, `function`).
        place: the line that says so, None for what only the libraries' tables say.
        why: what that line says (`annotation jax.Array`, `marked static`).
    """

    label: str
    kind: Kind
    type: str
    place: Place | None = None
    why: str = ""
    children: tuple[TreeNode, ...] = ()

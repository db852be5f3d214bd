"""What a mapped function returned: the leaves that pass through JAX with their axes, and the tree without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.maps.axes import Axes, Axis, resolve
from pytreelint.runtime.trees.leaves import is_array, is_array_like
from pytreelint.runtime.trees.selection import paths

Passed: TypeAlias = list[tuple[Axis, Any]]
_PASSED: Any = object()


@dataclass(frozen=True, slots=True)
class Outputs:
    """The tree of outputs; it holds no array, so that none outlives its trace.

    Attributes:
        treedef: Its structure.
        axes: The mapped axis of each leaf.
        statics: Each leaf that does not pass through JAX, in its place.
    """

    treedef: Any
    axes: list[Axis]
    statics: list[Any]

    def join(self, following: Callable[[Axis], Any]) -> Any:
        """The tree with arrays in it.

        Args:
            following: Gives what JAX made of the next leaf that passed with this axis.
        """
        pairs = zip(self.statics, self.axes, strict=True)
        return self.treedef.unflatten([following(axis) if leaf is _PASSED else leaf for leaf, axis in pairs])

    def passed(self) -> list[tuple[str, Axis]]:
        """The path and the axis of each leaf that passed."""
        named = zip(paths(self.treedef), self.statics, self.axes, strict=True)
        return [(path, axis) for path, leaf, axis in named if leaf is _PASSED]


def take_apart(out: Any, out_axes: Axes, what: str) -> tuple[Outputs, Passed]:
    """Split what a mapped function returned.

    Args:
        out: Any PyTree.
        out_axes: The spec of its axes.
        what: The transform, for errors.

    Returns:
        The tree without the leaves that are mapped or arrays, and these with their axes.

    Raises:
        ValueError: `out_axes` does not fit.
        TypeError: A leaf that is to have a mapped axis is neither an array nor a number.
    """
    resolved = resolve(out, out_axes, "out_axes")
    statics, passed = list(resolved.leaves), []
    for position, (leaf, axis) in enumerate(zip(resolved.leaves, resolved.axes, strict=True)):
        if axis is not None and not is_array_like(leaf):
            path = keystr(tree_flatten_with_path(out)[0][position][0])
            raise TypeError(
                f"{what}: `out_axes` is {axis} at output{path}, a {type(leaf).__name__}, which has no axes; give it "
                "None, or `if_array(...)` for a tree that holds arrays beside other leaves"
            )
        if axis is not None and not -np.ndim(leaf) - 1 <= axis <= np.ndim(leaf):
            path = keystr(tree_flatten_with_path(out)[0][position][0])
            raise ValueError(
                f"{what}: `out_axes` is {axis} at output{path}, which has {np.ndim(leaf) + 1} axes with the mapped one"
            )
        if axis is not None or is_array(leaf):
            passed.append((axis, leaf))
            statics[position] = _PASSED
    return Outputs(resolved.treedef, resolved.axes, statics), passed

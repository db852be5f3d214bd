"""Outputs with shared objects, on their way out of a compiled function: flat, with the way to build the tree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from jax.tree_util import register_pytree_node, tree_flatten

from pytreelint.runtime.sharing.ties import Again, Position, Tied

# Where runs of positions are this long, on the average, slices are faster than items one by one.
_LONG = 8


@dataclass(frozen=True)
class Recipe:
    """How leaves become a tree in which some nodes and leaves are one object.

    Attributes:
        treedef: The structure of the tree with marks.
    """

    treedef: Any

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Any, Callable[[Any], Any]], ...], Any, Callable[[Any], Any]]:
        """The shared nodes, each as a structure and what picks its parts, then the same for the whole.

        Parts are picked from the leaves, to which each built node is added.
        """
        marked = self.treedef.unflatten([Position(i) for i in range(self.treedef.num_leaves)])
        nodes: list[tuple[Any, Callable[[Any], Any]]] = []
        known: dict[Hashable, int] = {}

        def visit(tree: Any) -> tuple[Any, Callable[[Any], Any]]:
            parts, structure = tree_flatten(tree, is_leaf=lambda part: type(part) in (Tied, Again))
            return structure, picking([index(part) for part in parts])

        def index(part: Any) -> int:
            if type(part) is Position:
                return part.index
            if type(part) is Tied:
                if type(part.value) is Position:
                    known[part.label] = part.value.index
                else:
                    nodes.append(visit(part.value))
                    known[part.label] = self.treedef.num_leaves + len(nodes) - 1
            return known[part.label]

        whole = visit(marked)
        return tuple(nodes), *whole


class Knot:
    """An output with shared objects. The root of the output, so that to look for it costs nothing."""

    __slots__ = ("leaves", "recipe")

    def __init__(self, recipe: Recipe, leaves: Sequence[Any]) -> None:
        self.recipe = recipe
        self.leaves = leaves

    def tree(self) -> Any:
        """The tree, with one object at each place where one was."""
        nodes, structure, pick = self.recipe.steps
        if not nodes:
            return structure.unflatten(pick(self.leaves))
        parts = [*self.leaves]
        for node, pick_parts in nodes:
            parts.append(node.unflatten(pick_parts(parts)))
        return structure.unflatten(pick(parts))


# The class itself unflattens: it is called for each output.
register_pytree_node(Knot, lambda x: (x.leaves, x.recipe), Knot)


def knot(tied: Any) -> Knot:
    """A tied tree as an output."""
    leaves, treedef = tree_flatten(tied)
    return Knot(Recipe(treedef), leaves)


def picking(positions: Sequence[int]) -> Callable[[Any], Any]:
    """Gives the items at these positions, as a sequence however few there are; fast where many follow each other."""
    if len(positions) < 2:
        return lambda items: [items[i] for i in positions]
    starts = [i for i, x in enumerate(positions) if i == 0 or x != positions[i - 1] + 1]
    if len(positions) < _LONG * len(starts):
        return itemgetter(*positions)
    ends = [*starts[1:], len(positions)]
    slices = [slice(positions[a], positions[b - 1] + 1) for a, b in zip(starts, ends, strict=True)]

    def pick(items: Any) -> Any:
        found: list[Any] = []
        for part in slices:
            found += items[part]
        return found

    return pick


def rearranging(positions: Sequence[int]) -> Callable[[list[Any]], Any]:
    """As `picking`, for a list that nobody needs afterwards: items that stand where they should are not touched."""
    stays = next((i for i, x in enumerate(positions) if i != x), len(positions))
    if 2 * stays < len(positions) or stays < _LONG:
        return picking(positions)
    pick_rest = picking(positions[stays:])

    def rearrange(items: list[Any]) -> list[Any]:
        rest = pick_rest(items)
        items[stays:] = rest
        return items

    return rearrange

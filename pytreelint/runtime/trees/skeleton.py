"""A tree taken apart into arrays and a skeleton, and put together again.

`split(tree)` gives the arrays and the `Skeleton`, which is hashable and joins arrays to the tree again. `pack(tree)`
makes an output that every raw transform accepts, `unpack(out)` the tree from it. `Static(value)` is a node without
leaves that carries any value.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from jax.tree_util import (
    keystr,
    register_pytree_node,
    tree_flatten,
    tree_flatten_with_path,
    tree_unflatten,
)

from pytreelint.runtime.trees.cycles import refuse_cycles
from pytreelint.runtime.trees.leaves import LeafTest, is_array
from pytreelint.runtime.trees.static_key import is_settled, static_key
from pytreelint.runtime.trees.structures import structures_differ

T = TypeVar("T")


class Skeleton:
    """A tree without its arrays. Equal, with an equal hash, where one trace serves both.

    Attributes:
        treedef: The structure of the whole tree.
        statics: Position among the leaves, and value, of each leaf that is not traced.
        echoes: Whether some of these stand for functions of the call, as in `jit.functions.Echoing`.
    """

    echoes = False
    __slots__ = ("_hash", "_key", "_lenient", "statics", "treedef")

    def __init__(self, treedef: Any, statics: tuple[tuple[int, Any], ...], lenient: bool = False) -> None:
        self.treedef = treedef
        self.statics = statics
        self._lenient = lenient
        self._key: Hashable = None
        self._hash: int | None = None

    def join(self, arrays: Sequence[Any]) -> Any:
        """The tree with these arrays, in the order in which `split` gave them."""
        if not self.statics:
            return tree_unflatten(self.treedef, arrays)
        leaves = list(arrays)
        for index, value in self.statics:
            leaves.insert(index, value)
        return tree_unflatten(self.treedef, leaves)

    @property
    def key(self) -> Hashable:
        """What is compared.

        Raises:
            TypeError: A static leaf has no hash (and the skeleton is not lenient); the message names its path and type.
        """
        if self._key is None:
            names = self.paths() if self.statics and not self._lenient else {}
            keys = tuple((i, static_key(value, names.get(i, ""), self._lenient)) for i, value in self.statics)
            self._key = (self.treedef, keys)
        return self._key

    def is_settled(self) -> bool:
        """Whether equality tells all that a later trace could read of the static leaves."""
        return all(is_settled(value) for _, value in self.statics)

    def paths(self) -> dict[int, str]:
        """The path of each static leaf, by its position."""
        marked = tree_unflatten(self.treedef, range(self.treedef.num_leaves))
        paths = {leaf: keystr(path) for path, leaf in tree_flatten_with_path(marked)[0]}
        return {index: paths.get(index, f"leaf {index}") for index, _ in self.statics}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Skeleton) or self.key != other.key:
            return False
        return not structures_differ(self.treedef, other.treedef)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.key)
        return self._hash

    def __repr__(self) -> str:
        return f"Skeleton({self.treedef}, {dict(self.statics)})"


def split(tree: Any, dynamic: LeafTest = is_array, lenient: bool = False) -> tuple[list[Any], Skeleton]:
    """Take a tree apart.

    Args:
        tree: Any PyTree.
        dynamic: Which leaves are traced.
        lenient: Static leaves without a hash are equal to themselves only, instead of an error when compared.

    Returns:
        The traced leaves in order, and the skeleton that joins them.

    Examples:
        >>> arrays, skeleton = split({"w": np.ones(2), "act": "relu"})
        >>> skeleton.join(arrays)
        {'act': 'relu', 'w': array([1., 1.])}
    """
    leaves, treedef = tree_flatten(tree)
    arrays = [leaf for leaf in leaves if dynamic(leaf)]
    if len(arrays) == len(leaves):
        return leaves, Skeleton(treedef, (), lenient)
    statics = tuple((i, leaf) for i, leaf in enumerate(leaves) if not dynamic(leaf))
    return arrays, Skeleton(treedef, statics, lenient)


class Packed:
    """An output with static leaves: a node whose children are its arrays. It stays itself until `unpack`."""

    __slots__ = ("arrays", "skeleton")

    def __init__(self, skeleton: Skeleton, arrays: Sequence[Any]) -> None:
        self.skeleton = skeleton
        self.arrays = arrays


# The class itself unflattens: it is called for each output.
register_pytree_node(Packed, lambda x: (x.arrays, x.skeleton), Packed)


def packed(arrays: Sequence[Any], skeleton: Skeleton) -> Packed:
    """What `split` gave, in one."""
    return Packed(skeleton, arrays)


def pack(tree: Any, dynamic: LeafTest = is_array) -> Any:
    """What a raw transform may return for this tree: the tree itself if all its leaves are traced, else `Packed`."""
    refuse_cycles(tree, lambda: [("the output", tree)])
    arrays, skeleton = split(tree, dynamic, lenient=True)
    return Packed(skeleton, arrays) if skeleton.statics else tree


def unpack(out: Any) -> Any:
    """The tree that was packed."""
    return out.skeleton.join(out.arrays) if type(out) is Packed else out


class Static(Generic[T]):
    """A node without leaves, around any value: a constant to every transform. Compared as static leaves are."""

    __slots__ = ("_skeleton",)

    def __init__(self, value: T) -> None:
        self._skeleton = split(value, lambda _: False, lenient=True)[1]

    @property
    def value(self) -> T:
        """The value, built anew if it is a container."""
        value: T = self._skeleton.join(())
        return value

    @classmethod
    def _rebuilt(cls, skeleton: Skeleton, _: object) -> Static[Any]:
        new = cls.__new__(cls)
        new._skeleton = skeleton
        return new

    def __repr__(self) -> str:
        return f"Static({self.value!r})"


register_pytree_node(Static, lambda x: ((), x._skeleton), Static._rebuilt)

"""The fast way from a call to the arguments of a program: structure, types and static leaves are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any
from weakref import WeakKeyDictionary

# So many static leaves are taken out one by one; for more, the others are picked.
_FEW = 4
_PLAIN = frozenset((bool, int, str, bytes))
# Stands for a static leaf that is not compared.
ANY: Any = object()


class Way:
    """The way of calls of one structure whose leaves have the same types and whose static leaves are the same.

    Attributes:
        treedef: The structure.
        types: Of the leaves.
        fast: What the fastest way needs, in one look: `flatten_up_to` of the structure, which raises if a call has
            another; the types, or None where the program is asked instead (`Trusting`); a function, and what it needs:
            `function(leaves, needed)` gives the program's arguments, or None if static leaves differ, and is None where
            there are no static leaves.
        has_fun: Whether the function is a part of the call.
        outline: What the call looks like from outside.
    """

    __slots__ = ("_hash", "fast", "flatten_up_to", "has_fun", "outline", "treedef", "types")

    def __init__(self, treedef: Any, types: list[type], has_fun: bool = True) -> None:
        self.treedef = treedef
        self.flatten_up_to = treedef.flatten_up_to
        self.types = types
        self.has_fun = has_fun
        self.outline: Any = None
        self.fast: Any = (self.flatten_up_to, types, None, None)
        self._hash: int | None = None

    def is_of(self, treedef: Any) -> bool:
        """Whether a call has the structure; what cannot be compared is left to others, whose error is explained.

        For JAX's `==` two classes of `register_dataclass` with equal static fields are one class (0.10, 0.12);
        their hashes differ.
        """
        try:
            if not self.treedef == treedef:  # noqa: SIM201 - may raise
                return False
            if self._hash is None:
                self._hash = hash(self.treedef)
            return self._hash == hash(treedef)
        except (TypeError, ValueError):
            return False

    def has_types_of(self, leaves: list[Any]) -> bool:
        """Whether the leaves of a call have the types, or the program is asked."""
        types = self.fast[1]
        return types is None or [*map(type, leaves)] == types

    def take(self, leaves: list[Any]) -> Any:
        """The arguments of the program; None if static leaves differ. The leaves are used up where it is not None."""
        _, _, take, needed = self.fast
        return leaves if take is None else take(leaves, needed)


def plain_way(
    treedef: Any, leaves: list[Any], arrays: tuple[int, ...], held: tuple[tuple[int, Any], ...], pick: Any, trusts: bool
) -> Way:
    """The way of a call.

    Args:
        treedef: Its structure.
        leaves: Its leaves.
        arrays: For each argument of the program its position among them.
        held: Position and value of each static leaf, the last first; `ANY` for one that is not compared.
        pick: Picks the arguments; None if all leaves are arguments, in this order.
        trusts: Whether types are not compared.
    """
    way = Way(treedef, [*map(type, leaves)])
    needed: tuple[Any, Any] = (None, None)
    if pick is not None:
        in_order = arrays == tuple(sorted(arrays))
        needed = (_pop, held) if in_order and len(held) <= _FEW else (_pick, (held, pick))
    way.fast = (way.flatten_up_to, None if trusts else way.types, *needed)
    return way


def _pop(leaves: list[Any], held: tuple[tuple[int, Any], ...]) -> Any:
    """The leaves without those that are static, if they are the static leaves of a plan; the last come first.

    A doubtful one is not: the slow way knows more, and gets the leaves as they were.
    """
    for i, value in held:
        leaf = leaves[i]
        if leaf is not value and value is not ANY and not _is_same(leaf, value):
            return None
    for i, _ in held:
        del leaves[i]
    return leaves


def _pick(leaves: list[Any], held: tuple[tuple[tuple[int, Any], ...], Callable[[list[Any]], Any]]) -> Any:
    """As `_pop`, for many static leaves or arrays in another order."""
    statics, pick = held
    for i, value in statics:
        leaf = leaves[i]
        if leaf is not value and value is not ANY and not _is_same(leaf, value):
            return None
    return pick(leaves)


def is_plainly(leaf: Any, value: Any) -> bool:
    """Whether a leaf is surely the same as a value of its type.

    A zero has a sign. Of frozen dataclasses the fields are compared, for whose `==` 1 and True are one.
    """
    kind = type(leaf)
    if kind in _PLAIN:
        return bool(leaf == value)
    if kind is float:
        return bool(leaf == value and leaf)
    if kind is tuple:
        return len(leaf) == len(value) and all(map(_is_same, leaf, value))
    names = _names(kind)
    if not names or not leaf == value:  # noqa: SIM201 - `!=` may be another's
        return False
    return all(_is_same(getattr(leaf, name), getattr(value, name)) for name in names)


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and is_plainly(one, other))


_NAMES: WeakKeyDictionary[type, Sequence[str]] = WeakKeyDictionary()


def _names(kind: type) -> Sequence[str]:
    """The fields that instances of a frozen dataclass are compared by; none for other classes."""
    found = _NAMES.get(kind)
    if found is None:
        params = getattr(kind, "__dataclass_params__", None)
        is_plain = params is not None and params.frozen and params.eq
        found = _NAMES[kind] = tuple(x.name for x in fields(kind) if x.compare) if is_plain else ()
    return found

"""How the leaves of a call become the arguments of a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from operator import itemgetter
from typing import Any

from jax.tree_util import keystr, tree_flatten_with_path, tree_leaves, tree_structure

from pytreelint.runtime.jit_binding import Argument, Binding, labels
from pytreelint.runtime.jit_program import is_root

# So many static leaves are deleted one by one; for more, the others are picked.
_FEW = 4
_PLAIN = frozenset((bool, int, str, bytes))


@dataclass(frozen=True, slots=True)
class Family:
    """Calls of one structure with leaves of the same types: they differ by static values alone.

    Attributes:
        binding: Which parameters the arguments are.
        made: The structure of the call as it was made.
        treedef: The structure in normal order.
        arrays: For each array in normal order, its position among the leaves of the call as it was made.
        statics: For each static leaf in normal order, its position there, and in the call as it was made.
        donated: For each array, whether it is donated.
        settled: Whether structure and types say which leaves are traced.
        plans: By the keys of the static values.
    """

    binding: Binding
    made: Any
    treedef: Any
    arrays: tuple[int, ...]
    statics: tuple[tuple[int, int], ...]
    donated: tuple[bool, ...]
    settled: bool
    plans: dict[Any, Plan] = field(default_factory=dict)

    def normal(self, call: tuple[Any, ...]) -> tuple[Any, ...]:
        """The call in normal order."""
        return normalised(call, self.binding)

    def names(self, call: tuple[Any, ...]) -> list[str]:
        """What messages call the leaves, in normal order."""
        *fun, args, kwargs = self.normal(call)
        of_fun = [f"function{keystr(path[1:])}" for path, _ in tree_flatten_with_path(fun)[0]]
        return of_fun + labels((args, kwargs), self.binding)

    def array_names(self, call: tuple[Any, ...]) -> list[str]:
        """What messages call the arrays."""
        static = {position for position, _ in self.statics}
        return [name for position, name in enumerate(self.names(call)) if position not in static]


def normalised(call: tuple[Any, ...], binding: Binding) -> tuple[Any, ...]:
    """The call with its arguments in normal order."""
    *fun, args, kwargs = call
    return (*fun, *binding.apply(args, kwargs))


def make_family(
    call: tuple[Any, ...], treedef: Any, traced: Sequence[bool], binding: Binding, fun: bool, settled: bool
) -> Family:
    """Sort the leaves of a call.

    Args:
        call: `(args, kwargs)`, or `(fun, args, kwargs)`.
        treedef: Its structure.
        traced: For each leaf, whether it may be traced; leaves of static arguments are not.
        binding: Which parameters the arguments are.
        fun: Whether the arrays of the function are donated.
        settled: Whether structure and types decide `traced`.

    Raises:
        ValueError: An argument that is named as donated has no array.
    """
    *_, args, kwargs = branches = treedef.children()
    counts = [part.num_leaves for branch in (args, kwargs) for part in branch.children()]
    n_fun = sum(branch.num_leaves for branch in branches[:-2])
    starts = list(accumulate(counts, initial=n_fun))
    order: list[tuple[int, Argument | None]] = [(i, None) for i in range(n_fun)]
    order += [(starts[a.source] + i, a) for a in binding.arguments for i in range(counts[a.source])]
    arrays, statics, donated = [], [], []
    for position, (raw, argument) in enumerate(order):
        if traced[raw] and not (argument and argument.static):
            arrays.append(raw)
            donated.append(argument.donated if argument else fun)
        else:
            statics.append((position, raw))
    given = [*call[-2], *(call[-1][name] for name in sorted(call[-1]))]
    for a in binding.arguments:
        if a.named and not any(raw in arrays for raw in range(starts[a.source], starts[a.source + 1])):
            raise ValueError(_nothing_to_donate(a.name, given[a.source]))
    normal = tree_structure(normalised(call, binding))
    return Family(binding, treedef, normal, tuple(arrays), tuple(statics), tuple(donated), settled)


def _nothing_to_donate(name: str, value: Any) -> str:
    leaves = [f"`{name}{keystr(path)}` is a `{type(x).__name__}`" for path, x in tree_flatten_with_path(value)[0]]
    found = "; ".join(leaves[:5]) if tree_leaves(value) else f"it has no leaves, being a `{type(value).__name__}`"
    return f"argument `{name}` is named as donated, but has no array leaf to donate: {found}"


class Plan:
    """The way of a call that looks like the call that the plan was made for.

    Attributes:
        program: What to call with the arrays.
        select: Makes the program's arguments from the leaves, whose list it takes; None if they are the same.
        fast: What the fast way needs, in one look: `flatten_up_to` of the structure, which raises if a call has
            another; the types of the leaves; position and value of the static leaves; `select`. None where types and
            values do not say all.

    The function that the memory belongs to (`root`) is not compared, and not held.
    """

    __slots__ = ("family", "fast", "program", "select")

    def __init__(self, leaves: list[Any], family: Family, program: Any, fast: bool, root: Any) -> None:
        self.family = family
        self.program = program
        in_order = family.arrays == tuple(sorted(family.arrays))
        drop = tuple(sorted((raw for _, raw in family.statics), reverse=True))
        self.select = _picker(family.arrays, drop) if drop or not in_order else None
        held = tuple((raw, leaves[raw]) for _, raw in family.statics if not is_root(leaves[raw], root))
        types = [type(leaf) for leaf in leaves]
        self.fast: Any = (family.made.flatten_up_to, types, held, self.select) if fast else None


def agree(leaves: list[Any], statics: tuple[tuple[int, Any], ...]) -> bool:
    """Whether the static leaves are those of a plan. A doubtful one is not: the slow way knows more."""
    for i, value in statics:
        leaf = leaves[i]
        if leaf is not value and (type(leaf) not in _PLAIN or leaf != value):
            return False
    return True


def _picker(arrays: tuple[int, ...], drop: tuple[int, ...]) -> Callable[[list[Any]], Any]:
    """Leaves out few static leaves by deleting them, else picks the arrays."""
    if arrays == tuple(sorted(arrays)) and len(drop) <= _FEW:
        return partial(_without, drop=drop)
    return itemgetter(*arrays) if len(arrays) > 1 else lambda leaves: [leaves[i] for i in arrays]


def _without(leaves: list[Any], drop: tuple[int, ...]) -> list[Any]:
    for i in drop:
        del leaves[i]
    return leaves

"""How the leaves of a call become the arguments of a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from jax.tree_util import keystr, tree_flatten_with_path, tree_leaves, tree_structure

from pytreelint.runtime.jit.binding import Argument, Binding, labels
from pytreelint.runtime.jit.functions import Function
from pytreelint.runtime.jit.program import is_root
from pytreelint.runtime.keys.function_keys import FUNCTIONS
from pytreelint.runtime.sharing.knots import picking

# So many static leaves are taken out one by one; for more, the others are picked.
_FEW = 4
_PLAIN = frozenset((bool, int, str, bytes))
# Outputs of one program differ in structure from trace to trace; so many are remembered with the functions of the call.
_MOST_OUTPUTS = 64


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
        functions: The entries of `statics` that are functions.
        shapes: Those of the leaves, where callables answer by leaf.
        plans: By the keys of the static values.
    """

    binding: Binding
    made: Any
    treedef: Any
    arrays: tuple[int, ...]
    statics: tuple[tuple[int, int], ...]
    donated: tuple[bool, ...]
    settled: bool
    functions: tuple[tuple[int, int], ...] = ()
    shapes: Any = None
    plans: dict[Any, Plan] = field(default_factory=dict)

    def normal(self, call: tuple[Any, ...]) -> tuple[Any, ...]:
        """The call in normal order."""
        return normalised(call, self.binding)

    def names(self, call: tuple[Any, ...], dotted: bool = False) -> list[str]:
        """What messages call the leaves, in normal order; with `dotted` what callables are told."""
        *fun, args, kwargs = self.normal(call)
        between = "." if dotted else ""
        paths = [keystr(path[1:], simple=dotted, separator=between) for path, _ in tree_flatten_with_path(fun)[0]]
        return [f"function{between}{path}" for path in paths] + labels((args, kwargs), self.binding, dotted)

    def donating(self, test: Callable[[str, Any], bool], call: tuple[Any, ...]) -> Family:
        """The same, with those arrays donated that a test names."""
        names, leaves = self.names(call, dotted=True), tree_leaves(self.normal(call))
        static = {position for position, _ in self.statics}
        told = [bool(test(name, x)) for i, (name, x) in enumerate(zip(names, leaves, strict=True)) if i not in static]
        return replace(self, donated=tuple(told))

    def array_names(self, call: tuple[Any, ...]) -> list[str]:
        """What messages call the arrays."""
        static = {position for position, _ in self.statics}
        return [name for position, name in enumerate(self.names(call)) if position not in static]


def normalised(call: tuple[Any, ...], binding: Binding) -> tuple[Any, ...]:
    """The call with its arguments in normal order."""
    *fun, args, kwargs = call
    return (*fun, *binding.apply(args, kwargs))


def make_family(
    call: tuple[Any, ...],
    treedef: Any,
    traced: Sequence[bool],
    binding: Binding,
    fun: bool,
    settled: bool,
    shapes: Any = None,
) -> Family:
    """Sort the leaves of a call.

    Args:
        call: `(args, kwargs)`, or `(fun, args, kwargs)`.
        treedef: Its structure.
        traced: For each leaf, whether it may be traced; leaves of static arguments are not.
        binding: Which parameters the arguments are.
        fun: Whether the arrays of the function are donated.
        settled: Whether structure and types decide `traced`.
        shapes: Those of the leaves, where callables answer by leaf.

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
    leaves = tree_leaves(call)
    functions = tuple((position, raw) for position, raw in statics if isinstance(leaves[raw], FUNCTIONS))
    return Family(binding, treedef, normal, tuple(arrays), tuple(statics), tuple(donated), settled, functions, shapes)


def root_is_argument(root: Any, leaves: list[Any], family: Family, call: tuple[Any, ...]) -> bool:
    """Whether the function is passed to itself: no plan may hold it, so none can compare it."""
    n_fun = family.treedef.children()[0].num_leaves if len(call) == 3 else 0
    return any(raw >= n_fun and is_root(leaves[raw], root) for _, raw in family.statics)


def _nothing_to_donate(name: str, value: Any) -> str:
    leaves = [f"`{name}{keystr(path)}` is a `{type(x).__name__}`" for path, x in tree_flatten_with_path(value)[0]]
    found = "; ".join(leaves[:5]) if tree_leaves(value) else f"it has no leaves, being a `{type(value).__name__}`"
    return f"argument `{name}` is named as donated, but has no array leaf to donate: {found}"


# Stands for a static leaf that is not compared.
_ANY: Any = object()


class Plan:
    """The way of a call that looks like the call that the plan was made for.

    Attributes:
        program: What it runs.
        run: What to call with the arrays.
        select: Makes the program's arguments from the leaves, whose list it takes; None if they are the same.
        fast: What the fast way needs, in one look: `flatten_up_to` of the structure, which raises if a call has
            another; the types of the leaves; `take`, and what it is told: `take(leaves, held)` gives the program's
            arguments, or None if static leaves differ, and is None where there are no static leaves. None where types
            and values do not say all.
        functions: Position among the leaves in normal order, and value, of the static functions of the call.
        presented: The same, as the program is told of them.
        tied: The fast way of a call in which arrays that are one object are passed once.

    The function that the memory belongs to (`root`) is not compared, and not held.
    """

    __slots__ = ("_echoed", "family", "fast", "functions", "presented", "program", "run", "select", "tied")

    def __init__(self, leaves: list[Any], family: Family, program: Any, fast: bool, root: Any) -> None:
        self.family = family
        self.program = program
        self.run = program.run
        self.presented: tuple[Function, ...] = ()
        self.tied: Any = None
        self.functions = {i: leaves[raw] for i, raw in family.functions if not is_root(leaves[raw], root)}
        self._echoed: dict[int, tuple[Any, Any]] = {}
        in_order = family.arrays == tuple(sorted(family.arrays))
        drop = sorted((raw for _, raw in family.statics), reverse=True)
        self.select = picking(family.arrays) if drop or not in_order else None
        held = tuple((raw, _ANY if is_root(leaves[raw], root) else leaves[raw]) for raw in drop)
        types = [type(leaf) for leaf in leaves]
        take: Any = None if self.select is None else (_pop, held)
        if take is not None and not (in_order and len(drop) <= _FEW):
            take = _pick, (held, self.select)
        self.fast: Any = (family.made.flatten_up_to, types, *(take or (None, None))) if fast else None

    def is_of(self, functions: tuple[Function, ...]) -> bool:
        """Whether the plan was made for these very functions."""
        return all(self.functions.get(function.position) is function.value for function in functions)

    def echoed(self, skeleton: Any) -> Any:
        """The skeleton of an output with the functions of the call in it."""
        found = self._echoed.get(id(skeleton))
        if found is None or found[0] is not skeleton:
            if len(self._echoed) >= _MOST_OUTPUTS:
                self._echoed.clear()
            found = self._echoed[id(skeleton)] = skeleton, skeleton.resolved(self.functions)
        return found[1]


def _pop(leaves: list[Any], held: tuple[tuple[int, Any], ...]) -> Any:
    """The leaves without those that are static, if they are the static leaves of a plan; the last come first.

    A doubtful one is not: the slow way knows more, and gets the leaves as they were.
    """
    for i, value in held:
        leaf = leaves[i]
        if leaf is not value and value is not _ANY and not _is_plainly(leaf, value):
            return None
    for i, _ in held:
        del leaves[i]
    return leaves


def _pick(leaves: list[Any], held: tuple[tuple[tuple[int, Any], ...], Callable[[list[Any]], Any]]) -> Any:
    """As `_pop`, for many static leaves or arrays in another order."""
    statics, select = held
    for i, value in statics:
        leaf = leaves[i]
        if leaf is not value and value is not _ANY and not _is_plainly(leaf, value):
            return None
    return select(leaves)


def _is_plainly(leaf: Any, value: Any) -> bool:
    """Whether a leaf is surely the same as a value of its type; a zero has a sign."""
    kind = type(leaf)
    return bool(leaf == value) if kind in _PLAIN else kind is float and bool(leaf == value and leaf)

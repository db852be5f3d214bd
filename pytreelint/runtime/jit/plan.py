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
from pytreelint.runtime.jit.trusting import MANY, Trusting
from pytreelint.runtime.jit.ways import ANY, plain_way
from pytreelint.runtime.keys.function_keys import FUNCTIONS
from pytreelint.runtime.sharing.knots import rearranging
from pytreelint.runtime.trees.leaves import is_array

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


class Plan:
    """The way of a call that looks like the call that the plan was made for.

    Attributes:
        program: What it runs.
        run: What to call with the arrays.
        quick: The same on the fast way, where nobody may have looked at their types.
        select: Makes the program's arguments from the leaves, whose list it uses up; None if they are the same.
        way: The fast way; None where types and values do not say all.
        fast: What the fastest way needs of it.
        functions: Position among the leaves in normal order, and value, of the static functions of the call.
        presented: The same, as the program is told of them.
        tied: The fast way of a call in which arrays that are one object are passed once.

    The function that the memory belongs to (`root`) is not compared, and not held.
    """

    __slots__ = (
        "_echoed",
        "family",
        "fast",
        "functions",
        "presented",
        "program",
        "quick",
        "run",
        "select",
        "tied",
        "way",
    )

    def __init__(self, leaves: list[Any], family: Family, program: Any, fast: bool, root: Any) -> None:
        self.family = family
        self.program = program
        self.run = program.run
        self.presented: tuple[Function, ...] = ()
        self.tied: Any = None
        self.functions = {i: leaves[raw] for i, raw in family.functions if not is_root(leaves[raw], root)}
        self._echoed: dict[int, tuple[Any, Any]] = {}
        drop = sorted((raw for _, raw in family.statics), reverse=True)
        self.select = rearranging(family.arrays) if drop or family.arrays != tuple(sorted(family.arrays)) else None
        held = tuple((raw, ANY if is_root(leaves[raw], root) else leaves[raw]) for raw in drop)
        trusts = len(family.arrays) >= MANY and not program.closed and program.body.dynamic is is_array
        types = [type(leaves[raw]) for raw in family.arrays]
        self.quick = Trusting(program.run, program.body, types) if trusts else program.run
        self.way = plain_way(family.made, leaves, family.arrays, held, self.select, trusts) if fast else None
        self.fast: Any = self.way.fast if self.way is not None else None

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

"""The programs of one function, and the way from a call to its program.

The fast way (`Jitted.__call__`): the last plan flattens the call and compares its structure in one pass of C++
(`flatten_up_to`), then the leaves' types are compared (of many leaves by JAX: `trusting.py`), then the few static
leaves; what is left are the arguments of the program. Here is the slow way: the plan is looked up by structure and
types, the program by structure and static values.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any

import jax
from jax.tree_util import tree_flatten

from pytreelint.runtime.jit import donation
from pytreelint.runtime.jit.binding import Binder
from pytreelint.runtime.jit.call_leaves import ALWAYS, converts, is_convertible, is_tracer
from pytreelint.runtime.jit.call_leaves import shapes as leaf_shapes
from pytreelint.runtime.jit.checks import failed_check
from pytreelint.runtime.jit.errors import incomparable_leaves, uncomparable
from pytreelint.runtime.jit.forked import Program
from pytreelint.runtime.jit.functions import Function, outlives_calls
from pytreelint.runtime.jit.memory import Memory
from pytreelint.runtime.jit.options import Options
from pytreelint.runtime.jit.plan import Family, Plan, make_family, root_is_argument
from pytreelint.runtime.jit.program import FUNCTION, ROOT, Body, ChangedError, is_root, make_program
from pytreelint.runtime.jit.recents import Recents
from pytreelint.runtime.jit.retraces import Recorder
from pytreelint.runtime.jit.used_up import flattened
from pytreelint.runtime.keys.identity import IdentityKey
from pytreelint.runtime.trees.leaves import is_array, is_array_like
from pytreelint.runtime.trees.skeleton import Skeleton
from pytreelint.runtime.trees.static_key import static_key

# Tests that a leaf's type decides; a tracer's type does not.
_BY_TYPE = (is_array, is_array_like)
_CORES: weakref.WeakSet[Core] = weakref.WeakSet()


def all_cores() -> list[Core]:
    """Those that are alive."""
    return list(_CORES)


class Core:
    """All that is kept for one function under one set of options.

    Args:
        root: Gives the function that the memory belongs to, which is not held.
        fun: The function as it was given, to be asked for its parameters.
        names: How programs are called.
        options: Those of `filter_jit`.
        siblings: How many functions were made of the same code.

    Attributes:
        binder: Finds the parameters that arguments are.
        last: The plan to try first.
        recents: The plans of the last calls.
        recorder: Counts the traces.
        root: As given.
        mutes: Whether JAX's warning about donated buffers is held back.
        is_watched: Whether something has to be done around each call: that, or traces of each object are counted.
    """

    def __init__(
        self, root: Callable[[], Any], fun: Any, names: dict[str, Any], options: Options, siblings: int
    ) -> None:
        self.options = options
        self.mutes = options.mutes
        self.is_watched = options.mutes
        self.recorder = Recorder(names.get("__qualname__", "function"), options.explain_retrace, siblings)
        self.last: Plan | None = None
        self.binder = Binder(fun, options)
        self.root = root
        self._names = names
        self._by_type = options.dynamic in _BY_TYPE
        self._by_leaf = options.by_leaf
        self.recents = Recents()
        self._memory = Memory(self.recents.forget)
        _CORES.add(self)

    def find(self, call: tuple[Any, ...], abstract: bool = False) -> tuple[Plan, Any]:
        """The plan of a call, and its program's arguments.

        Args:
            call: `(args, kwargs)`, or `(fun, args, kwargs)` where the function is a PyTree.
            abstract: `jax.ShapeDtypeStruct` counts as an array.

        Raises:
            TypeError: The arguments do not fit the parameters; a static leaf has no hash.
            ValueError: What is named as donated has no array.
        """
        leaves, treedef = flattened(call, self.binder)
        found = None if abstract else self.recents.find(call, leaves, treedef)
        if found is not None:
            return self.resume(*found)
        types = tuple(map(type, leaves))
        settled = self._by_type and not abstract and not any(map(is_tracer, frozenset(types)))
        mask = None if settled else tuple(self._is_traced(leaf, abstract) for leaf in leaves)
        shapes = leaf_shapes(leaves) if self._by_leaf else None
        key = (treedef, types, mask, shapes)
        try:
            family = self._memory.families.get(key)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{uncomparable(call[-2:], self.binder)} ({error})") from None
        if family is None:
            traced = mask or tuple(self._is_traced(leaf, abstract) for leaf in leaves)
            binding = self.binder.bind(len(call[-2]), call[-1])
            settled = settled and not self._by_leaf and not converts(leaves)
            made = make_family(call, treedef, traced, binding, self.options.donates_by_mode, settled, shapes)
            if callable(self.options.donate):
                made = made.donating(self.options.donate, call)
            family = self._memory.keep_family(key, made)
        plan = self._choose(family, leaves, call)
        again = self.recents.family is None or self.recents.family is family
        self.last = plan if again and plan.fast is not None and not self.recents.are_several else None
        self.recents.family = family
        if not family.settled and converts(leaves):
            leaves = [x.__jax_array__() if is_convertible(x) and self._is_traced(x, abstract) else x for x in leaves]
        return plan, leaves if plan.select is None else plan.select(leaves)

    def resume(self, plan: Plan, arrays: Any) -> tuple[Plan, Any]:
        """Go on with one of the last plans."""
        self.last = self.recents.resume(plan)
        return plan, arrays

    def guess(self, call: tuple[Any, ...]) -> tuple[Plan | None, Any]:
        """As `find`, by the plans of the last calls alone; None if it has none of these, or that is not certain."""
        found = self.recents.guess(call)
        return (None, None) if found is None else self.resume(*found)

    def switch(self, last: Plan, leaves: list[Any], call: tuple[Any, ...]) -> tuple[Plan | None, Any]:
        """As `guess`, for a call of the last plan's structure that has these leaves."""
        found = self.recents.of_family(last.family, leaves)
        if found is not None:
            return self.resume(*found)
        if last.way is None or [*map(type, leaves)] != last.way.types:
            return None, None
        plan = self._choose(last.family, leaves, call)
        if plan.fast is not None:
            self.last = plan
        return plan, leaves if plan.select is None else plan.select(leaves)

    def programs(self) -> list[Program]:
        """Those that are kept."""
        return self._memory.every_program()

    def clear(self) -> None:
        """Forget all plans and programs."""
        programs = self.programs()
        self.last = None
        self.recents.clear()
        self._memory.clear()
        for program in programs:
            program.clear_cache()

    def explain(self, error: Exception, call: tuple[Any, ...], plan: Plan) -> None:
        """Add to an error of a call which leaves it is about, or raise that of a check instead."""
        if failed := failed_check(error):
            raise failed from None
        leaves = tree_flatten(call)[0]
        arrays = [leaves[i] for i in plan.family.arrays]
        donation.explain(error, arrays, lambda: plan.family.array_names(call))
        plan.program.body.explain(error, arrays)

    def _is_traced(self, leaf: Any, abstract: bool) -> bool:
        if isinstance(leaf, ALWAYS) or (abstract and isinstance(leaf, jax.ShapeDtypeStruct)):
            return True
        return bool(self.options.dynamic(leaf))

    def _choose(self, family: Family, leaves: list[Any], call: tuple[Any, ...]) -> Plan:
        """The plan for these static values; its program is told of the functions among them."""
        keys = self._static_keys(leaves, call, family)
        functions = self._functions(family, leaves, keys) if family.functions else ()
        try:
            plan = family.plans.get(keys)
        except Exception as error:  # from an `==` of the user's
            error.add_note(incomparable_leaves(leaves, family, call))
            raise
        if plan is not None:
            self._memory.renew(lambda: self._name(family, keys), plan.program)
        if plan is None or not plan.is_of(functions):
            plan = self._plan(keys, functions, family, leaves, call)
        if functions:
            plan.program.present(functions)
        plan.presented = functions
        # Plans of closures are not held: these would never be freed.
        if plan.fast is not None and family.plans.get(keys) is plan:
            self.recents.add(plan, call)
        return plan

    def _plan(
        self,
        keys: tuple[Any, ...],
        functions: tuple[Function, ...],
        family: Family,
        leaves: list[Any],
        call: tuple[Any, ...],
    ) -> Plan:
        # A function that closes over tracers is never the same again, and its trace must not be kept alive.
        by_identity = [function.key for function in functions if isinstance(function.key, IdentityKey)]
        passing = any(key.holds_tracer for key in by_identity)
        name = self._name(family, keys)
        program = self._memory.programs.get(name)
        if program is not None:
            self._memory.renew(lambda: name, program)
        if program is None:
            program = self._program(leaves, call, family, name, functions)
            program = program if passing else self._memory.file(name, program)
        fast = family.settled and not passing and not root_is_argument(self.root(), leaves, family, call)
        plan = Plan(leaves, family, program, fast, self.root())
        # A plan holds its functions: closures would never be freed.
        if not by_identity and all(outlives_calls(value) for value in plan.functions.values()):
            self._memory.keep_plan(family, keys, plan)
        return plan

    def _functions(self, family: Family, leaves: list[Any], keys: tuple[Any, ...]) -> tuple[Function, ...]:
        of = {raw: key for (_, raw), key in zip(family.statics, keys, strict=True)}
        return tuple(Function(i, leaves[raw], of[raw]) for i, raw in family.functions if of[raw] is not ROOT)

    def _static_keys(self, leaves: list[Any], call: tuple[Any, ...], family: Family) -> tuple[Any, ...]:
        root = self.root()
        try:
            return tuple(ROOT if is_root(leaves[raw], root) else static_key(leaves[raw]) for _, raw in family.statics)
        except TypeError:
            names = family.names(call)
            for position, raw in family.statics:
                static_key(leaves[raw], names[position])
            raise

    def _program(
        self,
        leaves: list[Any],
        call: tuple[Any, ...],
        family: Family,
        name: Any,
        functions: tuple[Function, ...],
    ) -> Program:
        root, present = self.root(), {function.position for function in functions}

        def value(position: int, leaf: Any) -> Any:
            return ROOT if is_root(leaf, root) else FUNCTION if position in present else leaf

        statics = tuple((position, value(position, leaves[raw])) for position, raw in family.statics)
        skeleton = Skeleton(family.treedef, statics)
        body = Body(self.root, skeleton, family.binding, self.recorder, self.options.dynamic, self._memory.part)
        body.functions = functions
        every, static = family.names(call), {position for position, _ in family.statics}
        body.static_names = {i: name for i, name in enumerate(every) if i in static}
        shown, normal = [name for i, name in enumerate(every) if i not in static], family.normal(call)
        body.array_names = shown
        run = make_program(body, self._names, self.options, family.donated, shown, normal)
        return Program(run, body, self._memory.closed(name))

    def _name(self, family: Family, keys: tuple[Any, ...]) -> Hashable:
        """What a program is filed by."""
        return ((family.treedef, family.shapes), tuple(position for position, _ in family.statics), keys)

    def change(self, changed: ChangedError, plan: Plan) -> None:
        """Take the functions of a call that read something else now for themselves only; the call is to be made again.

        Args:
            changed: What tracing the call's program raised.
            plan: That of the call.

        Raises:
            ChangedError: It is not about this program.
        """
        if changed.body is not plan.program.body:
            raise changed
        self.last = None
        self._memory.withdraw(changed.body)

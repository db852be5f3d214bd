"""`filter_jit` through `share_through`: the fast way of a call in which arrays are one object.

As in `Jitted.__call__`, the last plan flattens the call and compares structure, types and static leaves. Then it is
seen whether the same leaves are one object as when the plan was made: those that were are, and the others are as many
objects as they were. What is left are the arguments of the program, each object once.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import TYPE_CHECKING, Any

from jax.tree_util import tree_flatten

from pytreelint.runtime.jit.core import Core
from pytreelint.runtime.jit.plan import Plan
from pytreelint.runtime.jit.program import is_root
from pytreelint.runtime.jit.used_up import flattened
from pytreelint.runtime.jit.ways import Way
from pytreelint.runtime.sharing.knots import Knot, picking
from pytreelint.runtime.sharing.share import Sharing
from pytreelint.runtime.sharing.ties import Tying, tie, tying_of

if TYPE_CHECKING:
    from pytreelint.runtime.jit.filter_jit import Jitted


class TiedWay(Way):
    """The way of calls in which the same leaves are one object.

    Args:
        leaves: Those of a call.
        treedef: Its structure, with the function where that has arrays.
        tying: How it is tied, if something is; `kept` counts from the first leaf of an argument.
        plan: That of the tied call.
        n_fun: How many leaves are the function's.
        has_fun: Whether these are among `leaves`.
        root: The function that is not compared, and not held.
    """

    __slots__ = ("_first", "_later", "_ones", "_select", "_static", "_values")

    def __init__(
        self, leaves: list[Any], treedef: Any, tying: Tying | None, plan: Plan, n_fun: int, has_fun: bool, root: Any
    ) -> None:
        super().__init__(treedef, [*map(type, leaves)], has_fun)
        n_here = n_fun if has_fun else 0
        kept = range(len(leaves) - n_here) if tying is None else tying.kept
        places = [*range(n_here), *(n_here + i for i in kept)] if has_fun else [*[-1] * n_fun, *kept]
        family = plan.family
        arrays = [places[raw] for raw in family.arrays]
        ones = [i for i in arrays if i >= n_here]
        self._select = picking(arrays)
        self._ones = picking(ones) if ones != arrays else None
        first: dict[int, int] = {id(leaves[n_here + i]): n_here + i for i in reversed(kept)}
        later = sorted({*range(n_here, len(leaves))} - {n_here + i for i in kept})
        self._first = picking([first[id(leaves[i])] for i in later]) if later else None
        self._later = picking(later)
        static = [places[raw] for _, raw in family.statics if places[raw] >= 0]
        static = [i for i in static if not is_root(leaves[i], root)]
        self._static = picking(static) if static else None
        self._values: Sequence[Any] = [leaves[i] for i in static]

    def take(self, leaves: list[Any]) -> Any:
        """The arguments of the program; None for a call that is not surely tied in this way."""
        if self._static is not None and not all(map(is_, self._static(leaves), self._values)):
            return None
        if self._first is not None and not all(map(is_, self._first(leaves), self._later(leaves))):
            return None
        arrays = self._select(leaves)
        ones = arrays if self._ones is None else self._ones(leaves)
        return arrays if len(set(map(id, ones))) == len(ones) else None


class SharedJitted(Sharing):
    """What `filter_jit(share=True)` returns."""

    keeps_sharing = True

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        jitted: Jitted[..., Any] = self.fun
        core = jitted._core or jitted._find_core()
        plan, arrays = core.last, None
        way: TiedWay | None = plan.tied if plan is not None else None
        if way is not None:
            try:
                leaves: Any = way.flatten_up_to((jitted._head, args, kwargs) if way.has_fun else (args, kwargs))
            except (TypeError, ValueError):
                pass
            else:
                if [*map(type, leaves)] == way.types:
                    arrays = way.take(leaves)
        if plan is None or arrays is None:
            call = (jitted._head, args, kwargs)
            found = core.recents.guess(call, tied=True)
            plan, arrays = core.resume(*found) if found is not None else _find(core, jitted, *call)
        out = jitted._run(core, plan, plan.run, arrays, (args, kwargs), lambda call: _tied(jitted, call))
        return out.tree() if type(out) is Knot else out


def _tied(jitted: Jitted[..., Any], call: tuple[Any, ...]) -> tuple[Any, ...]:
    """The call that is made of a call by position and keyword."""
    tied = tie(call, "in", lambda: jitted.sharing_roles(*call))
    return tied if jitted._head is None else (jitted._head, *tied)


def _find(
    core: Core, jitted: Jitted[..., Any], head: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Plan, Any]:
    """As `Core.find`; a plan that has a fast way gets one for tied calls."""
    call = (args, kwargs)
    leaves, treedef = flattened(call, core.binder)
    found = core.recents.find(call, leaves, treedef, tied=True)
    if found is not None:
        return core.resume(*found)
    roles = jitted.sharing_roles(*call)
    tying = tying_of(leaves, treedef, "in", lambda: roles)
    tied = call if tying is None else tying.treedef.unflatten([leaves[i] for i in tying.kept])
    plan, arrays = core.find(tied if head is None else (head, *tied))
    if plan.fast is not None and plan.tied is None and roles is None:
        held, root = tree_flatten(head)[0], core.root()
        has_fun = not all(is_root(leaf, root) for leaf in held)
        if has_fun:
            leaves, treedef = tree_flatten((head, *call))
        plan.tied = TiedWay(leaves, treedef, tying, plan, len(held), has_fun, root)
        core.recents.note(plan.tied, call, tied=True)
    return plan, arrays

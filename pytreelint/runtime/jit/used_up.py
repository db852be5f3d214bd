"""Objects that a compiled or mapped function uses up, such as `equinox.nn.State`, are used up for its caller.

A program remembers which objects of its call the function used up, and each call does the same to the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jax.tree_util import tree_flatten

from pytreelint.runtime.jit.binding import Binder, Binding
from pytreelint.runtime.trees.cycles import refuse_cycles
from pytreelint.runtime.trees.old_objects import Place, explain_old, is_used_up, used_up_places


@dataclass(frozen=True, slots=True)
class UsedUp:
    """An object of a call that the function used up.

    Attributes:
        source: The argument that it is in: as `Argument.source`.
        place: Where it is there.
    """

    source: int
    place: Place

    def apply(self, args: tuple[Any, ...], kwargs: dict[str, Any], function: str) -> None:
        """Use up the object of a call as it was made."""
        self.place.use_up(_given(args, kwargs)[self.source], function)


def used_up(args: tuple[Any, ...], kwargs: dict[str, Any], binding: Binding) -> tuple[UsedUp, ...]:
    """The objects that a function has used up by now.

    Args:
        args: What it was called with, in normal order.
        kwargs: Likewise.
        binding: Which parameters these are.
    """
    if not is_used_up((args, kwargs)):
        return ()
    given = [*zip(binding.positional, args, strict=True), *((a, kwargs[name]) for name, a in binding.keywords)]
    return tuple(UsedUp(argument.source, place) for argument, x in given for place in used_up_places(x, argument.name))


def _given(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    return [*args, *(kwargs[name] for name in sorted(kwargs))]


def flattened(call: tuple[Any, ...], binder: Binder) -> tuple[list[Any], Any]:
    """`tree_flatten` of a call; an error is told which argument an earlier call has used up."""
    refuse_cycles(call, lambda: _named(call[-2], call[-1], binder))
    try:
        leaves, treedef = tree_flatten(call)
    except Exception as error:
        explain_used_up(error, call[-2], call[-1], binder)
        raise
    return leaves, treedef


def explain_used_up(error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any], binder: Binder) -> None:
    """Adds a note to an error for each object of a call that an earlier call has used up."""
    explain_old(error, _named(args, kwargs, binder))


def _named(args: tuple[Any, ...], kwargs: dict[str, Any], binder: Binder) -> list[tuple[str, Any]]:
    """The arguments of a call with the names of their parameters."""
    given = _given(args, kwargs)
    return [(a.name, given[a.source]) for a in binder.bind(len(args), kwargs).arguments]

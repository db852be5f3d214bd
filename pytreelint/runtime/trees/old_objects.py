"""Objects that were used up, such as an old `equinox.nn.State`: they cannot be flattened any more.

Such an object makes itself useless when something new is made of it. A function under a transform does that to a copy,
and the caller's object would live on, with old values. So what the function did to the copy is done to the caller's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeAlias, TypeVar

import jax
from jax.tree_util import keystr, tree_flatten, tree_leaves

from pytreelint.runtime.keys.weak import Beside
from pytreelint.runtime.trees.cycles import level, named_arguments, refuse_cycles
from pytreelint.runtime.trees.deleted import named_leaves, note_deleted

P = ParamSpec("P")
R = TypeVar("R")

_MISSING: Any = object()
# By which function, and as what, an object was used up.
_BY: Beside[list[tuple[str, str]]] = Beside(lambda _: [])
# For each step, which of the trees that it is given has what in it.
_NOTED: Beside[list[tuple[int, Place]]] = Beside(lambda _: [])

Call: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a tree an object was used up.

    Attributes:
        path: The way there: for each node the number of a child.
        shown: What messages call it.
        attributes: What the function set, as far as no array is in it.
    """

    path: tuple[int, ...]
    shown: str
    attributes: tuple[tuple[str, Any], ...]

    def use_up(self, tree: Any, function: str) -> None:
        """Use up the object at this place of another tree of the structure.

        Args:
            tree: As it was before the function was called.
            function: The name of that function.
        """
        for number in self.path:
            tree = level(tree)[number][1]
        before = {name: vars(tree).get(name, _MISSING) for name, _ in self.attributes}
        for name, value in self.attributes:
            object.__setattr__(tree, name, value)
        if is_used_up(tree):
            _BY.of(tree).append((function, self.shown))
            return
        for name, value in before.items():
            if value is _MISSING:
                object.__delattr__(tree, name)
            else:
                object.__setattr__(tree, name, value)


def is_used_up(tree: Any) -> bool:
    """Whether a tree cannot be flattened; whatever a class raises."""
    try:
        tree_leaves(tree)
    except Exception:
        return True
    return False


def used_up_places(tree: Any, name: str) -> tuple[Place, ...]:
    """The places of the objects in a tree that cannot be flattened.

    Args:
        tree: What a function was given, after the call.
        name: What messages call it.
    """
    if not is_used_up(tree):
        return ()
    found = (Place(path, shown, tuple(_constants(node))) for node, path, shown in _used_up(tree, (), name))
    return tuple(place for place in found if place.attributes)


def use_up_as(fun: Any, given: Call, copy: Call) -> None:
    """Use up in the arguments of a call what a function has used up in their copy.

    Args:
        fun: The function.
        given: What the caller holds.
        copy: What the function was called with.
    """
    if not is_used_up(copy):
        return
    for (name, old), (_, new) in zip(named_arguments(fun, *given), named_arguments(fun, *copy), strict=True):
        for place in used_up_places(new, name):
            place.use_up(old, function_name(fun))


def note_used_up(step: Any, given: Sequence[Any], shown: Sequence[str]) -> None:
    """Remember beside a step what it has used up, for calls that find its trace and do not run it.

    Args:
        step: What JAX traces: of a loop, or a branch.
        given: What it was given.
        shown: What messages call that.
    """
    noted = _NOTED.of(step)
    noted.clear()
    for i, (tree, name) in enumerate(zip(given, shown, strict=True)):
        noted.extend((i, place) for place in used_up_places(tree, name))


def use_up_as_noted(steps: Sequence[Any], given: Sequence[Any], fun: Any) -> None:
    """Use up what all these steps use up.

    Args:
        steps: That of a loop; the branches of a choice.
        given: What the caller holds in the place of what they are given.
        fun: The function that messages name.
    """
    first, *others = (_NOTED.of(step) for step in steps)
    for i, place in first:
        if all(any((i, place.path) == (j, other.path) for j, other in noted) for noted in others):
            place.use_up(given[i], function_name(fun))


def function_name(fun: Any) -> str:
    """What messages call a function."""
    return str(getattr(fun, "__qualname__", type(fun).__name__))


def explain_old(error: Exception, named: Iterable[tuple[str, Any]]) -> None:
    """Adds a note to an error that an old object raised, which says where it is and what has used it up.

    Args:
        error: What a call raised.
        named: The arguments of the call, each with what messages call it.
    """
    for name, value in named:
        for node, _, shown in _used_up(value, (), name):
            note = _note(node, shown)
            if _raises(node, error) and note not in getattr(error, "__notes__", ()):
                error.add_note(note)


def _note(node: Any, shown: str) -> str:
    by = _BY.of(node)
    if not by:
        return f"`{shown}` is used up: something new has been made of it, which is to be used instead"
    function, given = by[-1]
    return (
        f"`{shown}` was used up by an earlier call of `{function}`, which was given it as `{given}`, as it would have "
        "been without a transform; take what that call returned instead"
    )


def explaining_old(call: Callable[P, R]) -> Callable[P, R]:
    """A transform whose errors say which of its arguments is old."""

    @functools.wraps(call)
    def explained(*args: P.args, **kwargs: P.kwargs) -> R:
        refuse_cycles((args, kwargs), lambda: named_arguments(call, args, kwargs))
        try:
            return call(*args, **kwargs)
        except Exception as error:
            explain_call(error, call, (args, kwargs))
            raise

    return explained


def explain_call(error: Exception, fun: Any, call: Call) -> None:
    """As `explain_old`, for a call of a function; names deleted arrays too."""
    if is_used_up(call):
        explain_old(error, named_arguments(fun, *call))
    else:
        note_deleted(error, lambda: named_leaves(named_arguments(fun, *call)))


def _used_up(node: Any, path: tuple[int, ...], shown: str) -> Iterator[tuple[Any, tuple[int, ...], str]]:
    """The nodes that cannot be flattened, each with the way there and its name."""
    try:
        children = level(node)
    except Exception:
        yield node, path, shown
        return
    for number, (key, child) in enumerate(children):
        yield from _used_up(child, (*path, number), shown + keystr(key))


def _constants(node: Any) -> Iterator[tuple[str, Any]]:
    for name, value in getattr(node, "__dict__", {}).items():
        if not is_used_up(value) and not any(isinstance(x, jax.core.Tracer | jax.Array) for x in tree_leaves(value)):
            yield name, value


def _raises(node: Any, error: Exception) -> bool:
    """Whether the error is the one that a node raises when it is flattened."""
    try:
        tree_flatten(node)
    except Exception as own:
        return type(own) is type(error) and str(own) == str(error)
    return False

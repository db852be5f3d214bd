"""Objects that a function uses up, such as `equinox.nn.State`: behind `filter_jit` and `filter_vmap` they are as well.

Such an object makes itself useless when something new is made of it: it cannot be flattened any more. A function that
is traced does that to a copy, and the caller's object would live on, with old values. So a program remembers which
objects of its call the function used up, and each call does the same to the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_leaves

from pytreelint.runtime.jit.binding import Argument, Binder, Binding
from pytreelint.runtime.keys.weak import Beside

_MISSING: Any = object()


@dataclass(frozen=True, slots=True)
class UsedUp:
    """An object of a call that the function used up.

    Attributes:
        source: The argument that it is in: as `Argument.source`.
        path: The way there: for each node the number of a child.
        shown: What messages call it.
        attributes: What the function set, as far as no array is in it.
    """

    source: int
    path: tuple[int, ...]
    shown: str
    attributes: tuple[tuple[str, Any], ...]

    def apply(self, args: tuple[Any, ...], kwargs: dict[str, Any], function: str) -> None:
        """Use up the object of a call as it was made."""
        node = _given(args, kwargs)[self.source]
        for number in self.path:
            node = tree_flatten(node, is_leaf=lambda part, node=node: part is not node)[0][number]
        before = {name: vars(node).get(name, _MISSING) for name, _ in self.attributes}
        for name, value in self.attributes:
            object.__setattr__(node, name, value)
        if is_used_up(node):
            _BY.of(node).append((function, self.shown))
            return
        for name, value in before.items():
            if value is _MISSING:
                object.__delattr__(node, name)
            else:
                object.__setattr__(node, name, value)


# By which function, and as what, an object was used up.
_BY: Beside[list[tuple[str, str]]] = Beside(lambda _: [])


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
    found = (place for argument, value in given for place in _places(value, argument, (), argument.name))
    return tuple(place for place in found if place.attributes)


def is_used_up(tree: Any) -> bool:
    """Whether a tree cannot be flattened; whatever a class raises."""
    try:
        tree_leaves(tree)
    except Exception:
        return True
    return False


def _places(node: Any, argument: Argument, path: tuple[int, ...], shown: str) -> Iterator[UsedUp]:
    try:
        children = tree_flatten_with_path(node, is_leaf=lambda part: part is not node)[0]
    except Exception:
        yield UsedUp(argument.source, path, shown, tuple(_constants(getattr(node, "__dict__", {}))))
        return
    for number, (key, child) in enumerate(children):
        if child is not node:
            yield from _places(child, argument, (*path, number), shown + keystr(key))


def _constants(attributes: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in attributes.items():
        if not is_used_up(value) and not any(isinstance(x, jax.core.Tracer | jax.Array) for x in tree_leaves(value)):
            yield name, value


def _given(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    return [*args, *(kwargs[name] for name in sorted(kwargs))]


def flattened(call: tuple[Any, ...], binder: Binder) -> tuple[list[Any], Any]:
    """`tree_flatten` of a call; an error is told which argument an earlier call has used up."""
    try:
        leaves, treedef = tree_flatten(call)
    except Exception as error:
        explain_used_up(error, call[-2], call[-1], binder)
        raise
    return leaves, treedef


def explain_used_up(error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any], binder: Binder) -> None:
    """Adds a note to an error for each object of a call that an earlier call has used up."""
    for argument in binder.bind(len(args), kwargs).arguments:
        for shown, (function, name) in _known(_given(args, kwargs)[argument.source], argument.name):
            error.add_note(
                f"`{shown}` was used up by an earlier call of `{function}`, which was given it as `{name}`, as it "
                "would have been without `filter_jit` or `filter_vmap`; take what that call returned instead"
            )


def _known(node: Any, shown: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """The names of objects that calls have used up, and by which."""
    try:
        children = tree_flatten_with_path(node, is_leaf=lambda part: part is not node)[0]
    except Exception:
        if told := _BY.of(node):
            yield shown, told[-1]
        return
    for key, child in children:
        if child is not node:
            yield from _known(child, shown + keystr(key))

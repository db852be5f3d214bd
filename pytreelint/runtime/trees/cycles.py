"""Trees with a node inside of itself, found before they are flattened.

JAX's flattening ends such a tree with an error of the interpreter's, and leaves the interpreter with less room for
recursion, for good. So what flattens a tree that it has not seen, and takes longer than that, looks for a cycle first.
`partition`, `combine` and their like, which training loops call in each step, would take twice as long: they do not.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from typing import Any, ParamSpec, TypeVar

from jax.tree_util import all_leaves, keystr, tree_flatten_with_path, tree_leaves

P = ParamSpec("P")
R = TypeVar("R")

# Trees of fewer nodes and leaves are known to have no cycle without a call of Python. A cycle may be followed for so
# many steps of recursion, which the interpreter must have room for.
_SMALL = 250
# Python has one empty tuple, wherever it stands.
_NOTHING = ()
# So many nodes around a node are looked at: trees that make their children anew may have no end and no cycle.
_DEEPEST = 10_000


def one_level(node: Any) -> tuple[list[tuple[Any, Any]], Any]:
    """The children of a node with their keys, and its structure; a leaf is its own child, with an empty key."""
    is_first = True

    def is_child(_: Any) -> bool:
        nonlocal is_first
        was_first, is_first = is_first, False
        return not was_first

    children, structure = tree_flatten_with_path(node, is_leaf=is_child)
    return children, structure


def level(node: Any) -> list[tuple[Any, Any]]:
    """The children of a node with their keys; none of a leaf."""
    return [(key, child) for key, child in one_level(node)[0] if key]


def refuse_cycles(tree: Any, named: Callable[[], Iterable[tuple[str, Any]]] | None = None) -> None:
    """An error if a node of a tree is inside of itself. Takes about as long as flattening the tree.

    Args:
        tree: Anything; what cannot be flattened for another reason is passed over.
        named: Gives the parts of the tree that messages name, each with its name.

    Raises:
        ValueError: There is such a node; the message names it.
    """
    if _is_small(tree) or not _may_cycle(tree):
        return
    for name, part in named() if named is not None else [("the tree", tree)]:
        if found := _find_cycle(part):
            kind, outer, inner = found
            raise ValueError(
                f"a node of type `{kind.__name__}` is inside of itself: at {name}{outer} and {name}{inner}; a PyTree "
                "must end"
            )


def refusing_cycles(call: Callable[P, R]) -> Callable[P, R]:
    """A function of trees that raises a ValueError if one has a node inside of itself."""

    @functools.wraps(call)
    def refusing(*args: P.args, **kwargs: P.kwargs) -> R:
        refuse_cycles((args, kwargs), lambda: _flattened_whole(call, args, kwargs))
        return call(*args, **kwargs)

    return refusing


def named_arguments(fun: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[str, Any]]:
    """The arguments of a call of a function with their names, as far as they fit its parameters."""
    try:
        return [*inspect.signature(fun).bind_partial(*args, **kwargs).arguments.items()]
    except (TypeError, ValueError):
        return [("args", args), ("kwargs", kwargs)]


def _flattened_whole(fun: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[str, Any]]:
    """The arguments, unless a test of nodes is among them, which may end the trees."""
    named = named_arguments(fun, args, kwargs)
    return named if dict(named).get("is_leaf") is None else []


def _is_small(tree: Any) -> bool:
    """Whether flattening ends after few nodes."""
    steps = chain(repeat(False, _SMALL), repeat(True))
    try:
        tree_leaves(tree, is_leaf=functools.partial(next, steps))
    except Exception:
        return True
    return not next(steps)


def _may_cycle(tree: Any) -> bool:
    """Whether a node is in a tree twice; each is looked at once."""
    seen: set[int] = set()
    again: list[Any] = []
    add = seen.add

    def is_seen(node: Any) -> bool:
        if id(node) in seen:
            again.append(node)
            return True
        add(id(node))
        return False

    try:
        tree_leaves(tree, is_leaf=is_seen)
    except Exception:
        return False
    return not all_leaves([node for node in again if node is not None and node is not _NOTHING])


def _find_cycle(tree: Any) -> tuple[type, str, str] | None:
    """The type of a node that is inside of itself, and the paths of the two places; None if there is no such node."""
    around: dict[int, str] = {}
    passed: dict[int, Any] = {}
    todo: list[tuple[Any, str, bool]] = [(tree, "", False)]
    while todo and len(around) < _DEEPEST:
        node, path, is_left = todo.pop()
        if is_left:
            del around[id(node)]
            passed[id(node)] = node
        elif id(node) in around:
            return type(node), around[id(node)], path
        elif id(node) not in passed:
            try:
                children = level(node)
            except Exception:
                continue
            if children:
                around[id(node)] = path
                todo.append((node, path, True))
                todo.extend((child, path + keystr(key), False) for key, child in reversed(children))
    return None

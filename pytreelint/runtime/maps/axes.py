"""Which axis of which leaf is mapped: the specs that `filter_vmap` and `filter_pmap` take, resolved leaf by leaf."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from jax.tree_util import (
    SequenceKey,
    keystr,
    tree_flatten,
    tree_flatten_with_path,
    tree_leaves,
    tree_structure,
    treedef_is_leaf,
)

from pytreelint.runtime.sharing.ties import as_untied
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.prefixes import mismatch
from pytreelint.runtime.trees.skeleton import Skeleton, split

Axis: TypeAlias = int | None
AxisSpec: TypeAlias = Axis | Callable[[Any], Axis]
# A PyTree with an AxisSpec at each leaf; JAX has no type for prefixes of trees.
Axes: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class if_array:  # noqa: N801 - used like a function
    """The axis for arrays, None for any other leaf: what `in_axes` and `out_axes` may hold for a mixed tree.

    Args:
        axis: The axis of arrays that is mapped; may be negative.

    Returns:
        A callable `leaf -> axis | None`, hashable and equal to any other `if_array` of that axis.

    Examples:
        >>> if_array(1)(jnp.ones((2, 3))), if_array(1)("relu")
        (1, None)
    """

    axis: int

    def __call__(self, leaf: Any, /) -> Axis:
        return self.axis if is_array(leaf) else None


# What is mapped unless something else is said.
FIRST = if_array(0)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A tree taken apart, with the mapped axis of each leaf (None: not mapped)."""

    leaves: list[Any]
    treedef: Any
    axes: list[Axis]

    def mapped(self) -> list[int]:
        """The positions of the mapped leaves."""
        return [position for position, axis in enumerate(self.axes) if axis is not None]

    def rebuild(self, positions: Sequence[int], values: Sequence[Any]) -> Any:
        """The tree with other leaves at some positions."""
        leaves = list(self.leaves)
        for position, value in zip(positions, values, strict=True):
            leaves[position] = value
        return self.treedef.unflatten(leaves)


def frozen(axes: Axes) -> Skeleton:
    """A spec with a hash, to be kept among a transform's options; `.join(())` gives it back."""
    return split(axes, lambda _: False, lenient=True)[1]


def is_uniform(axes: Axes) -> bool:
    """Whether a spec says the same of every array."""
    return axes is None or isinstance(axes, (int, if_array))


def bind_axes(
    fun: Callable[..., Any],
    in_axes: Axes,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    what: str = "in_axes",
    default: Any = FIRST,
) -> tuple[tuple[Axes, ...], dict[str, Axes]]:
    """The spec of each argument.

    Args:
        fun: What is mapped; asked for its parameters' names where they matter.
        in_axes: One spec for all positional arguments; a tuple or list with one for each of them, and then for
            parameters that are passed by keyword; or a dictionary by parameter name.
        args: The positional arguments.
        kwargs: The keyword arguments.
        what: What errors call `in_axes`.
        default: The spec of what `in_axes` does not speak of, such as keyword arguments beside a single spec: by
            default `if_array(0)`, as `jax.vmap` maps them along axis 0.

    Returns:
        The specs of `args` and of `kwargs`.

    Raises:
        ValueError: A name or an entry of `in_axes` belongs to no argument, or `in_axes` is another tree.
    """
    if isinstance(in_axes, dict):
        return _by_name(fun, in_axes, args, kwargs, what, default)
    if type(in_axes) in (tuple, list):
        rest = dict(zip(_names(fun)[len(args) :], in_axes[len(args) :], strict=False)) if kwargs else {}
        if len(in_axes) != len(args) + len(rest) or not rest.keys() <= kwargs.keys():
            message = f"`{what}` has {len(in_axes)} entries, but {len(args)} arguments were passed by position"
            raise ValueError(f"{message}; give one entry for each argument, or a dictionary by parameter name")
        return tuple(in_axes[: len(args)]), {name: rest.get(name, default) for name in kwargs}
    if in_axes is not None and not treedef_is_leaf(tree_structure(in_axes)):
        raise ValueError(
            f"`{what}` must be a single entry, a tuple with one for each argument, or a dictionary by parameter name, "
            f"not a {type(in_axes).__name__}; for a tree that is for the first argument write `{what}=(tree,)`"
        )
    return (in_axes,) * len(args), dict.fromkeys(kwargs, default)


def _names(fun: Callable[..., Any]) -> list[str]:
    """The parameters that take a positional argument or a keyword, in order."""
    return [name for name, parameter in inspect.signature(fun).parameters.items() if parameter.kind in _NAMED]


_NAMED = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)


def _by_name(
    fun: Callable[..., Any],
    in_axes: dict[str, Axes],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    what: str,
    default: Any,
) -> tuple[tuple[Axes, ...], dict[str, Axes]]:
    left = dict(in_axes)
    positional: list[Axes] = []
    for name, parameter in inspect.signature(fun).parameters.items():
        missing = len(args) - len(positional)
        if missing <= 0:
            break
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            spec = left.pop(name, default)
            positional += spec if isinstance(spec, (tuple, list)) else [spec] * missing
        elif parameter.kind in _NAMED[:2]:
            positional.append(left.pop(name, default))
    positional += [default] * (len(args) - len(positional))
    keyword = {name: left.pop(name, default) for name in kwargs}
    if left:
        raise ValueError(f"these names in `{what}` did not correspond to any argument of the call: {', '.join(left)}")
    return tuple(positional), keyword


def resolve(tree: Any, axes: Axes, what: str) -> Resolved:
    """The axis of each leaf of a tree.

    Args:
        tree: Any PyTree.
        axes: A prefix of it with None, an integer or a callable at each leaf.
        what: Names `axes` in errors.

    Returns:
        The leaves with their axes. Whether a leaf has that axis is not asked.

    Raises:
        ValueError: `axes` is no prefix of `tree`.
        ValueError: A leaf of `axes`, or what a callable among them answers, is neither None nor an integer.
    """
    leaves, treedef = tree_flatten(tree)
    return Resolved(leaves, treedef, as_untied(tree, lambda plain: _resolve(plain, axes, what)))


def _resolve(tree: Any, axes: Axes, what: str) -> list[Axis]:
    specs, prefix = tree_flatten(axes, is_leaf=_is_none)
    try:
        subtrees = prefix.flatten_up_to(tree)
    except ValueError as error:
        where = mismatch(axes, tree, none_fits=True) or error
        raise ValueError(f"`{what}` is no prefix of the tree it is for: {where}") from error
    found: list[Axis] = []
    for spec, subtree in zip(specs, subtrees, strict=True):
        leaves = tree_leaves(subtree)
        if callable(spec):
            found += [_axis(spec(leaf), what) for leaf in leaves]
        else:
            found += [_axis(spec, what)] * len(leaves)
    return found


def _is_none(x: object) -> bool:
    return x is None


def _axis(spec: Any, what: str) -> Axis:
    if spec is None:
        return None
    if isinstance(spec, (int, np.integer)) and not isinstance(spec, bool):
        return operator.index(spec)
    raise ValueError(f"`{what}` must hold None, integers and callables that answer None or an integer, not {spec!r}")


def argument_paths(fun: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[str]:
    """A name for each leaf of the arguments, such as `model.layers[0].weight`."""
    try:
        names = _names(fun)
    except (TypeError, ValueError):
        names = []
    paths = []
    for path, _ in tree_flatten_with_path((args, kwargs))[0]:
        place = path[1]
        positional = path[0] == SequenceKey(0)
        name = (
            str(place.key) if not positional else names[place.idx] if place.idx < len(names) else f"args[{place.idx}]"
        )
        paths.append(name + keystr(path[2:]))
    return paths


# Stands for the position of a leaf where the size was given as such.
_GIVEN = -1


def axis_size(resolved: Resolved, paths: Callable[[], list[str]], given: int | None, what: str) -> int | None:
    """The size of the mapped axis.

    Args:
        resolved: The arguments.
        paths: Names their leaves in errors.
        given: The size that the caller demands, if any.
        what: The transform's name, for errors.

    Returns:
        The size that all mapped leaves agree on; `given` where nothing is mapped.

    Raises:
        ValueError: A mapped leaf lacks the axis, or has another size than the others.
        TypeError: A mapped leaf is no array.
    """
    sizes: dict[int, int] = {} if given is None else {given: _GIVEN}
    for position, axis in enumerate(resolved.axes):
        if axis is None:
            continue
        leaf = resolved.leaves[position]
        if not is_array(leaf) or not -leaf.ndim <= axis < leaf.ndim:
            kind = f"an array of shape {leaf.shape}" if is_array(leaf) else f"a {type(leaf).__name__}, no array"
            raise (ValueError if is_array(leaf) else TypeError)(
                f"{what} was told to map axis {axis} of `{paths()[position]}`, which is {kind}; give it None, or "
                "`if_array(...)` for a tree that holds arrays beside other leaves"
            )
        sizes.setdefault(leaf.shape[axis], position)
    if len(sizes) > 1:
        lines = [_size_line(resolved, paths, position, size) for size, position in sizes.items()]
        raise ValueError(f"{what} got axes of different sizes:\n" + "\n".join(lines))
    return next(iter(sizes), None)


def _size_line(resolved: Resolved, paths: Callable[[], list[str]], position: int, size: int) -> str:
    if position == _GIVEN:
        return f"    size {size}: `axis_size`"
    leaf, axis = resolved.leaves[position], resolved.axes[position]
    return f"    size {size}: axis {axis} of `{paths()[position]}` ({leaf.dtype}{list(leaf.shape)})"

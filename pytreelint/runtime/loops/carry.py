"""What goes around a loop: its arrays, and the static rest that no step may change.

Python numbers are between the two. Raw `jax.lax` traces them, but as leaves of a model they are settings that its code
looks at. So numbers that stand in plain containers (a counter, a sum) are traced; numbers inside other nodes are static
until a step changes one, which makes the loop be traced again with that number traced.
"""

from __future__ import annotations

import dis
import threading
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import (
    DictKey,
    SequenceKey,
    keystr,
    tree_flatten,
    tree_flatten_with_path,
    tree_structure,
)

from pytreelint.runtime.keys.libraries import is_library_code
from pytreelint.runtime.trees.described import described, missing_return, type_of
from pytreelint.runtime.trees.leaves import is_array, is_array_like, is_number
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import Skeleton
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import structures_differ

Positions = frozenset[int]


# What code may raise for a traced number where it wants a setting, or for a Python number where it wants an array.
# Errors of a running program (RuntimeError) are not among them: it must not run again.
_RAISES = frozenset(dis.opmap[name] for name in ("RAISE_VARARGS", "RERAISE") if name in dis.opmap)
OF_NUMBERS = (TypeError, ValueError, AttributeError, IndexError, ArithmeticError)


class NumberChanged(Exception):  # noqa: N818 - a signal to trace again
    """A static number was changed by a step."""

    def __init__(self, positions: Positions) -> None:
        super().__init__(positions)
        self.positions = positions


class CarryError(TypeError):
    """What a loop raises if a step returns something that cannot be its next carry; the message names the leaf.

    Examples:
        >>> try:
        ...     filter_scan(lambda carry, x: ({"sum": carry["sum"] + 0.5}, x), {"sum": jnp.arange(2)}, jnp.ones(2))
        ... except CarryError as error:
        ...     print(str(error).split(".")[0])
        the carry must keep its shapes and dtypes: `carry['sum']` is int32[2] before the step and float32[2] after it
    """


def take(tree: Any, numbers: Positions = frozenset()) -> tuple[list[Any], Skeleton]:
    """The leaves that are traced, arrays and the numbers at these positions, and the rest of the tree."""
    leaves, treedef = tree_flatten(tree)
    traced = [is_array(leaf) or i in numbers for i, leaf in enumerate(leaves)]
    statics = tuple((i, leaf) for i, leaf in enumerate(leaves) if not traced[i])
    return [leaf for leaf, keep in zip(leaves, traced, strict=True) if keep], Skeleton(treedef, statics, lenient=True)


def plain_numbers(tree: Any) -> Positions:
    """The positions of the numbers that only tuples, lists and dicts are around."""
    leaves = tree_flatten(tree)[0]
    if not any(map(is_number, leaves)):
        return frozenset()
    named = tree_flatten_with_path(tree)[0]
    return frozenset(
        i
        for i, (path, leaf) in enumerate(named)
        if is_number(leaf) and all(isinstance(key, (SequenceKey, DictKey)) for key in path)
    )


def traced(tree: Any, run: Callable[[Positions], Any]) -> Any:
    """`run(numbers)`, with the positions of the numbers in `tree` that are traced found by trying.

    Whatever can be traced with all numbers traced, as `jax.lax` does it, works; so does whatever can with none. The
    error of the first try is raised when all fail. An error that the code raises itself, or that comes after a step has
    ended (without compilation steps are run one by one), is raised at once.
    """
    numbers = frozenset(i for i, leaf in enumerate(tree_flatten(tree)[0]) if is_number(leaf))
    first = plain_numbers(tree)
    steps = _here.steps
    tries = [first, *(other for other in (numbers, frozenset[int]()) if other != first)]
    failed: Exception | None = None
    for attempt in tries:
        while True:
            try:
                return run(attempt)
            except NumberChanged as changed:
                attempt = attempt | changed.positions
            except CarryError:
                raise
            except OF_NUMBERS as error:
                if _here.steps > steps or is_raised_by_user(error):
                    raise
                failed = failed or error
                break
            finally:
                _here.steps = steps
    assert failed is not None
    raise failed


class _Here(threading.local):
    """What happened in this thread: how many steps of the loop that is tried now came to their end."""

    steps = 0


_here = _Here()


def is_raised_by_user(error: Exception) -> bool:
    """Whether an error comes from a `raise` of code that is no library's: what numbers are is not the reason."""
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    return not is_library_code(code, trace.tb_frame.f_globals) and code.co_code[trace.tb_lasti] in _RAISES


def step_to(form: Skeleton, before: list[Any], out: Any, what: str = "carry") -> list[Any]:
    """The traced leaves of what a step returned.

    Args:
        form: The rest of the carry that the step was given.
        before: The traced leaves that it was given.
        out: What it returned for the next step.
        what: How the tree is called in errors.

    Raises:
        CarryError: The structure, a static leaf, a shape or a dtype changed; the message names the leaf.
        NumberChanged: A static number changed, and is to be traced.
    """
    leaves, treedef = tree_flatten(out)
    if structures_differ(treedef, form.treedef):
        raise CarryError(_other_structure(form, out, what))
    statics = dict(form.statics)
    changed = set()
    for i, old in statics.items():
        new = leaves[i]
        if static_key(old, lenient=True) == static_key(new, lenient=True):
            continue
        if not (is_number(old) and is_array_like(new)):
            name = what + paths(treedef)[i]
            raise CarryError(
                f"a non-array part of the {what} must not change: `{name}` is {described(old)} before the step and "
                f"{described(new)} after it. Return what came in, or make it an array"
            )
        changed.add(i)
    if changed:
        raise NumberChanged(frozenset(changed))
    arrays = [leaf for i, leaf in enumerate(leaves) if i not in statics]
    _check_arrays(form, before, arrays, what)
    if what == "carry":
        _here.steps += 1
    return arrays


def _check_arrays(form: Skeleton, before: list[Any], arrays: list[Any], what: str) -> None:
    statics = dict(form.statics)
    positions = [i for i in range(form.treedef.num_leaves) if i not in statics]
    for i, old, new in zip(positions, before, arrays, strict=True):
        if not is_array_like(new):
            raise CarryError(
                f"an array of the {what} must stay one: `{what}{paths(form.treedef)[i]}` is {type_of(old)} before the "
                f"step and {described(new)} after it"
            )
        old_type, new_type = jax.typeof(old), jax.typeof(new)
        same = getattr(old_type, "dtype", None) == getattr(new_type, "dtype", None)
        if jnp.shape(old) != jnp.shape(new) or not (same or getattr(old_type, "weak_type", False)):
            raise CarryError(
                f"the {what} must keep its shapes and dtypes: `{what}{paths(form.treedef)[i]}` is {type_of(old)} "
                f"before the step and {type_of(new)} after it. {_remedy(old, new)}"
            )


def _remedy(old: Any, new: Any) -> str:
    if jnp.shape(old) != jnp.shape(new):
        return "Return the shape that came in, or begin with the one that is returned"
    return f"Return it with `.astype({type_of(old).split('[')[0]!r})`, or begin with {type_of(new)}"


def _other_structure(form: Skeleton, out: Any, what: str) -> str:
    before, after = paths(form.treedef), paths(tree_structure(out))
    gone, new = [p for p in before if p not in after], [p for p in after if p not in before]
    parts = [f"`{what}{gone[0]}` is gone" if gone else "", f"`{what}{new[0]}` is new" if new else ""]
    first = " and ".join(part for part in parts if part)
    return (
        f"the {what} must keep its tree structure, but {first or 'a static field or the type of a node differs'}: "
        f"{form.treedef} before the step, {tree_structure(out)} after it{missing_return(out)}"
    )


def check_lengths(tree: Any, what: str = "xs", axis: int = 0) -> None:
    """A ValueError that names the leaf if arrays do not have that axis, or of different lengths."""
    first: tuple[str, int] | None = None
    for path, leaf in tree_flatten_with_path(tree)[0]:
        if not is_array(leaf):
            continue
        name = what + keystr(path)
        if not -leaf.ndim <= axis < leaf.ndim:
            kind = "leading axis" if axis == 0 else f"axis {axis}"
            raise ValueError(f"`{name}` has no {kind} to loop over: it is {type_of(leaf)}")
        if first is None:
            first = name, leaf.shape[axis]
        elif first[1] != leaf.shape[axis]:
            kind = "leading axes" if axis == 0 else f"axes {axis}"
            raise ValueError(f"{kind} differ: `{first[0]}` has {first[1]}, `{name}` has {leaf.shape[axis]}")
